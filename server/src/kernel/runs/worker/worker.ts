import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../clock.ts'
import { isRefused } from '../../db/batching/write-batcher.ts'
import type { Db, Tx } from '../../db/db.ts'
import { type NewId, NIL_UUID } from '../../ids.ts'
import type { Log } from '../../log.ts'
import { createInterruptibleSleep } from '../interruptible-sleep.ts'
import type { Run, RunKind, RunOutcome } from '../run.ts'
import type { Intent } from '../store/intents.ts'
import { extendLeases, type RunResult, suspendRun } from '../store/run-store.ts'
import { listSteps } from '../store/step-store.ts'
import type { LockedRun } from '../store/tree-store.ts'
import { isInTree, type Tree } from '../tree.ts'
import { claimRuns, hasQueuedRuns } from './claim-store.ts'
import { createContext, throughConflicts } from './context.ts'
import { Cancelled, LostRun, RowsRefused, Stopping } from './interruptions.ts'
import { type AheadJournal, isFinal, type Journal } from './journal.ts'
import type { Journals } from './journals.ts'
import type { Liveness } from './liveness.ts'
import { outcomeOf, toOutcome } from './outcome.ts'

export type WorkerOptions = {
  workerId: string
  /** Names the places that its kinds share, the same on every node. */
  pool: string
  /** Runs executed concurrently in this process. */
  concurrency: number
  leaseMs: number
  beatMs: number
  /** How long it waits at most before it looks for work; it is notified when there is some. */
  idleMs: number
  /** Runs of all kinds that one project may execute concurrently, on all nodes together. */
  perProject: number
}

export type WorkerDeps = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  kinds: ReadonlyMap<string, RunKind>
  journals: Journals
  tree: Tree
  /** Called after every successful look for work. */
  liveness: Liveness
  options: WorkerOptions
}

/** A run that was begun before it was stored: what became of it first, and how it ended, as for every other. */
type AheadWork = {
  stored: Promise<'here' | 'ended' | 'elsewhere' | 'refused'>
  outcome: Promise<RunOutcome | null>
  /** The steps that it began before it was stored. */
  begunAhead(): readonly Intent[]
}

type Active = { run: Run; controller: AbortController; done: Promise<RunOutcome | null> }

/** `emptyAt` is the number of notices before an end behind which no run was queued; null without such an end. */
type Attempt = { controller: AbortController; emptyAt: number | null }

// While most of the worker is busy, one claim for several free places is worth this wait.
const batchWindowMs = 5
// Another worker may have been counting the only project that has work at this moment.
const secondLookMs = 50
// Where nothing was to be had a moment ago, the end of a run hardly changes that: only a run that waits for a limit.
const idleReleaseMs = 50

/**
 * Claims due runs and works on them. A worker that falls silent loses its runs to others after the lease; whatever it
 * still does then is refused by the attempt number in every write.
 */
