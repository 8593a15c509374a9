import type { Filters } from '../../../filters.ts'
import { type ColumnLayout, readLayout } from '../grid/column-layout.ts'

/** What a view restores: which rows in which order, and which columns. */
export type TableView = {
  filter: string | undefined
  q: string | undefined
  sort: string | undefined
  columns: ColumnLayout
}

export const viewOf = ({ filter, q, sort }: Filters, columns: ColumnLayout): TableView => ({
  filter,
  q,
  sort,
  columns,
})

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** What was stored may be of another version, or written by a program: what does not fit is left out. */
export const readView = (data: Record<string, unknown>): TableView => ({
  filter: textIn(data.filter),
  q: textIn(data.q),
  sort: textIn(data.sort),
  columns: readLayout(data.columns),
})
