import type { Statement } from '../statement.ts'

/**
 * Writes rows of an area together with what a run records: in the same commit and round trip, without a separate
 * transaction. Rows of one writer that are committed at the same time, of whichever steps and runs, are passed to it
 * together, so that their number of statements is constant. A statement that demands what is not so (`demand`)
 * refuses everything that would have been committed with it.
 */
export type RowWriter<Row> = {
  /** The order of locks within a commit: rows of others first, counters that many wait for last. */
  readonly phase?: 'lock' | 'write' | 'count'
  /** Its first statement evaluates the demands of its plans: one statement less. */
  readonly takesFence?: true
  /** Their number does not depend on the number of rows. */
  statements(rows: readonly Row[], placed: PlacedRows): readonly Statement[]
  /** Called when they are committed with the journal of a run; not for ends that are written step by step. */
  onCommitted?(rows: readonly Row[]): void
  /** Called when the database has refused them, alone or with rows of others. */
  onRefused?(rows: readonly Row[]): void
}

/** For each row the place of its plan in the batch, and the demands of all plans for a writer that takes them. */
export type PlacedRows = { readonly of: readonly number[]; readonly fence: Statement | null }

/** Rows with what writes them; `deferRows` builds it. */
export type RowBatch = { readonly writer: RowWriter<unknown>; readonly rows: readonly unknown[] }

export const deferRows = <Row>(writer: RowWriter<Row>, ...rows: readonly Row[]): RowBatch => ({
  // A writer is given nothing but the rows that came with it.
  writer: writer as RowWriter<unknown>,
  rows,
})

/** The statements of one plan for rows of one writer, without demands. */
export const statementsFor = <Row>(writer: RowWriter<Row>, rows: readonly Row[]): readonly Statement[] =>
  writer.statements(rows, { of: rows.map(() => 0), fence: null })

/** Single statements that are not worth a writer. */
export const statementWriter: RowWriter<Statement> = { statements: (rows) => rows }

export const deferStatements = (...statements: readonly Statement[]): RowBatch =>
  deferRows(statementWriter, ...statements)
