import type { Field, FieldType } from './tables-api.ts'

/** What every row has besides its own fields. */
export const systemFields: readonly [string, FieldType][] = [
  ['ownerId', 'text'],
  ['createdAt', 'date'],
  ['updatedAt', 'date'],
  ['version', 'integer'],
  ['id', 'text'],
]

/** Names that are no fields of a row. */
export const reservedNames: ReadonlySet<string> = new Set([
  'collectionId',
  'expand',
  ...systemFields.map(([name]) => name),
])

const labelTypes = new Set<FieldType>(['text', 'email', 'url', 'select'])

/** The label of a row: its first text, or else the end of its ID. */
export function rowLabel(row: Record<string, unknown>, fields: readonly Field[] = []): string {
  const declared = fields.find(({ name, type }) => labelTypes.has(type) && typeof row[name] === 'string')
  const text = declared
    ? row[declared.name]
    : Object.entries(row).find(([name, value]) => !reservedNames.has(name) && typeof value === 'string')?.[1]
  return typeof text === 'string' && text !== '' ? text : `…${String(row.id).slice(-8)}`
}
