import pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import type { Connection, Driver, Statement } from './db.ts'
import { markOutage } from './outage.ts'
import { type PipelinedStatement, roundTrip, type StatementResult, UnreadableValue } from './round-trip.ts'

/** How to reach the server: a URL, or the socket directory and names of the embedded one. */
export type ConnectionSettings = pg.ClientConfig

export type Timeouts = { connectMs: number; responseMs: number }

export type PostgresOptions = {
  settings: ConnectionSettings
  applicationName: string
  poolSize?: number
  /** By a pooler in transaction mode: nothing may be stored in a session, neither settings nor prepared statements. */
  isPooled?: boolean
  /** For a server that can be done without: how long it has for a connection, and for a response. */
  timeouts?: Timeouts
  /** Called for connections that broke while idle; without a listener such a break would end the process. */
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

const utcForm = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/

/** Sessions run in UTC, so `2026-01-02 03:04:05.678901+00` becomes an ISO text without the detour of a Date. */
function parseTimestamp(text: string): string {
  if (!utcForm.test(text)) return text
  const millis = text.length === 22 ? '000' : text.slice(20, -3).padEnd(3, '0').slice(0, 3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${millis}Z`
}

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, parseBigint],
  [builtins.TIMESTAMPTZ, parseTimestamp],
])

const utc = { timezone: 'UTC', datestyle: 'ISO' }

/** What every session that serves requests has. */
export const sessionSettings: Readonly<Record<string, string>> = {
  ...utc,
  // Conditions are checked by one statement and relied on by the next, which must see what was committed in between.
  default_transaction_isolation: 'read committed',
  // Requests run side by side already: workers that help one of them take the processors from the others.
  max_parallel_workers_per_gather: '0',
  // Sums over everyone in a project stay in memory.
  work_mem: '16MB',
  // Pages that are looked up are in memory as well or on a disk without moving parts: the default is for others, and has
  // small tables read from end to end instead of looking up keys.
  random_page_cost: '1.1',
  statement_timeout: '30s',
  // A transaction that waits this long for its own process is a bug; it must not hold locks forever.
  idle_in_transaction_session_timeout: '60s',
}

const asOptions = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ')

/**
 * The settings with more options, beside those in the operator's URL: the driver would drop ours. They come last, because
 * the last of two conflicting options wins.
 */
function withOptions(
  { connectionString, ...settings }: ConnectionSettings,
  options: string,
): ConnectionSettings {
  const fromUrl = connectionString === undefined ? {} : parseIntoClientConfig(connectionString)
  const existing = fromUrl.options ?? settings.options
  const all = [existing, options].filter(Boolean).join(' ')
  return { ...settings, ...fromUrl, ...(all === '' ? {} : { options: all }) }
}

/** Settings every session of ours has, no matter who opens it. */
export function sessionConfig(
  settings: ConnectionSettings,
  applicationName: string,
  options: Readonly<Record<string, string>> = utc,
): pg.ClientConfig {
  return {
    ...withOptions(settings, asOptions(options)),
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        (format !== 'binary' && parsers.get(oid)) ||
        pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  }
}

// A connection with its cached plans takes the database some 8 MB; the last one used is used first, so that few of them stay.
const idleMs = 10_000

export function openPostgres({
  settings,
  applicationName,
  poolSize = 10,
  isPooled = false,
  timeouts,
  onError,
}: PostgresOptions): Postgres {
  const sendAll = isPooled ? sendUnnamed : roundTrip
  const send = timeouts ? sendWithin(sendAll, timeouts.responseMs + cancelMs) : sendAll
  const ownSettings = timeouts
    ? { ...sessionSettings, statement_timeout: `${timeouts.responseMs}ms` }
    : sessionSettings
  const pool = new pg.Pool({
    ...sessionConfig(settings, applicationName, isPooled ? {} : ownSettings),
    ...(timeouts && { connectionTimeoutMillis: timeouts.connectMs }),
    max: poolSize,
    idleTimeoutMillis: idleMs,
  })
  let isClosing = false
  // A server that stops while connections are being closed may end some of them first.
  pool.on('error', (error) => {
    if (!isClosing) onError(error)
  })
  // The pool listens only while a connection is idle; unheard, a break in the middle would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    rows: async <Row>(statement: Statement) => (await oneRoundTrip(pool, send, [statement]))[0] as Row[],
    together: (statements) => oneRoundTrip(pool, send, statements),
    begin: (work) => inTransaction(pool, send, work),
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close() {
      isClosing = true
      return pool.end()
    },
  }
}

type Send = typeof roundTrip

/** Without names, which only the session that prepared them knows. */
const sendUnnamed: Send = (client, pipelined) =>
  roundTrip(
    client,
    pipelined.map(({ statement: { text, values }, needsResult }) => ({
      statement: { text, values },
      needsResult,
    })),
  )

// A server that works ends a statement that takes too long itself, and its connection stays usable.
const cancelMs = 1_000

export class NoResponse extends Error {}

/** A process that hangs, or a host that vanished without a word, ends nothing: then the connection is given up. */
function sendWithin(send: Send, maxMs: number): Send {
  return async (client, pipelined) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new NoResponse('the database has not responded in time')), maxMs)
    })
    try {
      return await Promise.race([send(client, pipelined), late])
    } finally {
      clearTimeout(timer)
    }
  }
}

const connect = (pool: pg.Pool): Promise<pg.PoolClient> =>
  pool.connect().catch((error) => Promise.reject(markOutage(error)))

async function oneRoundTrip(
  pool: pg.Pool,
  send: Send,
  statements: readonly Statement[],
): Promise<unknown[][]> {
  const client = await connect(pool)
  try {
    const results = await send(client, statements.map(withResult))
    client.release()
    return results.map(({ rows }) => rows)
  } catch (error) {
    client.release(leavesUsable(error) ? undefined : (error as Error))
    throw markOutage(error)
  }
}

const withResult = (statement: Statement): PipelinedStatement => ({ statement, needsResult: true })

/** An error response of the server leaves the connection usable; anything else may have broken it. */
export const leavesUsable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ? error.severity === 'ERROR' : error instanceof UnreadableValue

async function inTransaction<T>(
  pool: pg.Pool,
  send: Send,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const client = await connect(pool)
  const { connection, commit, rollback } = transactionOn(client, send)
  let broken: Error | undefined
  try {
    const result = await work(connection)
    await commit()
    return result
  } catch (error) {
    await rollback().catch((failure: Error) => {
      broken = failure
    })
    throw broken ? markOutage(error) : error
  } finally {
    // A connection whose rollback failed is in an unknown state: the pool must not reuse it.
    client.release(broken)
  }
}

/** Statements without values always read the same, so that the server can keep them. */
const fixed = (text: string): Statement => ({ text, values: [], name: text })

/**
 * One open transaction. What begins or ends it or one of its savepoints has no result worth waiting for, so it waits
 * itself until a statement goes to the server and travels in front of that one.
 */
function transactionOn(client: pg.PoolClient, sendTogether: Send) {
  const begin = fixed('begin')
  const waiting = [begin]
  const ownStatements = new WeakSet<Statement>()
  const pendingResults = new WeakMap<Statement, PromiseWithResolvers<unknown[]>>()
  let depth = 0
  const isUntouched = () => waiting[0] === begin && !waiting.some((statement) => ownStatements.has(statement))

  async function send(...last: Statement[]): Promise<StatementResult<unknown>> {
    const inBatch = [...waiting, ...last]
    try {
      const pending = sendTogether(
        client,
        inBatch.map((statement) => ({
          statement,
          needsResult: statement === last[0] || pendingResults.has(statement),
        })),
      )
      // Not earlier: a statement that could not be sent must not take the beginning of the transaction with it.
      waiting.length = 0
      const results = await pending
      inBatch.forEach((statement, i) => void pendingResults.get(statement)?.resolve(results[i]!.rows))
      return results.at(-1)!
    } catch (error) {
      for (const statement of inBatch) pendingResults.get(statement)?.reject(error)
      throw error
    }
  }

  function pipelineAndAwait(statement: Statement): Promise<unknown[]> {
    const result = Promise.withResolvers<unknown[]>()
    // Who waits for the statement behind it learns of a failure there.
    result.promise.catch(() => undefined)
    pendingResults.set(statement, result)
    ownStatements.add(statement)
    waiting.push(statement)
    // When the current tick is over, no other statement comes that it could travel with.
    process.nextTick(() => {
      if (waiting.includes(statement)) send().catch(() => undefined)
    })
    return result.promise
  }

  async function savepoint<T>(work: () => Promise<T>): Promise<T> {
    const name = `s${++depth}`
    const start = fixed(`savepoint ${name}`)
    waiting.push(start)
    try {
      const result = await work()
      if (waiting.at(-1) === start) waiting.pop()
      else waiting.push(fixed(`release savepoint ${name}`))
      return result
    } catch (error) {
      const unsent = waiting.indexOf(start)
      waiting.splice(Math.max(0, unsent))
      // When even this fails, the reason of the failure before it says more, and the commit will not succeed either.
      if (unsent < 0) await send(fixed(`rollback to savepoint ${name}`)).catch(() => undefined)
      throw error
    } finally {
      depth--
    }
  }

  return {
    connection: {
      savepoint,
      rows: async <Row>(statement: Statement) => (await send(statement)).rows as Row[],
      pipelineAndAwait: <Row>(statement: Statement) => pipelineAndAwait(statement) as Promise<Row[]>,
      pipeline(statement) {
        ownStatements.add(statement)
        waiting.push(statement)
      },
    },
    async commit(): Promise<void> {
      if (isUntouched()) return
      const { command } = await send(fixed('commit'))
      // PostgreSQL turns a commit after a swallowed failure into a rollback without an error.
      if (command !== 'COMMIT')
        throw new Error('the transaction was rolled back: a failed statement was ignored')
    },
    async rollback(): Promise<void> {
      if (waiting[0] === begin) return
      waiting.length = 0
      await send(fixed('rollback'))
    },
  } satisfies { connection: Connection; commit(): Promise<void>; rollback(): Promise<void> }
}
