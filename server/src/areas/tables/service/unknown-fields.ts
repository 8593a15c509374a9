import { AppError } from '../../../kernel/errors.ts'
import { nearMatch } from '../../../kernel/text/near-match.ts'
import type { Collection } from '../schema/collection.ts'
import { systemColumns } from '../schema/filter.ts'

/** Reads documents as the caller sees them. */
type Find = (query: { filter?: object; limit: number }) => Promise<readonly Record<string, unknown>[]>

const sampled = 20

/**
 * A flexible collection takes any field, so a filter may name one that no document has: a slip, which would look as if
 * nothing were there. Only where nothing was found, because it takes another look at the documents.
 */
export async function refuseUnknownFields(
  collection: Collection,
  filter: unknown,
  find: Find,
): Promise<void> {
  const declared = [...collection.fields.map(({ name }) => name), ...systemColumns]
  const undeclared = [...new Set(namesIn(filter))].filter((name) => !declared.includes(name.split('.')[0]!))
  if (undeclared.length === 0) return
  const known = new Set(declared)
  for (const document of await find({ limit: sampled }))
    for (const name of Object.keys(document)) known.add(name)
  // An empty collection without a schema has no field to compare with.
  if (known.size === systemColumns.length) return
  for (const name of undeclared) {
    if (known.has(name)) continue
    if ((await find({ filter: { [name]: { _nnull: true } }, limit: 1 })).length > 0) continue
    throw unknownField(collection, name, [...known])
  }
}

/** The fields that the conditions of a filter look at. */
function namesIn(filter: unknown): string[] {
  if (typeof filter !== 'object' || filter === null) return []
  if (Array.isArray(filter)) return filter.flatMap(namesIn)
  return Object.entries(filter).flatMap(([name, value]) => (name.startsWith('_') ? namesIn(value) : [name]))
}

function unknownField({ slug }: Collection, name: string, known: readonly string[]): AppError {
  const near = nearMatch(name, known)
  const meant =
    near === null ? `: its fields are ${known.slice(0, 30).join(', ')}` : `: did you mean ${near}?`
  const message = `is not a field of ${slug}${meant}`
  return new AppError('invalid_parameter', `filter/${name} ${message}`, {
    details: [{ in: 'body', path: `/filter/${name}`, rule: 'filter', message }],
  })
}
