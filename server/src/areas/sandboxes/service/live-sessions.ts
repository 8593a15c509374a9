import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { createSemaphore } from '../../../kernel/limits/semaphore.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Sandboxes as Engine } from '../../../kernel/sandbox/sandboxes.ts'
import type { SandboxSession } from '../../../kernel/sandbox/session.ts'
import type { Language } from '../schema/stored-execution.ts'
import type { SessionKey } from '../store/hold.ts'
import type { Holding, ReleaseState } from './holding.ts'
import type { InFlight } from './in-flight.ts'
import { sandboxLimits } from './limits.ts'
import { sessionBusy, stopping } from './refusals.ts'

export type LiveTiming = {
  /** After the last use before a session is saved; a program that sends one script after the other need not wait. */
  quietMs: number
  /** After the first use that is not saved. */
  maxUnsavedMs: number
  /** After which a session that no one uses gives its processes back. It wakes from its save. */
  hibernateMs: number
}

export const defaultTiming: LiveTiming = { quietMs: 300, maxUnsavedMs: 5_000, hibernateMs: 60_000 }

export type LiveDeps = { engine: Engine; holding: Holding; log: Log; inFlight: InFlight; timing: LiveTiming }

type Live = {
  key: SessionKey
  engine: SandboxSession
  /** The hold it is under, or the last it was under. */
  holdNumber: number | null
  isHeld: boolean
  /** It holds what the last save does not have. */
  isDirty: boolean
  /** Recorded in case this node dies: something would be lost that is stored nowhere else. */
  isMarked: boolean
  dirtySince: number
  /** The languages whose interpreters hold something. */
  languages: Set<Language>
  waiting: number
  /** How many of those who wait or have their turn are not saves of ours. */
  users: number
  tail: Promise<unknown>
  timer: NodeJS.Timeout | null
  /** Aborted when the session has ended. */
  end: AbortController
}

/** What someone does with a session while it has its turn. */
export type SessionUse = {
  session: SandboxSession
  /** Aborted when the session ends: closing alone would let a script complete first. */
  signal: AbortSignal
  /** Must be called before anything in the session is changed. */
  willChange(language: Language | null): Promise<void>
  /** The interpreter of the language did not survive. */
  wasLost(language: Language): void
}

// As long as the slowest save and the script before it may take.
const maxWaitMs = 45_000
const retryAfterMs = 100
const saveAgainMs = 5_000
// Memory is what the engine counts; this bounds the list itself. Those least used are forgotten first.
const maxLive = 1_000
// A save has up to some 150 MB, which pass through this process several times over.
const maxConcurrentSaves = Math.max(2, availableParallelism() / 2)
const unsaved = { kind: 'unsaved' } as const
// Sessions of a project share processes, so that one that goes may free nothing yet.
const hibernateBatchSize = 8

