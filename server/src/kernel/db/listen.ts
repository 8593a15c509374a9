import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Queryable, type Statement, sql } from './db.ts'
import { type ConnectionSettings, sessionConfig } from './postgres.ts'

/** What the log should know; the listener itself continues in every case. */
export type ListenerNotice =
  | { kind: 'connection-lost'; error: Error }
  | { kind: 'reconnect-failed'; error: Error }
  | { kind: 'reconnected' }
  /** The channel is null for a handler of reconnects. */
  | { kind: 'handler-failed'; channel: string | null; error: unknown }

export type ListenerDeps = {
  settings: ConnectionSettings
  onNotice(notice: ListenerNotice): void
  /** Between two heartbeats. A dead connection is noticed after two of them at the latest. */
  keepAliveMs?: number
  /** The first wait before connecting again; it doubles up to `maxRetryMs`. */
  retryMs?: number
  maxRetryMs?: number
}

export type Listener = {
  /** Subscribes to a channel from now on, or from `start` on; returns the function that unsubscribes. */
  on(channel: string, handler: (payload: string) => void): () => void
  /** Called after every reconnect: what was sent in between is lost, so look for it. */
  onReconnect(handler: () => void): () => void
  /** Resolves once every channel is subscribed; fails when the server cannot be reached. */
  start(): Promise<void>
  /**
   * Resolves once the channels added so far are subscribed. What is read after that and what is received from then
   * on leave no gap.
   */
  ready(): Promise<void>
  isConnected(): boolean
  close(): Promise<void>
}

// PostgreSQL cuts longer names off when it listens and refuses them when it notifies.
const maxChannelBytes = 63
// PostgreSQL refuses 8000 bytes and more.
const maxPayloadBytes = 7999
// A server that does not respond to the close must not delay the end of the process.
const closeTimeoutMs = 1000

/** Wakes the listeners of a channel when the transaction commits. Send ids, never content. */
export function notifying(channel: string, payload: string): Statement {
  checkChannel(channel)
  const bytes = Buffer.byteLength(payload)
  if (bytes > maxPayloadBytes) {
    throw new Error(`the notice for ${channel} has ${bytes} bytes, more than ${maxPayloadBytes}`)
  }
  return sql`select pg_notify(${channel}, ${payload})`
}

export async function notify(q: Queryable, channel: string, payload: string): Promise<void> {
  await q.rows(notifying(channel, payload))
}

function checkChannel(channel: string): void {
  const bytes = Buffer.byteLength(channel)
  if (bytes === 0 || bytes > maxChannelBytes) {
    throw new Error(`a channel has 1 to ${maxChannelBytes} bytes, not ${bytes}`)
  }
}

/** Listens on one connection that does nothing else, and reconnects for as long as the process runs. */
export function createListener({
  settings,
  onNotice,
  keepAliveMs = 10_000,
  retryMs = 200,
  maxRetryMs = 5000,
}: ListenerDeps): Listener {
  const subscriptions = createSubscriptions(onNotice)
  const reconnects = createHandlers<void>((error) =>
    onNotice({ kind: 'handler-failed', channel: null, error }),
  )
  const connection = createReconnectingConnection({
    open: (signal) => openConnection(settings, keepAliveMs, signal, subscriptions.deliver),
    initialStatements: () => subscriptions.channels().map(listen).join('; '),
    // Spread out, so that the nodes do not all reconnect at the same time.
    backoffMs: (failures) => Math.min(maxRetryMs, retryMs * 2 ** failures) * (0.5 + Math.random() / 2),
    onNotice,
    onReconnect: () => reconnects.call(),
  })
  return {
    on: (channel, handler) => subscriptions.add(channel, handler, connection.send),
    onReconnect: (handler) => reconnects.add(handler),
    start: connection.start,
    ready: connection.settled,
    isConnected: connection.isConnected,
    close: connection.close,
  }
}

type ReconnectingDeps = {
  open(signal: AbortSignal): Promise<ListenConnection>
  /** What is sent on every new connection before it counts as connected. */
  initialStatements(): string
  backoffMs(failures: number): number
  onNotice: ListenerDeps['onNotice']
  onReconnect(): void
}

type ConnectionState = ReconnectingDeps & {
  readonly signal: AbortSignal
  readonly events: EventEmitter
  current: ListenConnection | null
  isConnected: boolean
}

function createReconnectingConnection(deps: ReconnectingDeps) {
  const closing = new AbortController()
  const events = new EventEmitter().setMaxListeners(0)
  const state: ConnectionState = {
    ...deps,
    signal: closing.signal,
    events,
    current: null,
    isConnected: false,
  }
  let starting: Promise<void> | undefined
  let running: Promise<void> | undefined
  async function start(): Promise<void> {
    try {
      running = reconnectUntilClosed(state, await connect(state))
    } catch (error) {
      starting = undefined
      throw error
    }
  }
  return {
    start: () => (starting ??= start()),
    send: (statement: string) => state.current?.send(statement),
    settled: () => settle(state),
    isConnected: () => state.isConnected,
    async close() {
      closing.abort()
      await state.current?.close()
      await running
    },
  }
}

async function connect(state: ConnectionState): Promise<ListenConnection> {
  const connection = await state.open(state.signal)
  // From here on `send` uses this connection, so nothing is lost while its first statements are in flight.
  state.current = connection
  try {
    await connection.query(state.initialStatements())
  } catch (error) {
    state.current = null
    connection.destroy()
    throw error
  }
  state.isConnected = true
  state.events.emit('connected')
  return connection
}

