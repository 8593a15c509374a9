import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { areas, kernelTables } from '../src/areas/order.ts'

/**
 * Holds the house to its plan: the kernel knows no area, areas know only those below them and only by their index,
 * files of an area know only those before them, tables are written by their owner alone, SQL stands in stores.
 */
const src = join(import.meta.dirname, '../src')

// The parts of an area, each of which may know those before it. A part is one file or a folder of files.
const parts = ['schema', 'catalogue', 'store', 'service', 'jobs', 'events', 'routes', 'index']

const importForm =
  /^(?:import|export)\s+(type\s)?[^'"]*?from\s'(\.[^']+)'|^import\s'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm
const writeForm = /\b(?:insert\s+into|update|delete\s+from|truncate)\s+([a-z_]+)/gi
const readForm = /\b(?:from|join)\s+([a-z_]+)/gi

type Place = { layer: 'kernel' | 'areas' | 'root' | 'outside'; area: string; part: string }

const { manifests } = areas
const rank = (area: string) => manifests.findIndex(({ name }) => name === area)
const owners = new Map<string, string>([
  ...manifests.flatMap(({ name, tables }) => tables.map((table): [string, string] => [table, name])),
  ...kernelTables.map((table): [string, string] => [table, 'the kernel']),
])

function placeOf(path: string): Place {
  const from = relative(src, path)
  if (from.startsWith('..')) return { layer: 'outside', area: '', part: '' }
  const [layer, area = '', part = ''] = from.split('/')
  if (layer === 'kernel') return { layer, area: '', part: '' }
  if (layer !== 'areas' || part === '') return { layer: 'root', area: '', part: from }
  const name = part.replace(/\.ts$/, '')
  return { layer, area, part: name.startsWith('read-') ? 'store' : name }
}

/** Why one file may not import another; null when it may. */
function importFault(from: Place, to: Place, isTypeOnly: boolean): string | null {
  if (to.layer === 'outside') return 'src imports nothing from outside src'
  if (to.layer === 'kernel') return null
  if (from.layer === 'kernel') return 'the kernel knows no area and not the application'
  if (from.layer === 'root')
    return to.layer === 'areas' && to.part !== 'index' && to.part !== 'manifest'
      ? `only the index of "${to.area}" is public`
      : null
  if (to.layer === 'root')
    return to.part === 'areas/order.ts' ? null : 'an area does not know the application'
  if (from.area === to.area)
    return isBackwards(from.part, to.part) ? `${from.part} may not know ${to.part}` : null
  if (to.part !== 'index') return `only the index of "${to.area}" is public`
  if (!isTypeOnly) return `"${to.area}" is handed over by app.ts: import its type only`
  return rank(to.area) < rank(from.area)
    ? null
    : `"${to.area}" does not stand before "${from.area}" in order.ts`
}

const isBackwards = (from: string, to: string) =>
  from !== to && parts.includes(from) && parts.includes(to) && parts.indexOf(to) > parts.indexOf(from)

function tableFaults({ layer, area, part }: Place, text: string): string[] {
  if (layer !== 'areas') return []
  const faults: string[] = []
  if (part !== 'store' && /\bsql`/.test(text)) faults.push('SQL stands in store and read files only')
  for (const [, table = ''] of text.matchAll(writeForm)) {
    const owner = owners.get(table)
    if (owner !== undefined && owner !== area) faults.push(`writes "${table}", a table of ${owner}`)
  }
  for (const [, table = ''] of text.matchAll(readForm)) {
    const owner = owners.get(table)
    if (owner !== undefined && rank(owner) > rank(area))
      faults.push(`reads "${table}", a table of ${owner} above it`)
  }
  return faults
}

function faultsOf(file: string): string[] {
  const path = join(src, file)
  const text = readFileSync(path, 'utf8')
  const here = placeOf(path)
  const faults = tableFaults(here, text)
  // A run that chose its own rights would lend them to every caller that may enqueue it.
  if (here.layer === 'areas' && /\bsystemScope\((?:\w+\.)?run\b/.test(text))
    faults.push('a run acts with context.scope: what it needs is decided where it is enqueued')
  if (here.layer === 'areas' && rank(here.area) < 0) faults.push(`"${here.area}" is not in order.ts`)
  for (const [, type, ...paths] of text.matchAll(importForm)) {
    const target = join(dirname(path), paths.find(Boolean)!)
    const fault = importFault(here, placeOf(target), type !== undefined)
    if (fault !== null) faults.push(`imports ${relative(src, target)}: ${fault}`)
  }
  return faults.map((fault) => `${file}: ${fault}`)
}

/** Tables of the migrations that no owner claims could be written by any area. */
function unownedTables(): string[] {
  const migrations = join(import.meta.dirname, '../migrations')
  return globSync('*.sql', { cwd: migrations }).flatMap((file) =>
    [...readFileSync(join(migrations, file), 'utf8').matchAll(/create table (?:if not exists )?([a-z_]+)/gi)]
      .map(([, table = '']) => table)
      .filter((table) => !owners.has(table))
      .map((table) => `${file}: the table "${table}" has no owner in order.ts`),
  )
}

const isSource = (file: string) => !/\.test\.ts$|\/(testing|sample|scratch)\.ts$/.test(file)
const faults = [...globSync('**/*.ts', { cwd: src }).filter(isSource).flatMap(faultsOf), ...unownedTables()]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
