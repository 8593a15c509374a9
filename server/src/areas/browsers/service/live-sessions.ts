import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { Log } from '../../../kernel/log.ts'
import type { ProxySettings } from '../../../kernel/net/upstream-proxy/upstream-proxy.ts'
import { type Scope, userScope } from '../../../kernel/scope.ts'
import type { Drivers } from '../drivers/drivers.ts'
import type { CallOptions, Host } from '../drivers/host.ts'
import type { CallName, Calls, SessionEvent } from '../protocol/messages.ts'
import { notePlace, type StoredSession } from '../store/session.ts'
import { browserLimits } from './limits.ts'
import type { Profiles } from './profiles.ts'
import { sessionBusy } from './refusals.ts'
import type { End, SessionRows } from './session-rows.ts'

export type Live = {
  session: StoredSession
  /** Of who created it: what happens in it by itself is done with these rights. */
  scope: Scope
  host: Host
  uploads: string | null
  control: 'agent' | 'human'
  /** A tool uses it, with secrets that no caller may read: no one else gets in. */
  isPrivate: boolean
  waiting: number
  tail: Promise<unknown>
  usedAt: number
  ending: Promise<void> | null
  /** Those who look at it, and clients that are connected to its browser. */
  followers: Set<Follower>
}

/** What follows a session from outside for as long as it is connected. */
export type Follower = {
  onEvent?(event: SessionEvent, body: Buffer | null): void
  /** Who controls the session has changed. */
  onControl?(control: Live['control']): void
  onEnd(): void
}

export type LiveDeps = {
  db: Db
  clock: Clock
  log: Log
  drivers: Drivers
  rows: SessionRows
  profiles: Profiles
  /** What happens in a session by itself. */
  onEvent(live: Live, event: SessionEvent, body: Buffer | null): void
}

type Queued = {
  session: StoredSession
  scope: Scope
  /** With its credentials, which are nowhere else. */
  proxy?: ProxySettings | null
  isPrivate?: boolean
  hasFailed?: boolean
}

const openTimeoutMs = 45_000
const closeTimeoutMs = 10_000
const tickMs = 1_000
// Starts them also where the end of another was missed, or the database failed at that moment.
const queueEveryTicks = 5
// Each takes some 100 MB; what does not fit waits.
const maxPerNode = 20