/** The sessions that have processes on this node. One thing is done with a session at a time. */
export function createLiveSessions({ engine, holding, log, inFlight, timing }: LiveDeps) {
  const all = new Map<string, Live>()
  const saves = createSemaphore(maxConcurrentSaves)

  function liveOf(key: SessionKey): Live {
    const known = all.get(key.id)
    // Moved to the end: the first is the one that was used longest ago.
    if (known) all.delete(key.id)
    const live: Live = known ?? {
      key,
      engine: engine.open({
        projectId: key.projectId,
        lastSave: () => holding.lastSave(key),
        changes: {
          list: () => holding.listChanges(key),
          add: (archive) => holding.addChange(key, live.holdNumber!, archive),
        },
        evictIdle: hibernateSome,
      }),
      holdNumber: null,
      isHeld: false,
      isDirty: false,
      isMarked: false,
      dirtySince: 0,
      waiting: 0,
      users: 0,
      tail: Promise.resolve(),
      timer: null,
      end: new AbortController(),
      languages: new Set<Language>(),
    }
    all.set(key.id, live)
    return live
  }

  function sequentially<T>(live: Live, work: () => Promise<T>): Promise<T> {
    live.waiting++
    const done = live.tail.then(work).finally(() => live.waiting--)
    live.tail = done.catch(() => undefined)
    return inFlight.add(done)
  }

  async function hold(live: Live): Promise<void> {
    if (live.isHeld) return
    const deadline = performance.now() + maxWaitMs
    while (true) {
      const taken = await holding.take(live.key, live.holdNumber)
      if (taken.kind === 'taken') {
        if (!taken.isCurrent) {
          live.languages.clear()
          await live.engine.close()
        }
        Object.assign(live, { holdNumber: taken.holdNumber, isHeld: true })
        return
      }
      if (performance.now() > deadline) throw sessionBusy()
      await pause(retryAfterMs)
    }
  }

  function wake(live: Live, afterMs: number, work: () => Promise<void>): void {
    if (live.timer) clearTimeout(live.timer)
    live.timer = setTimeout(() => {
      work().catch((error) =>
        log.warn({ err: error, sessionId: live.key.id }, 'a sandbox session was not saved'),
      )
    }, afterMs).unref()
  }

  /** Saves when it has been quiet for a moment, or has run without a save for too long. */
  function settle(live: Live): void {
    const unsavedMs = live.isDirty ? performance.now() - live.dirtySince : 0
    if (live.waiting > 0 && unsavedMs < timing.maxUnsavedMs) return
    const restMs = Math.max(0, Math.min(timing.quietMs, timing.maxUnsavedMs - unsavedMs))
    if (live.isHeld) wake(live, restMs, () => save(live))
    else wake(live, timing.hibernateMs, () => hibernate(live))
  }

  async function release(live: Live, saved: ReleaseState): Promise<'free' | 'lost' | 'unsavable'> {
    if (!(await holding.release(live.key, live.holdNumber!, saved))) return 'lost'
    return saved.kind === 'unsavable' ? 'unsavable' : 'free'
  }

  const saveAndRelease = async (live: Live) => release(live, await live.engine.save())

  const save = (live: Live): Promise<void> =>
    sequentially(live, async () => {
      if (!live.isHeld) return
      try {
        const end = live.isDirty ? await saves.take(() => saveAndRelease(live)) : await release(live, unsaved)
        // What cannot be saved lives as long as its process, and this node continues to hold it.
        if (end === 'unsavable') return wake(live, timing.hibernateMs, () => hibernate(live))
        Object.assign(live, { isHeld: false, isDirty: false, isMarked: false })
        if (end === 'lost') await reset(live)
      } catch (error) {
        wake(live, saveAgainMs, () => save(live))
        throw error
      }
    }).finally(() => {
      if (!live.isHeld && all.get(live.key.id) === live) settle(live)
    })

  /** What lives here counts for nothing any more: the next use begins from the last save. */
  async function reset(live: Live): Promise<void> {
    Object.assign(live, { isHeld: false, isDirty: false, isMarked: false, holdNumber: null })
    live.languages.clear()
    await live.engine.close()
  }

  async function forget(live: Live): Promise<void> {
    if (live.timer) clearTimeout(live.timer)
    if (all.get(live.key.id) === live) all.delete(live.key.id)
    await reset(live)
  }

  const hibernate = (live: Live): Promise<void> =>
    sequentially(live, async () => {
      if (live.isHeld) await holding.release(live.key, live.holdNumber!, unsaved)
      // A caller that came meanwhile finds it reset; no one else is left with what is no longer known here.
      await (live.waiting > 1 ? reset(live) : forget(live))
    })

  function shorten(): void {
    for (const live of all.values()) {
      if (all.size <= maxLive) return
      if (!live.isHeld && live.waiting === 0) void forget(live).catch(() => undefined)
    }
  }

  /**
   * Idle sessions release their processes: those of the requesting project before others, the one
   * that was used longest ago first.
   */
  async function hibernateSome(projectId: string): Promise<boolean> {
    const resting = [...all.values()]
      .filter(({ users, languages }) => users === 0 && languages.size > 0)
      .sort((a, b) => Number(b.key.projectId === projectId) - Number(a.key.projectId === projectId))
    const ended = await Promise.all(
      resting.slice(0, hibernateBatchSize).map(async (live) => {
        // One that is being saved is waited for: on a slow machine it may be the only one that can make way.
        if (live.isHeld || live.waiting > 0) await save(live).catch(() => undefined)
        if (live.isHeld || live.waiting > 0) return false
        await forget(live)
        return true
      }),
    )
    return ended.includes(true)
  }

  return {
    /** 409 when too many wait already. */
    async use<T>(key: SessionKey, work: (use: SessionUse) => Promise<T>): Promise<T> {
      if (inFlight.isStopping()) throw stopping()
      const live = liveOf(key)
      if (live.waiting > sandboxLimits.waiting + 1) throw sessionBusy()
      const done = sequentially(live, async () => {
        if (live.timer) clearTimeout(live.timer)
        await hold(live)
        return work({
          session: live.engine,
          signal: live.end.signal,
          async willChange(language) {
            if (language !== null) live.languages.add(language)
            else if (live.languages.size === 0) live.languages.add('javascript')
            // Changes to files are stored as they are made.
            if (language !== null && !live.isMarked) {
              await holding.markDirty(key, live.holdNumber!)
              live.isMarked = true
            }
            if (!live.isDirty) Object.assign(live, { isDirty: true, dirtySince: performance.now() })
          },
          wasLost: (language) => void live.languages.delete(language),
        })
      })
      live.users++
      shorten()
      return done.finally(() => {
        live.users--
        // A session that ended while its turn began may have started a process that no one would end.
        if (all.get(key.id) === live) settle(live)
        else inFlight.add(live.engine.close()).catch(() => undefined)
      })
    },
    evictIdle: hibernateSome,
    /** Another node wants it. */
    releaseSoon(id: string): void {
      const live = all.get(id)
      if (live?.isHeld) wake(live, 0, () => save(live))
    },
    /** It has ended: a script that still runs in it is killed. */
    async drop(id: string): Promise<void> {
      const live = all.get(id)
      live?.end.abort()
      if (live) await forget(live)
    },
    /** Saves everything; what a script still does after `graceMs` is not waited for. */
    async saveAll(graceMs: number): Promise<void> {
      const saving = Promise.allSettled([...all.values()].map((live) => save(live)))
      await Promise.race([saving, pause(graceMs, undefined, { ref: false })])
      for (const { timer } of all.values()) if (timer) clearTimeout(timer)
    },
  }
}

export type LiveSessions = ReturnType<typeof createLiveSessions>
