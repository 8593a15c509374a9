import type { Clock } from '../clock.ts'
import type { Db, Queryable, Statement, Tx } from '../db/db.ts'
import { type Listener, notify } from '../db/listen.ts'
import { type NewId, NIL_UUID } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Scope } from '../scope.ts'
import { createEventLog } from './events/event-log.ts'
import { findLastEventNumber } from './events/event-store.ts'
import { createKnownKinds } from './maintenance/known-kinds.ts'
import { countRuns, findRunDetail, listRuns } from './maintenance/operator-store.ts'
import { createRetention } from './maintenance/retention.ts'
import { clearingRunPayloads } from './maintenance/retention-store.ts'
import { deleteRunsOf, listRunsOf, moveRunsOf } from './maintenance/user-store.ts'
import type { RunPool } from './pools.ts'
import type { AheadOptions, NewRun, Run, RunKind } from './run.ts'
import { toStoredScope } from './run-scope.ts'
import { createSchedules } from './schedules/schedules.ts'
import type { StartHere } from './start-here.ts'
import { insertRuns } from './store/bulk-store.ts'
import { findRun, insertRun } from './store/run-store.ts'
import { insertSignal, lockSignal, signalling } from './store/signal-store.ts'
import { cancelChannel, createTree, queuedChannel } from './tree.ts'
import { createJournals } from './worker/journals.ts'
import { createLiveness, maxSilentMs } from './worker/liveness.ts'
import { createPoolWorkers, type PoolOptions } from './worker/pool-workers.ts'
import { createUpkeep } from './worker/upkeep.ts'

const reportEveryMs = 60_000
const exportPage = 200

export type RunsDeps = PoolOptions & {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  listener: Listener
  pollMs?: number
  /** How long a node may overlook a schedule of which no notice came. */
  schedulePollMs?: number
  /** How many events of one run are stored. */
  maxEvents?: number
  /** The projects that have chosen for how many days they keep their history. */
  retentionDays?: () => Promise<ReadonlyMap<string, number>>
}

/**
 * Work that survives its worker. A run is enqueued in the caller's transaction, resumes after its last recorded step
 * after a crash, on whichever node is there, and says when a step may have been done twice.
 */
