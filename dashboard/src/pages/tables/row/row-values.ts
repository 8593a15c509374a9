import type { TableCollection, TableDocument } from '@stoa/sdk'
import { parseJsonObject } from '../../../components/form/parse-json-object.ts'
import type { Field } from '../../../features/tables/tables-api.ts'
import { readValue, textOf } from '../cell-values.ts'

/** The name under which what no schema names is typed; no field can bear it. */
export const othersName = '(others)'
const othersExample = '{"note": "hi"}'

/** The fields of a row without what the product says of it. */
export function dataOf(row: TableDocument): Record<string, unknown> {
  const {
    id: _,
    collectionId: __,
    ownerId: ___,
    createdAt: _c,
    updatedAt: _u,
    version: _v,
    expand: _e,
    ...data
  } = row
  return data
}

export const emptyTexts = (table: TableCollection): Record<string, string> => ({
  ...Object.fromEntries(table.schema.fields.map(({ name }) => [name, ''])),
  [othersName]: '',
})

function othersOf(row: TableDocument, table: TableCollection): Record<string, unknown> {
  const declared = new Set(table.schema.fields.map(({ name }) => name))
  return Object.fromEntries(Object.entries(dataOf(row)).filter(([name]) => !declared.has(name)))
}

const shownText = (value: unknown, { type }: Field): string =>
  type === 'json' && value != null ? JSON.stringify(value, null, 2) : textOf(value)

/** What the form of a row begins with. */
export function textsOf(row: TableDocument, table: TableCollection): Record<string, string> {
  const others = othersOf(row, table)
  return {
    ...Object.fromEntries(
      table.schema.fields.map((field) => [field.name, shownText(row[field.name], field)]),
    ),
    [othersName]: Object.keys(others).length === 0 ? '' : JSON.stringify(others, null, 2),
  }
}

function typedValue(text: string, { name, type }: Field): unknown {
  try {
    return readValue(text, type)
  } catch (error) {
    throw new Error(`${name} is not JSON: ${(error as Error).message}`)
  }
}

/** Of a new row: only what was filled in, the rest gets its default. */
export function bodyOf(texts: Record<string, string>, table: TableCollection): Record<string, unknown> {
  const body: Record<string, unknown> = parseJsonObject(
    texts[othersName] ?? '',
    'other fields',
    othersExample,
  )
  for (const field of table.schema.fields) {
    const text = texts[field.name] ?? ''
    if (text !== '') body[field.name] = typedValue(text, field)
  }
  return body
}

/**
 * The whole row after a change. What was left alone stays the very value it was, so that nothing is converted twice; what
 * was cleared is null and does not get its default again.
 */
export function changedBody(
  texts: Record<string, string>,
  row: TableDocument,
  table: TableCollection,
): Record<string, unknown> {
  const before = textsOf(row, table)
  const body: Record<string, unknown> =
    texts[othersName] === before[othersName]
      ? othersOf(row, table)
      : parseJsonObject(texts[othersName] ?? '', 'other fields', othersExample)
  for (const field of table.schema.fields) {
    const { name } = field
    const text = texts[name] ?? ''
    if (text !== before[name]) body[name] = typedValue(text, field)
    else if (row[name] !== undefined) body[name] = row[name]
  }
  return body
}