/** The sessions whose browsers are on this node, and those that wait for one. */
export function createLiveSessions(deps: LiveDeps) {
  const { db, clock, log, drivers, rows, profiles } = deps
  const all = new Map<string, Live>()
  let queue: Queued[] = []
  const passes = new Map<string, { isOutdated: boolean }>()
  let starting = 0
  let timer: NodeJS.Timeout | null = null
  let ticks = 0
  const now = () => clock.now().getTime()

  async function open({ session, scope, proxy = null, isPrivate = false }: Queued): Promise<Live> {
    const { viewport, locale, timezone, allowedHosts } = session.options
    const host = drivers.hostOf(session.driver)
    const storageState = await profiles.load(session)
    const { output } = await host.call(
      session.id,
      'open',
      { viewport, locale, timezone, allowedHosts, storageState, proxy },
      { timeoutMs: openTimeoutMs },
    )
    const live: Live = {
      session,
      scope,
      host,
      uploads: output.uploads,
      control: 'agent',
      isPrivate,
      waiting: 0,
      tail: Promise.resolve(),
      usedAt: now(),
      ending: null,
      followers: new Set(),
    }
    all.set(session.id, live)
    await notePlace(db, session, { ...output, usedAt: null })
    return live
  }

  /** Throws when the browser does not start; then the session has ended. */
  async function start(queued: Queued): Promise<Live | 'queued' | 'ended'> {
    if (all.size + starting >= maxPerNode) return 'queued'
    starting++
    try {
      const session = await rows.start(queued.session)
      if (session === 'queued' || session === 'ended') return session
      try {
        return await open({ ...queued, session })
      } catch (error) {
        queued.hasFailed = true
        const opened = all.get(session.id)
        const failed = startFailed((error as Error).message)
        await (opened ? end(opened, failed) : rows.end(userScope(session), session.id, failed))
        throw error
      }
    } finally {
      starting--
    }
  }

  /**
   * It has ended, or nothing says whether it was started: the connection broke before the database had responded. Then
   * no one uses it.
   */
  async function giveUp({ session }: Queued): Promise<void> {
    const how = startFailed('The database was out of reach.')
    await rows
      .end(userScope(session), session.id, how)
      .catch((error) => log.warn({ err: error, sessionId: session.id }, 'a browser session was not ended'))
  }

  async function startOrGiveUp(queued: Queued): Promise<Live | 'queued' | 'ended'> {
    try {
      return await start(queued)
    } catch (error) {
      if (!queued.hasFailed) await giveUp(queued)
      throw error
    }
  }

  /** False when the first of the user that waits has to wait longer, or when none waits. */
  async function startFirstOf(userId: string): Promise<boolean> {
    const queued = queue.find(({ session }) => session.userId === userId)
    if (!queued) return false
    try {
      const started = await start(queued)
      if (started === 'queued') return false
      if (started === 'ended') await giveUp(queued)
    } catch (error) {
      log.warn({ err: error, sessionId: queued.session.id }, 'a browser session did not start')
      if (!queued.hasFailed) return false
    }
    queue = queue.filter((each) => each !== queued)
    return true
  }

  /** One at a time for a user: a session that ends in between must not let a later one start first. */
  async function startQueuedOf(userId: string): Promise<void> {
    const pass = passes.get(userId)
    if (pass) {
      pass.isOutdated = true
      return
    }
    const current = { isOutdated: false }
    passes.set(userId, current)
    try {
      do {
        current.isOutdated = false
        while (await startFirstOf(userId));
      } while (current.isOutdated)
    } finally {
      passes.delete(userId)
    }
  }

  /** Those that wait are tried in the order of each user, when one has ended anywhere. */
  function startQueued(): void {
    for (const userId of new Set(queue.map(({ session }) => session.userId))) void startQueuedOf(userId)
  }

  async function endNow(live: Live, end: End): Promise<void> {
    const { session, host } = live
    if (end.reason !== 'crashed' && end.reason !== 'memory_limit' && end.reason !== 'host_restart')
      await profiles.save(session, host).catch((error) => log.warn({ err: error }, 'a profile was not saved'))
    await host.call(session.id, 'close', {}, { timeoutMs: closeTimeoutMs }).catch(() => undefined)
    all.delete(session.id)
    for (const follower of live.followers) follower.onEnd()
    const ended = await rows.end(userScope(session), session.id, end)
    if (!ended) await rows.release(session)
  }

  function end(live: Live, how: End): Promise<void> {
    live.ending ??= endNow(live, how).finally(startQueued)
    return live.ending
  }

  function endQuietly(live: Live, how: End): void {
    end(live, how).catch((error) =>
      log.warn({ err: error, sessionId: live.session.id }, 'a browser session was not ended'),
    )
  }

  /** Looks at the clocks and the credits of every session. */
  function tick(): void {
    if (++ticks % queueEveryTicks === 0) startQueued()
    for (const live of all.values()) {
      if (live.ending) continue
      const { session } = live
      const isIdle = live.waiting === 0 && live.control === 'agent' && !session.keepAlive
      if (now() >= Date.parse(session.expiresAt!))
        endQuietly(live, { status: 'timed_out', reason: 'max_duration' })
      else if (isIdle && now() - live.usedAt >= session.idleTimeoutSec * 1000)
        endQuietly(live, { status: 'timed_out', reason: 'idle_timeout' })
      else void pay(live)
    }
  }

  async function pay(live: Live): Promise<void> {
    try {
      if (!(await rows.raise(live.session)))
        endQuietly(live, {
          status: 'error',
          reason: 'insufficient_credits',
          error: 'The credits are used up.',
        })
    } catch (error) {
      log.warn({ err: error }, 'credits of a browser session were not held')
    }
  }

  return {
    /** Starts it; null when it waits, or was ended already. */
    async add(queued: Queued): Promise<Live | null> {
      timer ??= setInterval(tick, tickMs).unref()
      const isFirst = !queue.some(({ session }) => session.userId === queued.session.userId)
      const started = isFirst ? await startOrGiveUp(queued) : 'queued'
      if (started === 'queued') queue.push(queued)
      return typeof started === 'string' ? null : started
    },
    find: (id: string): Live | undefined => all.get(id),
    /** One thing is done with a session at a time; 409 when too many wait already. */
    inTurn<T>(live: Live, work: () => Promise<T>): Promise<T> {
      if (live.waiting > browserLimits.waiting) throw sessionBusy()
      live.waiting++
      const done = live.tail.then(work).finally(() => {
        live.waiting--
        live.usedAt = now()
      })
      live.tail = done.catch(() => undefined)
      return done
    },
    call: <Name extends CallName>(
      live: Live,
      name: Name,
      input: Calls[Name]['input'],
      options?: CallOptions,
    ) => live.host.call(live.session.id, name, input, options),
    /** Used by other means than a call in turn. */
    noteUse(live: Live): void {
      live.usedAt = now()
    },
    setControl(live: Live, control: Live['control']): void {
      live.control = control
      live.usedAt = now()
      for (const follower of [...live.followers]) follower.onControl?.(control)
    },
    end,
    startQueued,
    /** It was ended, or erased, by a request on any node. */
    drop(id: string): void {
      queue = queue.filter(({ session }) => session.id !== id)
      const live = all.get(id)
      if (live) endQuietly(live, { status: 'completed', reason: 'closed' })
      else startQueued()
    },
    handleEvent(id: string, event: SessionEvent, body: Buffer | null): void {
      const live = all.get(id)
      if (!live) return
      if (event.kind === 'ended')
        endQuietly(live, { status: 'error', reason: event.reason, error: event.message })
      for (const follower of live.followers) follower.onEvent?.(event, body)
      deps.onEvent(live, event, body)
    },
    /** The process of a driver has died, with its browsers. */
    loseAll(driver: StoredSession['driver']): void {
      for (const live of all.values())
        if (live.session.driver === driver)
          endQuietly(live, {
            status: 'error',
            reason: 'crashed',
            error: 'The process of the browsers ended.',
          })
    },
    async stop(): Promise<void> {
      if (timer) clearInterval(timer)
      const waiting = queue
      queue = []
      const how = { status: 'error', reason: 'host_restart', error: 'The server stopped.' } as const
      for (const live of all.values()) await profiles.save(live.session, live.host).catch(() => undefined)
      await Promise.allSettled([...all.values()].map((live) => end(live, how)))
      await Promise.allSettled(waiting.map(({ session }) => rows.end(userScope(session), session.id, how)))
    },
  }
}

const startFailed = (error: string): End => ({ status: 'error', reason: 'start_failed', error })

export type LiveSessions = ReturnType<typeof createLiveSessions>
