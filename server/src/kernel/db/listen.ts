import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Queryable, sql } from './db.ts'
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
  /** Between two signs of life. A dead connection is noticed after two of them at the latest. */
  keepAliveMs?: number
  /** The first wait before connecting again; it doubles up to `maxRetryMs`. */
  retryMs?: number
  maxRetryMs?: number
}

export type Listener = {
  /** Hears a channel from now on, or from `start` on; returns the way to stop. */
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
const goodbyeMs = 1000

/** Wakes the listeners of a channel when the transaction commits. Send ids, never content. */
export async function notify(q: Queryable, channel: string, payload: string): Promise<void> {
  checkChannel(channel)
  const bytes = Buffer.byteLength(payload)
  if (bytes > maxPayloadBytes) {
    throw new Error(`the notice for ${channel} has ${bytes} bytes, more than ${maxPayloadBytes}`)
  }
  await q.rows(sql`select pg_notify(${channel}, ${payload})`)
}

function checkChannel(channel: string): void {
  const bytes = Buffer.byteLength(channel)
  if (bytes === 0 || bytes > maxChannelBytes) {
    throw new Error(`a channel has 1 to ${maxChannelBytes} bytes, not ${bytes}`)
  }
}

/** Listens on one connection that does nothing else, and puts it up again for as long as the process runs. */
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
  const keeper = createConnectionKeeper({
    open: (signal) => openLine(settings, keepAliveMs, signal, subscriptions.deliver),
    greeting: () => subscriptions.channels().map(listen).join('; '),
    // Spread out, so that the nodes do not all come back in the same instant.
    pauseMs: (failures) => Math.min(maxRetryMs, retryMs * 2 ** failures) * (0.5 + Math.random() / 2),
    onNotice,
    onReconnect: () => reconnects.call(),
  })
  return {
    on: (channel, handler) => subscriptions.add(channel, handler, keeper.tell),
    onReconnect: (handler) => reconnects.add(handler),
    start: keeper.start,
    ready: keeper.settled,
    isConnected: keeper.isUp,
    close: keeper.close,
  }
}

type ConnectionKeeperDeps = {
  open(signal: AbortSignal): Promise<Line>
  /** What is sent on every new connection before it counts as up. */
  greeting(): string
  pauseMs(failures: number): number
  onNotice: ListenerDeps['onNotice']
  onReconnect(): void
}

type ConnectionState = ConnectionKeeperDeps & {
  readonly signal: AbortSignal
  readonly events: EventEmitter
  line: Line | null
  isUp: boolean
}

function createConnectionKeeper(deps: ConnectionKeeperDeps) {
  const closing = new AbortController()
  const events = new EventEmitter().setMaxListeners(0)
  const keeping: ConnectionState = { ...deps, signal: closing.signal, events, line: null, isUp: false }
  let starting: Promise<void> | undefined
  let running: Promise<void> | undefined
  async function start(): Promise<void> {
    try {
      running = keepUp(keeping, await putUp(keeping))
    } catch (error) {
      starting = undefined
      throw error
    }
  }
  return {
    start: () => (starting ??= start()),
    tell: (statement: string) => keeping.line?.tell(statement),
    settled: () => settle(keeping),
    isUp: () => keeping.isUp,
    async close() {
      closing.abort()
      await keeping.line?.hangUp()
      await running
    },
  }
}

async function putUp(keeping: ConnectionState): Promise<Line> {
  const line = await keeping.open(keeping.signal)
  // From here on `tell` uses this connection, so nothing is lost while its first statements are in flight.
  keeping.line = line
  try {
    await line.ask(keeping.greeting())
  } catch (error) {
    keeping.line = null
    line.cut()
    throw error
  }
  keeping.isUp = true
  keeping.events.emit('up')
  return line
}

async function keepUp(keeping: ConnectionState, first: Line): Promise<void> {
  for (let line: Line | null = first; line; ) {
    const error = await line.broken
    keeping.line = null
    keeping.isUp = false
    if (keeping.signal.aborted) return
    keeping.onNotice({ kind: 'connection-lost', error })
    line = await putUpAgain(keeping)
    if (!line) return
    keeping.onNotice({ kind: 'reconnected' })
    keeping.onReconnect()
  }
}

