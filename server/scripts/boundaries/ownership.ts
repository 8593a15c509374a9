import { locationOf, type Plan, rankOf, type Source } from './locations.ts'

const writeForm = /\b(?:insert\s+into|update|delete\s+from|truncate)\s+([a-z_]+)/gi
const readForm = /\b(?:from|join)\s+([a-z_]+)/gi
const createForm = /create table (?:if not exists )?([a-z_]+)/gi
const wordForm = /'([a-z][a-z_]+)'/g

/** Tables are written by their area alone and read by it or areas above; SQL is in stores. */
export function tableFaults({ file, text }: Source, plan: Plan): string[] {
  const { layer, area, part } = locationOf(file)
  if (layer !== 'areas') return []
  const owners = ownersOf(plan)
  const faults: string[] = []
  if (part !== 'store' && /\bsql`/.test(text)) faults.push('SQL is allowed in store and read files only')
  for (const [, table = ''] of text.matchAll(writeForm)) {
    const owner = owners.get(table)
    if (owner !== undefined && owner !== area) faults.push(`writes "${table}", a table of ${owner}`)
  }
  for (const [, table = ''] of text.matchAll(readForm)) {
    const owner = owners.get(table)
    if (owner !== undefined && rankOf(plan, owner) > rankOf(plan, area))
      faults.push(`reads "${table}", a table of ${owner} above it`)
  }
  return faults
}

/** Error codes can be named by every file once they are declared: the types do not know the order of areas. */
export function errorCodeFaults({ file, text }: Source, plan: Plan): string[] {
  const { layer, area } = locationOf(file)
  if (layer !== 'areas' && layer !== 'kernel') return []
  const above = new Map(
    plan.manifests
      .slice(rankOf(plan, area) + 1)
      .flatMap(({ name, errors }) => Object.keys(errors).map((code): [string, string] => [code, name])),
  )
  const named = new Set([...text.matchAll(wordForm)].map(([, word = '']) => word))
  return [...named].flatMap((code) => {
    const owner = above.get(code)
    return owner === undefined ? [] : [`names the error code ${code} of "${owner}" above it`]
  })
}

/** A run that chose its own rights would lend them to every caller that may enqueue it. */
export function runScopeFaults({ file, text }: Source): string[] {
  return locationOf(file).layer === 'areas' && /\bsystemScope\((?:\w+\.)?run\b/.test(text)
    ? ['a run acts with context.scope: what it needs is decided where it is enqueued']
    : []
}

/** Every area of every migration: a table without an owner could be written by all; a number taken twice starts no server. */
export function migrationFaults(migrations: readonly Source[], plan: Plan): string[] {
  const owners = ownersOf(plan)
  const numbers = migrations.map(({ file }) => file.slice(0, 4)).sort()
  return [
    ...numbers.flatMap((number, i) =>
      Number(number) === i + 1 ? [] : [`${number}: migrations are not numbered 1, 2, 3 and so on`],
    ),
    ...migrations.flatMap(({ file, text }) =>
      [...text.matchAll(createForm)]
        .filter(([, table = '']) => !owners.has(table))
        .map(([, table]) => `${file}: the table "${table}" has no owner in a manifest`),
    ),
  ]
}

const ownersOf = ({ manifests, kernelTables }: Plan) =>
  new Map<string, string>([
    ...manifests.flatMap(({ name, tables }) => tables.map((table): [string, string] => [table, name])),
    ...kernelTables.map((table): [string, string] => [table, 'the kernel']),
  ])
