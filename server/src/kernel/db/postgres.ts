import pg from 'pg'
import type { Connection, Driver, Statement } from './db.ts'

/** How to reach the server: a URL, or the socket directory and names of the embedded one. */
export type ConnectionSettings = pg.ClientConfig

export type PostgresOptions = {
  settings: ConnectionSettings
  applicationName: string
  poolSize?: number
  /** Told of connections that broke while idle; without a listener such a break would end the process. */
  onError(error: Error): void
}

export type Postgres = Driver & {
  stats(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

const { builtins } = pg.types

/** Numbers that JavaScript cannot hold exactly are refused instead of rounded. */
function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new Error(`bigint ${text} is outside the safe range: select it as text`)
  return value
}

/** Sessions run in UTC, so `2026-01-02 03:04:05.678901+00` becomes an ISO text without the detour of a Date. */
function parseTimestamp(text: string): string {
  const [whole = '', fraction = ''] = text.slice(0, -3).replace(' ', 'T').split('.')
  return text.endsWith('+00') ? `${whole}.${fraction.padEnd(3, '0').slice(0, 3)}Z` : text
}

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, parseBigint],
  [builtins.TIMESTAMPTZ, parseTimestamp],
])

/** Settings every session of ours has, whoever opens it. */
export function sessionConfig(settings: ConnectionSettings, applicationName: string): pg.ClientConfig {
  return {
    ...settings,
    application_name: applicationName,
    options: '-c timezone=UTC',
    connectionTimeoutMillis: 10_000,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        (format !== 'binary' && parsers.get(oid)) ||
        pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  }
}

const toQuery = (statement: Statement): pg.QueryConfig => ({
  text: statement.text,
  values: statement.values as unknown[],
  ...(statement.name === undefined ? {} : { name: statement.name }),
})

export function openPostgres({
  settings,
  applicationName,
  poolSize = 10,
  onError,
}: PostgresOptions): Postgres {
  const pool = new pg.Pool({
    ...sessionConfig(settings, applicationName),
    max: poolSize,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    // A transaction that waits this long for its own process is a bug; it must not hold locks for ever.
    idle_in_transaction_session_timeout: 60_000,
  })
  pool.on('error', onError)
  return {
    async rows<Row>(statement: Statement) {
      return (await pool.query(toQuery(statement))).rows as Row[]
    },
    begin: (work) => inTransaction(pool, work),
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

async function inTransaction<T>(pool: pg.Pool, work: (connection: Connection) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // The pool listens only while a connection is idle; unheard, a break in the middle would end the process.
  const noteBreak = (error: Error) => {
    broken = error
  }
  client.on('error', noteBreak)
  try {
    await client.query('begin')
    const result = await work(connectionOn(client))
    const { command } = await client.query('commit')
    // PostgreSQL answers a commit after a swallowed failure with a rollback and no error.
    if (command !== 'COMMIT')
      throw new Error('the transaction was rolled back: a failed statement was ignored')
    return result
  } catch (error) {
    await client.query('rollback').catch(noteBreak)
    throw error
  } finally {
    client.off('error', noteBreak)
    // A connection whose rollback failed is in an unknown state: the pool must not hand it out again.
    client.release(broken)
  }
}

function connectionOn(client: pg.PoolClient): Connection {
  let depth = 0
  const rows = async <Row>(statement: Statement) => (await client.query(toQuery(statement))).rows as Row[]
  return {
    rows,
    async savepoint(work) {
      const name = `s${++depth}`
      await client.query(`savepoint ${name}`)
      try {
        const result = await work()
        await client.query(`release savepoint ${name}`)
        return result
      } catch (error) {
        await client.query(`rollback to savepoint ${name}`)
        throw error
      }
    },
  }
}
