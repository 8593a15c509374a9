import type { TableCollection, TableDocument } from '@stoa/sdk'
import { reservedNames, systemFields } from '../../../features/tables/row-label.ts'
import type { Field, FieldType } from '../../../features/tables/tables-api.ts'

export type GridColumn = {
  name: string
  /** Null is a field that no schema names. */
  type: FieldType | null
  field: Field | null
  isSystem: boolean
  width: number
}

const widths: Partial<Record<FieldType, number>> = {
  boolean: 110,
  integer: 120,
  number: 130,
  date: 150,
  json: 220,
  email: 220,
  url: 220,
}
const defaultWidth = 180

/** Declared fields in their order, then what rows have besides, then what the product says of each row. */
export function columnsOf(table: TableCollection, rows: readonly TableDocument[]): GridColumn[] {
  const declared = table.schema.fields.map((field) => ({
    name: field.name,
    type: field.type as FieldType | null,
    field: field as Field | null,
    isSystem: false,
    width: widths[field.type] ?? defaultWidth,
  }))
  const known = new Set(declared.map(({ name }) => name))
  const free = new Set(
    rows.flatMap((row) => Object.keys(row)).filter((name) => !known.has(name) && !reservedNames.has(name)),
  )
  return [
    ...declared,
    ...[...free]
      .sort()
      .map((name) => ({ name, type: null, field: null, isSystem: false, width: defaultWidth })),
    ...systemFields.map(([name, type]) => ({
      name,
      type,
      field: null,
      isSystem: true,
      width: widths[type] ?? 130,
    })),
  ]
}

/** The order after a press on a column: up, down, none. With shift it joins the others. */
export function nextSort(sort: string | undefined, name: string, joins: boolean): string | undefined {
  const parts = (sort ?? '').split(',').filter(Boolean)
  const at = parts.findIndex((part) => part.replace(/:(asc|desc)$/, '') === name)
  const now = at < 0 ? null : parts[at]!.endsWith(':desc') ? 'desc' : 'asc'
  const next = now === null ? [`${name}:asc`] : now === 'asc' ? [`${name}:desc`] : []
  const others = joins ? parts.filter((_, index) => index !== at) : []
  return [...others, ...next].join(',') || undefined
}

export function sortOf(sort: string | undefined, name: string): 'ascending' | 'descending' | undefined {
  const part = (sort ?? '').split(',').find((each) => each.replace(/:(asc|desc)$/, '') === name)
  return part === undefined ? undefined : part.endsWith(':desc') ? 'descending' : 'ascending'
}