async function reconnectUntilClosed(state: ConnectionState, first: ListenConnection): Promise<void> {
  for (let connection: ListenConnection | null = first; connection; ) {
    const error = await connection.failed
    state.current = null
    state.isConnected = false
    if (state.signal.aborted) return
    state.onNotice({ kind: 'connection-lost', error })
    connection = await reconnect(state)
    if (!connection) return
    state.onNotice({ kind: 'reconnected' })
    state.onReconnect()
  }
}

/** Null when it was closed meanwhile. */
async function reconnect(state: ConnectionState): Promise<ListenConnection | null> {
  const { signal } = state
  for (let failures = 0; ; failures++) {
    await sleep(state.backoffMs(failures), undefined, { signal }).catch(() => {})
    if (signal.aborted) return null
    try {
      return await connect(state)
    } catch (error) {
      if (!signal.aborted) state.onNotice({ kind: 'reconnect-failed', error: error as Error })
    }
  }
}

/** A connection replies in order, so the reply to one more query comes after everything sent before. */
async function settle(state: ConnectionState): Promise<void> {
  const { signal, events } = state
  while (!signal.aborted) {
    const connection = state.isConnected ? state.current : null
    const hasReplied = await connection?.query('select 1').then(
      () => true,
      () => false,
    )
    if (hasReplied) return
    if (!state.isConnected) await once(events, 'connected', { signal }).catch(() => {})
  }
}

type Handlers<T> = { add(handler: (value: T) => void): () => void; call(value: T): void; isEmpty(): boolean }

/** Handlers of one event. One that throws is reported, and the others are called all the same. */
function createHandlers<T>(onFailure: (error: unknown) => void): Handlers<T> {
  const entries = new Set<{ handler: (value: T) => void }>()
  return {
    add(handler) {
      const entry = { handler }
      entries.add(entry)
      return () => entries.delete(entry)
    },
    call(value) {
      for (const { handler } of [...entries]) {
        try {
          handler(value)
        } catch (error) {
          onFailure(error)
        }
      }
    },
    isEmpty: () => entries.size === 0,
  }
}

const listen = (channel: string): string => `listen ${pg.escapeIdentifier(channel)}`

function createSubscriptions(onNotice: ListenerDeps['onNotice']) {
  const byChannel = new Map<string, Handlers<string>>()
  return {
    channels: () => [...byChannel.keys()],
    deliver: (channel: string, payload: string) => byChannel.get(channel)?.call(payload),
    add(channel: string, handler: (payload: string) => void, send: (statement: string) => void): () => void {
      checkChannel(channel)
      let handlers = byChannel.get(channel)
      if (!handlers) {
        handlers = createHandlers((error) => onNotice({ kind: 'handler-failed', channel, error }))
        byChannel.set(channel, handlers)
        send(listen(channel))
      }
      const remove = handlers.add(handler)
      return () => {
        remove()
        if (byChannel.get(channel) !== handlers || !handlers.isEmpty()) return
        byChannel.delete(channel)
        send(`un${listen(channel)}`)
      }
    },
  }
}

/** One connection from when it is opened until it fails. */
type ListenConnection = {
  query(statement: string): Promise<void>
  /** Sends a statement without waiting. An error fails the connection: some channels would not be subscribed. */
  send(statement: string): void
  /** Resolves with the reason when the connection has failed. */
  readonly failed: Promise<Error>
  destroy(): void
  close(): Promise<void>
}

async function openConnection(
  settings: ConnectionSettings,
  keepAliveMs: number,
  signal: AbortSignal,
  deliver: (channel: string, payload: string) => void,
): Promise<ListenConnection> {
  signal.throwIfAborted()
  const client = new pg.Client({ ...sessionConfig(settings, 'stoa listen'), keepAlive: true })
  const destroy = () => client.connection.stream.destroy()
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>()
  client.on('error', fail)
  client.on('end', () => fail(new Error('the connection was closed')))
  client.on('notification', ({ channel, payload }) => deliver(channel, payload ?? ''))
  signal.addEventListener('abort', destroy)
  try {
    await client.connect()
  } catch (error) {
    destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', destroy)
  }
  // One statement at a time, because a next version of the driver no longer queues them.
  let last: Promise<unknown> = Promise.resolve()
  const query = (statement: string): Promise<void> => {
    const result = last.then(() => client.query(statement)).then(() => {})
    last = result.catch(() => {})
    return result
  }
  const stopHeartbeat = startHeartbeat(query, keepAliveMs, fail)
  void failed.then(() => {
    stopHeartbeat()
    destroy()
  })
  return {
    failed,
    destroy,
    query,
    send: (statement) => void query(statement).catch(fail),
    async close() {
      const timer = setTimeout(destroy, closeTimeoutMs)
      await client.end()
      clearTimeout(timer)
    },
  }
}

/** A peer that disappeared without closing the connection is noticed only by a query that times out. */
function startHeartbeat(
  query: ListenConnection['query'],
  everyMs: number,
  onTimeout: (error: Error) => void,
): () => void {
  let isWaiting = false
  const timer = setInterval(() => {
    if (isWaiting) return onTimeout(new Error(`the server did not respond within ${everyMs} ms`))
    isWaiting = true
    query('select 1').then(
      () => {
        isWaiting = false
      },
      () => {},
    )
  }, everyMs)
  return () => clearInterval(timer)
}
