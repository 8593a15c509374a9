import type { Clock } from '../clock.ts'
import type { Db, Queryable, Tx } from '../db/db.ts'
import { type Listener, notify } from '../db/listen.ts'
import type { NewId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Scope } from '../scope.ts'
import { insertRuns } from './bulk-store.ts'
import { createEventLog } from './event-log.ts'
import type { NewRun, Run, RunKind } from './run.ts'
import { findRun, insertRun, insertSignal, lockSignal, requestCancel } from './store.ts'
import { createWorker } from './worker.ts'

const queuedChannel = 'stoa_run_queued'
const cancelChannel = 'stoa_run_cancel'

export type RunsDeps = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  listener: Listener
  concurrency?: number
  leaseMs?: number
  pollMs?: number
}

/**
 * Work that survives its worker. A run is enqueued in the caller's transaction, goes on behind its last recorded step
 * after a crash, on whichever node is there, and says when a step may have been done twice.
 */
export function createRuns({
  db,
  clock,
  newId,
  log,
  listener,
  concurrency = 20,
  leaseMs = 6_000,
  pollMs = 1_000,
}: RunsDeps) {
  const kinds = new Map<string, RunKind>()
  const events = createEventLog({ db, listener })
  const worker = createWorker({
    db,
    clock,
    log,
    kinds,
    events,
    options: { workerId: newId(), concurrency, leaseMs, pollMs },
  })

  return {
    register(kind: RunKind) {
      if (kinds.has(kind.kind)) throw new Error(`runs of the kind "${kind.kind}" are registered twice`)
      kinds.set(kind.kind, kind)
    },
    /** Demands a `Tx`: the run exists exactly if what asked for it was committed. */
    async enqueue(tx: Tx, scope: Scope, run: NewRun): Promise<string> {
      const id = run.id ?? newId()
      const at = clock.now()
      await insertRun(tx, {
        ...run,
        id,
        projectId: scope.projectId,
        externalUserId: scope.externalUser.id,
        runAt: run.runAt ?? at,
        at,
      })
      await notify(tx, queuedChannel, run.kind)
      return id
    },
    /** Many at once, in two statements. */
    async enqueueMany(tx: Tx, scope: Scope, many: readonly (NewRun & { id: string })[]): Promise<void> {
      if (many.length === 0) return
      await insertRuns(tx, scope, many, clock.now())
      for (const kind of new Set(many.map((run) => run.kind))) await notify(tx, queuedChannel, kind)
    },
    find: (q: Queryable, scope: Scope, id: string): Promise<Run | null> => findRun(q, scope.projectId, id),
    async cancel(tx: Tx, scope: Scope, id: string) {
      const outcome = await requestCancel(tx, scope.projectId, id)
      if (outcome === 'asked') await notify(tx, cancelChannel, id)
      return outcome
    },
    async signal(tx: Tx, scope: Scope, key: string, payload: unknown) {
      await lockSignal(tx, scope.projectId, key)
      await insertSignal(tx, scope.projectId, key, payload, clock.now())
      await notify(tx, queuedChannel, 'signal')
    },
    /** Begins to work in this process. */
    start() {
      listener.on(queuedChannel, worker.nudge)
      listener.on(cancelChannel, (id) => worker.cancel(id))
      listener.onReconnect(worker.nudge)
      worker.start()
    },
    /** Follows the log of a run; the caller has made sure that the reader may see it. */
    follow: events.follow,
    stop: (graceMs = 3_000) => worker.stop(graceMs),
    activeCount: worker.activeCount,
  }
}

export type Runs = ReturnType<typeof createRuns>
