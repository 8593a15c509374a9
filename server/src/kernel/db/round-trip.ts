import pg from 'pg'
import type { Statement } from './db.ts'
import { messagesOf } from './wire/messages.ts'

export type StatementResult<Row> = {
  rows: Row[]
  /** The server's name of the command, with its rows: `INSERT 0 1`, `COMMIT`. */
  command: string
}

/** The response is complete, but contains what JavaScript cannot represent. */
export class UnreadableValue extends Error {}

type Columns = { names: string[]; parse: ((text: string) => unknown)[] }

/** A statement whose result is not needed is sent without describing its columns. */
export type PipelinedStatement = { statement: Statement; needsResult: boolean }

type RowDescription = { fields: pg.FieldDef[] }

/** The driver passes it each message of the response. */
type PipelinedQuery = pg.Submittable & {
  handleRowDescription(message: RowDescription): void
  handleDataRow(message: { fields: (string | null)[] }): void
  handleCommandComplete(message: { text: string }): void
  handleReadyForQuery(): void
  handleError(error: Error): void
  handleEmptyQuery(): void
}

// The driver does not type this part of itself, although its own cursor package takes it from there as well.
const { prepareValue } = (
  pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }
).utils

const largeChars = 16 * 1024
// `JSON.stringify` would escape these, and an array of PostgreSQL does not.
const control = /\p{Cc}/u

const isPlainText = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && value.isWellFormed() && !control.test(value))

/**
 * As the driver writes it. Large texts in arrays, which are JSON mostly, are quoted by `JSON.stringify`: without control characters it
 * does the same as the driver, which takes a tenth of a second for two megabytes with many quotes.
 */
function toParameter(value: unknown): string | Buffer | null {
  if (typeof value === 'string' || value === null) return value
  if (value instanceof Date) return timeOf(value)
  const isLarge =
    Array.isArray(value) && value.some((each) => typeof each === 'string' && each.length > largeChars)
  if (!isLarge || !value.every(isPlainText)) return prepareValue(value)
  return `{${value.map((each) => (each === null ? 'NULL' : JSON.stringify(each))).join(',')}}`
}

const isoChars = '2026-01-01T00:00:00.000Z'.length

/** The same moment as the driver writes it in the time zone of the process; it knows how to write years before 1 and after 9999. */
function timeOf(value: Date): string {
  const text = Number.isNaN(value.getTime()) ? '' : value.toISOString()
  return text.length === isoChars && !text.startsWith('0000') ? text : (prepareValue(value) as string)
}

const noColumns: Columns = { names: [], parse: [] }

// The prepared statements of each connection, with their result columns; null while not described yet.
type CachedColumns = Map<string, Columns | null>
const storedBy = new WeakMap<pg.Connection, CachedColumns>()

/**
 * Sends statements together and returns all results, in their order. The server skips everything after a failure until
 * the end of the round trip, so a statement never runs outside the transaction or savepoint whose beginning travels in
 * front of it; and none of them has a result then.
 *
 * It replaces the driver's own query object, which describes the columns of every result again and copies its
 * settings in a way that costs more than the rest of it; docs/performance.md has the figures.
 */
export function roundTrip(
  client: pg.ClientBase,
  pipelinedStatements: readonly PipelinedStatement[],
): Promise<StatementResult<unknown>[]> {
  // Thrown before anything is sent: a value that cannot be written must not leave a half-sent round trip on the socket.
  const values = pipelinedStatements.map(({ statement }) => statement.values.map(toParameter))
  const results = new Promise<StatementResult<unknown>[]>((resolve, reject) => {
    client.query(pipelinedQueryOf(client, pipelinedStatements, values, resolve, reject))
  })
  return results.catch((error) => {
    // The stack that leads to the socket is of no use; this one leads to the caller.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  })
}

function pipelinedQueryOf(
  client: pg.ClientBase,
  pipelinedStatements: readonly PipelinedStatement[],
  values: (string | Buffer | null)[][],
  resolve: (results: StatementResult<unknown>[]) => void,
  reject: (error: Error) => void,
): PipelinedQuery {
  const results: StatementResult<unknown>[] = pipelinedStatements.map(() => ({ rows: [], command: '' }))
  const columns: (Columns | null)[] = []
  let stored: CachedColumns
  let done = 0
  let unreadable: Error | null = null
  return {
    submit(connection) {
      stored = preparedStatements(connection)
      const executions = pipelinedStatements.map(({ statement: { name = '', text }, needsResult }, i) => {
        columns[i] = stored.get(name) ?? null
        const isPrepared = stored.has(name)
        return {
          name,
          text,
          values: values[i]!,
          isPrepared,
          needsColumns: needsResult && columns[i] === null,
        }
      })
      const messages = messagesOf(executions)
      // As the driver: the end of a connection that cannot be written to is reported by itself.
      if (connection.stream.writable) connection.stream.write(messages)
    },
    handleRowDescription({ fields }) {
      columns[done] = {
        names: fields.map(({ name }) => name),
        parse: fields.map(({ dataTypeID }) => client.getTypeParser(dataTypeID, 'text')),
      }
    },
    handleDataRow({ fields }) {
      if (unreadable || !pipelinedStatements[done]!.needsResult) return
      try {
        results[done]!.rows.push(rowOf(columns[done] ?? noColumns, fields))
      } catch (error) {
        unreadable = new UnreadableValue((error as Error).message)
      }
    },
    handleCommandComplete({ text }) {
      results[done++]!.command = text
    },
    handleReadyForQuery() {
      for (const [i, { statement, needsResult }] of pipelinedStatements.entries())
        if (statement.name !== undefined)
          stored.set(
            statement.name,
            needsResult ? (columns[i] ?? noColumns) : (stored.get(statement.name) ?? null),
          )
      if (unreadable) reject(unreadable)
      else resolve(results)
    },
    handleError(error) {
      // Which of them the server still has is not worth finding out: the next round trip prepares them again.
      for (const { statement } of pipelinedStatements)
        if (statement.name !== undefined) stored?.delete(statement.name)
      reject(error)
    },
    handleEmptyQuery() {
      done++
    },
  }
}

function preparedStatements(connection: pg.Connection): CachedColumns {
  const known: CachedColumns = storedBy.get(connection) ?? new Map()
  storedBy.set(connection, known)
  return known
}

function rowOf({ names, parse }: Columns, fields: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < fields.length; i++) {
    const text = fields[i]!
    row[names[i]!] = text === null ? null : parse[i]!(text)
  }
  return row
}