export function createWorker({
  db,
  clock,
  newId,
  log,
  kinds,
  journals,
  tree,
  liveness,
  options,
}: WorkerDeps) {
  const active = new Map<string, Active>()
  const starting = new Set<Promise<unknown>>()
  // Runs are worked on outside of the request that has started them here.
  const inOwnContext = AsyncLocalStorage.snapshot()
  let reserved = 0
  let isStopping = false
  let servedLast = NIL_UUID
  let projectsLastTime = 0
  const pause = createInterruptibleSleep()
  // When it last looked for work.
  let wasFull = false
  let hasClaimed = false
  // What a look misses because others count at the same moment is found by a second one.
  let looksTwice = true
  let knowsOfWork = false
  let noticeCount = 0
  let nudging: NodeJS.Timeout | null = null

  function nudge() {
    noticeCount++
    looksTwice = true
    pause.ring()
  }

  function nudgeSoon() {
    nudging ??= setTimeout(() => {
      nudging = null
      pause.ring()
    }, idleReleaseMs)
  }

  /** Without a notice, the end of a run or a poll is hardly ever a reason: then it is looked first whether there is anything. */
  async function claimMore(hasNotice: boolean): Promise<number> {
    const free = options.concurrency - active.size - reserved
    wasFull = free <= 0
    if (wasFull || kinds.size === 0) return 0
    if (!hasNotice && !hasClaimed && !(await hasQueuedRuns(db))) return 0
    const request = {
      workerId: options.workerId,
      pool: options.pool,
      kinds: [...kinds.keys()],
      limits: [...kinds.values()].map(({ perProject }) => perProject ?? null),
      keyLimits: [...kinds.values()].map(({ perConcurrencyKey }) => perConcurrencyKey ?? null),
      most: free,
      perProject: options.perProject,
      // While only one project has work, it need not leave capacity for others; a second one is visited first next time.
      perVisit: projectsLastTime === 1 ? free : Math.ceil(free / 4),
      leaseMs: options.leaseMs,
    }
    let claimed = await claimRuns(db, { ...request, after: servedLast })
    // The end of the list of projects: begin again with the first.
    if (claimed.length === 0 && servedLast !== NIL_UUID)
      claimed = await claimRuns(db, { ...request, after: NIL_UUID })
    const served = [...new Set(claimed.map(({ projectId }) => projectId))].sort()
    projectsLastTime = served.length
    servedLast = served.at(-1) ?? NIL_UUID
    hasClaimed = claimed.length > 0
    for (const run of claimed) void work(run)
    return claimed.length
  }

  function work(run: Run): Promise<RunOutcome | null> {
    // Lost and found again here: the attempt before must not continue beside this one.
    active.get(run.id)?.controller.abort(new LostRun('the run belongs to a later attempt'))
    const controller = new AbortController()
    const attempt: Attempt = { controller, emptyAt: null }
    const onBroken = (error: unknown) => controller.abort(error)
    const done = execute(run, attempt, journals.open(run, { onBroken }))
      .catch((error) => {
        log.warn({ err: error, runId: run.id, kind: run.kind }, 'a run could not be finished')
        return null
      })
      .finally(() => {
        journals.close(run.id)
        release(run, attempt)
      })
    active.set(run.id, { run, controller, done })
    return done
  }

  /** Looks for a run that has waited for this place, or for a limit; without one, the next notice is early enough. */
  function release(run: Run, { controller, emptyAt }: Attempt): void {
    if (active.get(run.id)?.controller === controller) active.delete(run.id)
    if (emptyAt === noticeCount) return
    if (wasFull || hasClaimed) nudge()
    else nudgeSoon()
  }

  /**
   * Works on a run that is not stored yet. From the moment in which it is, it is one like all others. Rejects when it is
   * unknown whether it was stored.
   */
  function workAhead(run: Run, { write, budgetMs }: Omit<AheadJournal, 'onStarted'>): AheadWork {
    const controller = new AbortController()
    const attempt: Attempt = { controller, emptyAt: null }
    const {
      promise: stored,
      resolve,
      reject,
    } = Promise.withResolvers<'here' | 'ended' | 'elsewhere' | 'refused'>()
    let isStored = false
    const onStarted = () => {
      isStored = true
      active.set(run.id, { run, controller, done: outcome })
      resolve('here')
    }
    const onBroken = (error: unknown) => {
      resolve(error instanceof RowsRefused ? 'refused' : 'elsewhere')
      controller.abort(error)
    }
    const journal = journals.open(run, { onBroken, ahead: { write, budgetMs, onStarted } })
    const outcome = execute(run, attempt, journal)
      .then((done) => {
        resolve('ended')
        return done
      })
      .catch((error) => {
        reject(error)
        log.warn({ err: error, runId: run.id, kind: run.kind }, 'a run could not be finished')
        return null
      })
      // One that has ended ahead had no place that others may have now, but the slot of its caller.
      .finally(() => {
        journals.close(run.id)
        if (isStored) release(run, attempt)
      })
    starting.add(stored)
    const settled = () => starting.delete(stored)
    stored.then(settled, settled)
    return { stored, outcome, begunAhead: journal.begunAhead }
  }

  /** Null when the run did not end here. */
  async function execute(run: Run, attempt: Attempt, journal: Journal): Promise<RunOutcome | null> {
    const { controller } = attempt
    const steps = run.attempt > 1 ? await listSteps(db, run) : []
    const context = createContext({
      db,
      clock,
      newId,
      run,
      recorded: new Map(steps.map(({ name, output }) => [name, output])),
      signal: controller.signal,
      journal,
      // Where rows were refused before, they would be again.
      canDeferRows: run.attempt === 1 && run.interruptedAttempt === null,
      random: Math.random,
      cancel: () => controller.abort(new Cancelled('cancelled')),
    })
    if (run.isCancelRequested) controller.abort(new Cancelled('cancelled'))
    const result = await outcomeOf(() => kinds.get(run.kind)!.handle(context), controller.signal)
    // The end takes along what is pending; without one it is written here.
    if (!result)
      await journal.flush().catch((error) => {
        if (!isFinal(error)) throw error
      })
    const isEnded = result !== null && (await writeEnd(run, attempt, journal, result))
    const { reason } = controller.signal
    // Released immediately and without counting as a loss: another node need not wait for the lease.
    if (!isEnded && journal.isStored() && (reason instanceof Stopping || reason instanceof RowsRefused))
      await suspendRun(db, run, {
        until: clock.now(),
        waitingFor: null,
        retry: run.retry,
      })
    if (isEnded) return toOutcome(result!)
    if (result === null || reason instanceof RowsRefused) return null
    log.warn({ runId: run.id, kind: run.kind }, 'a run ended elsewhere')
    return null
  }

  /** False when the run was lost to another worker meanwhile: then nothing is written. */
  async function writeEnd(run: Run, attempt: Attempt, journal: Journal, result: RunResult): Promise<boolean> {
    const { onEnd, endRows, endsWithRows } = kinds.get(run.kind)!
    const needsTransaction = onEnd && !endsWithRows?.(run, toOutcome(result))
    if (!needsTransaction && !isInTree(run)) {
      const before = noticeCount
      const ended = await journal
        .finish(result, (last) => endRows?.(run, toOutcome(last)) ?? [])
        .catch((error) => {
          if (isFinal(error)) return null
          throw error
        })
      if (ended?.isQueueEmpty) attempt.emptyAt = before
      return ended !== null
    }
    let locked: LockedRun[] = []
    const before = async (tx: Tx) => {
      if (isInTree(run)) locked = await tree.lock(tx, run)
    }
    const outcome = toOutcome(result)
    const end = () =>
      throughConflicts(() =>
        journal.transact(db, { result, before }, (tx) => tree.ended(tx, run, outcome, locked)),
      )
    try {
      await end().catch(async (error) => {
        if (!isRefused(error)) throw error
        // Something that was pending cannot be stored: it is sorted out by itself, and the run ends without it.
        await journal.flush()
        await end()
      })
      return true
    } catch (error) {
      if (isFinal(error)) return false
      throw error
    }
  }

  /** Our own runs only: whatever is not ours any more is stopped immediately. */
  async function beat(): Promise<void> {
    // Those of this moment: a run that is claimed while the query is in flight is not in its result.
    const request = [...active.values()]
    if (request.length === 0) return
    // And no others: a run whose end could not be written must go to someone else.
    const ids = request.map(({ run }) => run.id)
    const owned = await extendLeases(db, options.workerId, ids, options.leaseMs)
    const byId = new Map(owned.map((each) => [each.id, each]))
    for (const { run, controller } of request) {
      const mine = byId.get(run.id)
      if (mine?.attempt !== run.attempt) controller.abort(new LostRun('the run belongs to another worker'))
      else if (mine.isCancelRequested) controller.abort(new Cancelled('cancelled'))
    }
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      let claimed = 0
      try {
        if (active.size > options.concurrency * 0.75) await sleep(batchWindowMs)
        pause.reset()
        claimed = await claimMore(looksTwice || knowsOfWork)
        knowsOfWork = false
        liveness.beat()
      } catch (error) {
        log.warn({ err: error }, 'claiming runs failed; will retry')
      }
      if (claimed > 0) looksTwice = true
      else if (!pause.isRung() && !isStopping) {
        const ms = looksTwice ? secondLookMs : options.idleMs
        looksTwice = false
        await pause.sleep(ms)
      }
    }
  }

  let running: Promise<void> | null = null
  let heartbeat: NodeJS.Timeout | null = null
  let isHeartbeatRunning = false

  return {
    start() {
      running = loop()
      heartbeat = setInterval(() => {
        // A slow database must not get the same query on ever more connections.
        if (isHeartbeatRunning) return
        isHeartbeatRunning = true
        beat()
          .catch((error) => log.warn({ err: error }, 'extending leases failed'))
          .finally(() => {
            isHeartbeatRunning = false
          })
      }, options.beatMs)
    },
    /** Something was queued at this moment. */
    nudge,
    /** Something is queued, perhaps for long: it may wait for a limit, or its notice was lost. */
    look() {
      noticeCount++
      knowsOfWork = true
      pause.ring()
    },
    /** Reserves capacity for a run that is about to be started here; null when there is none. */
    reserve(): { release(): void } | null {
      if (running === null || isStopping || active.size + reserved >= options.concurrency) return null
      reserved++
      return {
        release() {
          reserved--
          if (wasFull) nudge()
        },
      }
    },
    /** Works on a run that was committed as being at work here. */
    adopt: (run: Run) => inOwnContext(() => work(run)),
    workAhead: (run: Run, ahead: Omit<AheadJournal, 'onStarted'>) =>
      inOwnContext(() => workAhead(run, ahead)),
    /** Called when another node, or this one, cancels this run. */
    cancel: (runId: string) => active.get(runId)?.controller.abort(new Cancelled('cancelled')),
    activeCount: () => active.size,
    /** Takes nothing new, lets steps finish for a while, then releases the rest for other nodes to resume. */
    async stop(graceMs: number): Promise<void> {
      isStopping = true
      nudge()
      await running
      await Promise.allSettled(starting)
      const all = Promise.allSettled([...active.values()].map(({ done }) => done))
      const timer = setTimeout(() => {
        for (const { controller } of active.values()) controller.abort(new Stopping('the server is stopping'))
      }, graceMs)
      await all
      clearTimeout(timer)
      if (nudging) clearTimeout(nudging)
      if (heartbeat) clearInterval(heartbeat)
    },
  }
}

export type Worker = ReturnType<typeof createWorker>
