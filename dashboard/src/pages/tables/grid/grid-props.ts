import type { TableCollection, TableDocument } from '@stoa/sdk'
import type { RowSelection } from '../../../components/list/table.tsx'
import type { GridColumn } from './grid-columns.ts'

export type GridProps = {
  table: TableCollection
  columns: readonly GridColumn[]
  total: number
  rowAt(index: number): TableDocument | undefined
  changed: ReadonlySet<string>
  sort: string | undefined
  /** Null is the width by the type of the field. */
  onResize(name: string, width: number | null): void
  onSort(name: string, joins: boolean): void
  selection: RowSelection<TableDocument>
  save(row: TableDocument, field: string, value: unknown): Promise<void>
  undo(): void
  /** Values that a line of text cannot hold are edited in a dialog. */
  onEditLarge(row: TableDocument, column: GridColumn): void
  onOpen(row: TableDocument): void
  onSeen(first: number, last: number): void
  isStale: boolean
}