/** Null when it was closed meanwhile. */
async function putUpAgain(keeping: ConnectionState): Promise<Line | null> {
  const { signal } = keeping
  for (let failures = 0; ; failures++) {
    await sleep(keeping.pauseMs(failures), undefined, { signal }).catch(() => {})
    if (signal.aborted) return null
    try {
      return await putUp(keeping)
    } catch (error) {
      if (!signal.aborted) keeping.onNotice({ kind: 'reconnect-failed', error: error as Error })
    }
  }
}

/** A connection replies in order, so the reply to one more query comes after everything sent before. */
async function settle(keeping: ConnectionState): Promise<void> {
  const { signal, events } = keeping
  while (!signal.aborted) {
    const line = keeping.isUp ? keeping.line : null
    const hasReplied = await line?.ask('select 1').then(
      () => true,
      () => false,
    )
    if (hasReplied) return
    if (!keeping.isUp) await once(events, 'up', { signal }).catch(() => {})
  }
}

type Handlers<T> = { add(handler: (value: T) => void): () => void; call(value: T): void; isEmpty(): boolean }

/** Handlers of one thing. One that throws is reported and does not keep the others from being called. */
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
    add(channel: string, handler: (payload: string) => void, tell: (statement: string) => void): () => void {
      checkChannel(channel)
      let handlers = byChannel.get(channel)
      if (!handlers) {
        handlers = createHandlers((error) => onNotice({ kind: 'handler-failed', channel, error }))
        byChannel.set(channel, handlers)
        tell(listen(channel))
      }
      const remove = handlers.add(handler)
      return () => {
        remove()
        if (byChannel.get(channel) !== handlers || !handlers.isEmpty()) return
        byChannel.delete(channel)
        tell(`un${listen(channel)}`)
      }
    },
  }
}

/** One connection from its opening to its break. */
type Line = {
  ask(statement: string): Promise<void>
  /** Says something without waiting. A refusal breaks the line: half of the channels would never be heard. */
  tell(statement: string): void
  /** Resolves with the reason when the line is of no more use. */
  readonly broken: Promise<Error>
  cut(): void
  hangUp(): Promise<void>
}

async function openLine(
  settings: ConnectionSettings,
  keepAliveMs: number,
  signal: AbortSignal,
  deliver: (channel: string, payload: string) => void,
): Promise<Line> {
  signal.throwIfAborted()
  const client = new pg.Client({ ...sessionConfig(settings, 'stoa listen'), keepAlive: true })
  const cut = () => client.connection.stream.destroy()
  const { promise: broken, resolve: breakWith } = Promise.withResolvers<Error>()
  client.on('error', breakWith)
  client.on('end', () => breakWith(new Error('the connection was closed')))
  client.on('notification', ({ channel, payload }) => deliver(channel, payload ?? ''))
  signal.addEventListener('abort', cut)
  try {
    await client.connect()
  } catch (error) {
    cut()
    throw error
  } finally {
    signal.removeEventListener('abort', cut)
  }
  // One statement at a time, because the driver is about to give up queueing them by itself.
  let last: Promise<unknown> = Promise.resolve()
  const ask = (statement: string): Promise<void> => {
    const result = last.then(() => client.query(statement)).then(() => {})
    last = result.catch(() => {})
    return result
  }
  const stopProbing = probe(ask, keepAliveMs, breakWith)
  void broken.then(() => {
    stopProbing()
    cut()
  })
  return {
    broken,
    cut,
    ask,
    tell: (statement) => void ask(statement).catch(breakWith),
    async hangUp() {
      const timer = setTimeout(cut, goodbyeMs)
      await client.end()
      clearTimeout(timer)
    },
  }
}

/** A peer that vanished without a word is noticed by nothing but a question it leaves unanswered. */
function probe(ask: Line['ask'], everyMs: number, onSilence: (error: Error) => void): () => void {
  let isWaiting = false
  const timer = setInterval(() => {
    if (isWaiting) return onSilence(new Error(`the server did not respond within ${everyMs} ms`))
    isWaiting = true
    ask('select 1').then(
      () => {
        isWaiting = false
      },
      () => {},
    )
  }, everyMs)
  return () => clearInterval(timer)
}