export function createRuns({
  db,
  clock,
  newId,
  log,
  listener,
  pollMs = 1_000,
  schedulePollMs = 5_000,
  maxEvents = 100_000,
  retentionDays = async () => new Map(),
  ...pooling
}: RunsDeps) {
  const kinds = new Map<string, RunKind>()
  const enqueue = enqueueWith(clock, newId)
  const tree = createTree(kinds)
  const nodeId = newId()
  const events = createEventLog({ db, listener, nodeId, pollMs })
  const journals = createJournals({ db, log, events, nodeId, maxEvents })
  const workers = createPoolWorkers({ db, clock, newId, log, journals, tree, enqueue, ...pooling })
  const workerFor = (kind: string) => {
    const { pool = 'work' } = kinds.get(kind) ?? {}
    return workers.find((each) => each.pool === pool)!
  }
  const nudge = () => {
    for (const { worker } of workers) worker.nudge()
  }
  const onQueued = () => {
    for (const { worker } of workers) worker.look()
  }
  const upkeep = createUpkeep({ db, log, tree, kinds, pollMs, onQueued })
  const retention = createRetention({ db, kinds, retentionDays })
  const knownKinds = createKnownKinds({ db, log, kinds })
  let reporting: NodeJS.Timeout | null = null
  const scheduleLiveness = createLiveness(maxSilentMs)
  const onStarted = (tx: Tx) => notify(tx, queuedChannel, 'schedule')
  const scheduling = { pollMs: schedulePollMs, liveness: scheduleLiveness, onStarted }
  const schedules = createSchedules({ db, clock, log, listener, ...scheduling })

  return {
    register(kind: RunKind) {
      if (kinds.has(kind.kind)) throw new Error(`runs of the kind "${kind.kind}" are registered twice`)
      kinds.set(kind.kind, kind)
      workerFor(kind.kind).kinds.set(kind.kind, kind)
    },
    /** Requires a `Tx`: the run exists exactly if the transaction that enqueued it was committed. */
    enqueue,
    /**
     * Starts a run on this node, immediately and without the queue, as far as it and the project have capacity; else it
     * is queued. It is committed when this resolves, together with the statements and rows beside it. Null when one of those
     * demands what is not so: then nothing was written.
     */
    startHere: (...given: Parameters<StartHere>) => workerFor(given[1].kind).start(...given),
    /**
     * For callers that wait for a short run: it is executed in memory first, on this node, and written when it ends, as
     * a whole and in one commit with the rows beside it. It is started in place, with the steps so far and without
     * repeating any, as soon as its handler does anything that must not be lost (a step of the class `once` or
     * without a class, a wait, a child) or takes longer than its budget. Resolves, like `startHere`, when something is
     * committed; nothing of it can be seen before. Null when the caller's rows demand what is not so.
     */
    runAhead: (scope: Scope, run: Omit<NewRun, 'runAt'>, options?: AheadOptions) =>
      workerFor(run.kind).ahead(scope, run, options),
    /** Many runs in two statements. */
    async enqueueMany(tx: Tx, scope: Scope, many: readonly (NewRun & { id: string })[]): Promise<void> {
      if (many.length === 0) return
      await insertRuns(tx, scope, many, clock.now())
      for (const kind of new Set(many.map((run) => run.kind))) await notify(tx, queuedChannel, kind)
    },
    /** Deletes what runs that have ended were given, recorded and gave, for those of which that is not to be stored. */
    clearingPayloads: clearingRunPayloads,
    find: (q: Queryable, scope: Scope, id: string): Promise<Run | null> => findRun(q, scope.projectId, id),
    /** With everything that it started. */
    cancel: (tx: Tx, scope: Scope, id: string) => tree.cancel(tx, scope.projectId, id),
    async signal(tx: Tx, scope: Scope, key: string, payload: unknown) {
      await lockSignal(tx, scope.projectId, key)
      await insertSignal(tx, scope.projectId, key, payload, clock.now())
      await notify(tx, queuedChannel, 'signal')
    },
    /** The same, without a payload, as statements beside others, for the keys that a query finds. */
    signalling: ({ projectId }: Pick<Scope, 'projectId'>, keys: Statement): Statement[] =>
      signalling(projectId, keys, clock.now(), queuedChannel),
    /** Begins to work in this process. */
    start() {
      listener.on(queuedChannel, nudge)
      listener.onReconnect(nudge)
      for (const { worker, kinds: own } of workers) {
        listener.on(cancelChannel, (id) => worker.cancel(id))
        if (own.size > 0) worker.start()
      }
      upkeep.start()
      schedules.start()
      void knownKinds.report()
      reporting = setInterval(knownKinds.report, reportEveryMs)
    },
    /** Follows the log of a run; the caller has made sure that the reader may see it. */
    follow: events.follow,
    lastEventNumber: (q: Queryable, scope: Scope, id: string): Promise<number | null> =>
      findLastEventNumber(q, scope.projectId, id),
    async stop(graceMs = 3_000) {
      if (reporting) clearInterval(reporting)
      await Promise.all([
        schedules.stop(),
        upkeep.stop(),
        ...workers.map(({ worker }) => worker.stop(graceMs)),
      ])
    },
    schedules,
    /** What runs keep of an end user: erased, moved and taken along with everything else. */
    eraseUser: deleteRunsOf,
    moveUser: moveRunsOf,
    async *exportUser(q: Queryable, scope: Scope, userId: string): AsyncGenerator<Record<string, unknown>> {
      for (let after = NIL_UUID; ; ) {
        const page = await listRunsOf(q, scope, userId, after, exportPage)
        for (const run of page) yield { type: 'run', ...run }
        if (page.length < exportPage) return
        after = page.at(-1)!.id
      }
    },
    /** Forgets what has been over for long enough, and looks for what no one can work on. */
    async sweep(): Promise<void> {
      await retention.sweep()
      await knownKinds.check()
    },
    /** Kinds of which runs are due while no node has known them for a while. */
    strandedKinds: knownKinds.check,
    /** As the last sweep found them, for figures. */
    strandedRuns: () => knownKinds.stranded().map(({ kind, runs }) => ({ kind, runs })),
    /** Of all projects, for operators: without their inputs and outputs. */
    list: listRuns,
    count: countRuns,
    detail: findRunDetail,
    /** Null for a kind that is not known here. */
    poolOf: (kind: string): RunPool | null => (kinds.has(kind) ? (kinds.get(kind)!.pool ?? 'work') : null),
    kindsOf: (pool: RunPool): string[] => [...workers.find((each) => each.pool === pool)!.kinds.keys()],
    /** Why this process does not work on the queue; null when it does. */
    queueFault: (): string | null =>
      [upkeep, ...workers.filter(({ kinds: own }) => own.size > 0).map(({ liveness }) => liveness)]
        .map((loop) => loop.fault())
        .find((fault) => fault !== null) ?? null,
    /** The same for what is scheduled. */
    schedulerFault: (): string | null => scheduleLiveness.fault(),
    activeCount: () => workers.reduce((sum, { worker }) => sum + worker.activeCount(), 0),
  }
}

export type Runs = ReturnType<typeof createRuns>

const enqueueWith =
  (clock: Clock, newId: NewId) =>
  async (tx: Tx, scope: Scope, run: NewRun): Promise<string> => {
    const id = run.id ?? newId()
    const at = clock.now()
    const { projectId, externalUser } = scope
    const row = { ...run, id, projectId, externalUserId: externalUser.id, runAt: run.runAt ?? at, at }
    await insertRun(tx, { ...row, scope: toStoredScope(scope) }, queuedChannel)
    return id
  }
