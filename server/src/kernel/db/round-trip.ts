import pg from 'pg'
import type { Statement } from './db.ts'

export type Answer<Row> = {
  rows: Row[]
  /** What the server says it did: `INSERT 0 1`, `COMMIT`. */
  command: string
}

/** The answer came whole, but holds what JavaScript cannot. */
export class UnreadableValue extends Error {}

type Columns = { names: string[]; parse: ((text: string) => unknown)[] }

type RowDescription = { fields: pg.FieldDef[] }

/** What the driver tells whoever has the connection, message by message. */
type Traveller = pg.Submittable & {
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

const noColumns: Columns = { names: [], parse: [] }

// The statements that each connection keeps under a name, with the columns they answer.
const keptBy = new WeakMap<pg.Connection, Map<string, Columns>>()

/**
 * Sends statements in one go and answers what the last of them does. The server passes over everything behind a
 * failure until the end of the trip, so a statement never runs outside the transaction or savepoint whose beginning
 * travels in front of it.
 *
 * It stands in for the driver's own query object, which describes the columns of every answer anew and copies its
 * settings in a way that costs more than the rest of it; docs/performance.md has the figures.
 */
export function roundTrip<Row>(
  client: pg.ClientBase,
  statements: readonly Statement[],
): Promise<Answer<Row>> {
  // Thrown before anything is sent: a value that cannot be written must not leave half a trip on the wire.
  const values = statements.map((statement) => statement.values.map(prepareValue))
  const answer = new Promise<Answer<Row>>((resolve, reject) => {
    client.query(travellerOf<Row>(client, statements, values, resolve, reject))
  })
  return answer.catch((error) => {
    // The stack that leads to the socket is of no use; this one leads to whoever asked.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  })
}

function travellerOf<Row>(
  client: pg.ClientBase,
  statements: readonly Statement[],
  values: (string | Buffer | null)[][],
  resolve: (answer: Answer<Row>) => void,
  reject: (error: Error) => void,
): Traveller {
  const asked = statements.at(-1)!
  const rows: Row[] = []
  let kept: Map<string, Columns>
  let columns: Columns = noColumns
  let command = ''
  let done = 0
  let unreadable: Error | null = null
  return {
    submit(connection) {
      kept = keptStatements(connection)
      columns = kept.get(asked.name ?? '') ?? noColumns
      connection.stream.cork()
      for (const [i, statement] of statements.entries())
        write(connection, statement, values[i]!, statement === asked, kept)
      connection.sync()
      connection.stream.uncork()
    },
    handleRowDescription({ fields }) {
      columns = {
        names: fields.map(({ name }) => name),
        parse: fields.map(({ dataTypeID }) => client.getTypeParser(dataTypeID, 'text')),
      }
    },
    handleDataRow({ fields }) {
      // Rows of those in front, which nobody asked for, have no columns known to us.
      if (unreadable || done < statements.length - 1) return
      try {
        rows.push(rowOf(columns, fields) as Row)
      } catch (error) {
        unreadable = new UnreadableValue((error as Error).message)
      }
    },
    handleCommandComplete({ text }) {
      command = text
      done++
    },
    handleReadyForQuery() {
      for (const statement of statements)
        if (statement.name !== undefined) kept.set(statement.name, statement === asked ? columns : noColumns)
      if (unreadable) reject(unreadable)
      else resolve({ rows, command })
    },
    handleError(error) {
      // Which of them the server still keeps is not worth finding out: the next trip makes them anew.
      for (const { name } of statements) if (name !== undefined) kept?.delete(name)
      reject(error)
    },
    handleEmptyQuery() {
      done++
    },
  }
}

function keptStatements(connection: pg.Connection): Map<string, Columns> {
  const known = keptBy.get(connection) ?? new Map<string, Columns>()
  keptBy.set(connection, known)
  return known
}

function write(
  connection: pg.Connection,
  { text, name = '' }: Statement,
  values: (string | Buffer | null)[],
  isAsked: boolean,
  kept: ReadonlyMap<string, Columns>,
): void {
  const isKept = kept.has(name)
  if (!isKept) {
    // A trip that failed may have left it behind, and closing what is not there does no harm.
    if (name !== '') connection.close({ type: 'S', name }, true)
    connection.parse({ name, text, types: [] }, true)
  }
  connection.bind({ statement: name, values }, true)
  if (isAsked && !isKept) connection.describe({ type: 'P', name: '' }, true)
  connection.execute(null, true)
}

function rowOf({ names, parse }: Columns, fields: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < fields.length; i++) {
    const text = fields[i]!
    row[names[i]!] = text === null ? null : parse[i]!(text)
  }
  return row
}
