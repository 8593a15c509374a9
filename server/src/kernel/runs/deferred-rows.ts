import type { Statement, Tx } from '../db/db.ts'

/**
 * Writes rows of an area together with what a run records: in the same commit and round trip, without a separate
 * transaction. Rows of one writer that are committed at the same time, of whichever steps and runs, are passed to it
 * together, so that their number of statements is constant. A statement that demands what is not so (`demand`)
 * refuses everything that would have been committed with it.
 */
export type RowWriter<Row> = {
  statements(rows: readonly Row[]): readonly Statement[]
  /** Called when they are committed with the journal of a run; not for ends that are written step by step. */
  onCommitted?(rows: readonly Row[]): void
  /** Called when the database has refused them, alone or with rows of others. */
  onRefused?(rows: readonly Row[]): void
}

/** Rows with what writes them; `deferRows` builds it. */
export type RowBatch = { readonly writer: RowWriter<unknown>; readonly rows: readonly unknown[] }

export const deferRows = <Row>(writer: RowWriter<Row>, ...rows: readonly Row[]): RowBatch => ({
  // A writer is given nothing but the rows that came with it.
  writer: writer as RowWriter<unknown>,
  rows,
})

const asTheyAre: RowWriter<Statement> = { statements: (rows) => rows }

/** For single statements that are not worth a writer. */
export const deferStatements = (...statements: readonly Statement[]): RowBatch =>
  deferRows(asTheyAre, ...statements)

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
  grouped(batches).flatMap(({ writer, rows }) => (rows.length === 0 ? [] : writer.statements(rows)))

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
