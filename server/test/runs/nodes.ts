import { randomUUID } from 'node:crypto'
import { systemClock } from '../../src/kernel/clock.ts'
import { sql } from '../../src/kernel/db/db.ts'
import { createListener } from '../../src/kernel/db/listen.ts'
import { createIds } from '../../src/kernel/ids.ts'
import { createLog } from '../../src/kernel/log.ts'
import type { Run, RunHandler, RunKind } from '../../src/kernel/runs/run.ts'
import { createRuns, type Runs, type RunsDeps } from '../../src/kernel/runs/runs.ts'
import { type Scope, systemScope } from '../../src/kernel/scope.ts'
import { createTestDatabase } from '../database.ts'
import { until } from '../until.ts'

export type TestKinds = Record<string, RunHandler | Omit<RunKind, 'kind'>>
export type NodeOptions = Partial<RunsDeps> & {
  /** False for a node that only enqueues. */
  isStarted?: boolean
  /** Of the pool `work`. */
  concurrency?: number
  perProject?: number
}

/** Nodes that work on the runs of one database, all in this process. */
export async function openNodes(poolSize = 20) {
  const database = await createTestDatabase(poolSize)
  const { db } = database
  const listener = createListener({ settings: database.settings, onNotice: () => undefined })
  await listener.start()
  const started: Runs[] = []

  function node(kinds: TestKinds, options: NodeOptions = {}): Runs {
    const { isStarted = true, concurrency = 20, perProject = 100, clock = systemClock, ...deps } = options
    const runs = createRuns({
      db,
      clock,
      listener,
      pollMs: 50,
      leaseMs: 5_000,
      maxEvents: 1_000,
      newId: createIds(clock),
      log: createLog({ level: 'silent', secrets: [] }),
      pools: { work: { concurrency, perProject } },
      ...deps,
    })
    for (const [kind, definition] of Object.entries(kinds))
      runs.register(typeof definition === 'function' ? { kind, handle: definition } : { kind, ...definition })
    if (isStarted) runs.start()
    started.push(runs)
    return runs
  }

  const stop = async () => {
    await Promise.all(started.splice(0).map((runs) => runs.stop(0)))
  }
  return {
    database,
    db,
    listener,
    node,
    newScope: (): Scope => systemScope(randomUUID()),
    enqueue: (runs: Runs, scope: Scope, kind: string, input: unknown = null) =>
      db.tx((tx) => runs.enqueue(tx, scope, { kind, input })),
    cancel: (runs: Runs, scope: Scope, id: string) => db.tx((tx) => runs.cancel(tx, scope, id)),
    /** The run, once it has ended. */
    over: (runs: Runs, scope: Scope, id: string): Promise<Run | null> =>
      until(async () => {
        const run = await runs.find(db, scope, id)
        return run?.endedAt ? run : null
      }, 'the run ending'),
    /** Takes a run from its worker, as if that had died. Empty while it is not stored. */
    loseWorker: (id: string, losses = 0) =>
      db.rows<{ id: string }>(sql`
        update run set lease_until = now() - interval '1 second', worker_id = ${randomUUID()}, losses = losses + ${losses}
        where id = ${id} and status = 'running' returning id`),
    /** Stops every node, as at the end of a test. */
    stop,
    async close(): Promise<void> {
      await stop()
      await listener.close()
      await database.drop()
    },
  }
}

/** For handlers that end only when their run does. */
export const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
