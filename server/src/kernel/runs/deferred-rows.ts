import type { Statement, Tx } from '../db/db.ts'
import { type RowBatch, type RowWriter, statementsFor } from '../db/plan/rows.ts'

export { deferRows, deferStatements, type RowBatch, type RowWriter } from '../db/plan/rows.ts'

/** One batch for each writer, in the order of their first row. */
function grouped(batches: readonly RowBatch[]): RowBatch[] {
  const byWriter = new Map<RowWriter<unknown>, unknown[]>()
  for (const { writer, rows } of batches) {
    const known = byWriter.get(writer)
    if (known) known.push(...rows)
    else byWriter.set(writer, [...rows])
  }
  return [...byWriter].map(([writer, rows]) => ({ writer, rows }))
}

export const statementsOf = (batches: readonly RowBatch[]): Statement[] =>
  grouped(batches).flatMap(({ writer, rows }) => (rows.length === 0 ? [] : statementsFor(writer, rows)))

export function rowsCommitted(batches: readonly RowBatch[]): void {
  for (const { writer, rows } of grouped(batches)) writer.onCommitted?.(rows)
}

export function rowsRefused(batches: readonly RowBatch[]): void {
  for (const { writer, rows } of grouped(batches)) writer.onRefused?.(rows)
}

/** In a transaction of the caller's: they travel with its next statement, or with its commit. */
export function writeRows(tx: Tx, batches: readonly RowBatch[]): void {
  for (const statement of statementsOf(batches)) tx.pipeline(statement)
}
