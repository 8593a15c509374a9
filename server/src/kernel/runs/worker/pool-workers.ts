import { type PoolLimits, type RunPool, runPools } from '../pools.ts'
import type { RunKind } from '../run.ts'
import { createAheadStarter } from '../run-ahead.ts'
import { createStarter, type StarterDeps } from '../start-here.ts'
import { createLiveness, maxSilentMs } from './liveness.ts'
import { createWorker, type WorkerDeps } from './worker.ts'

// A worker is notified when something is queued; that it looks by itself now and then only shows that it lives.
const idleMs = 15_000

export type PoolOptions = {
  /** Where the limits of a pool differ from those of `runPools`. */
  pools?: Partial<Record<RunPool, Partial<PoolLimits>>>
  leaseMs?: number
  /** How often the lease is extended: a sixth of it, so that a beat that fails twice loses nothing. */
  beatMs?: number
}

type Deps = PoolOptions &
  Pick<WorkerDeps, 'db' | 'clock' | 'newId' | 'log' | 'journals' | 'tree'> &
  Pick<StarterDeps, 'enqueue'>

/** One worker for each pool, with the ways to start runs in it. */
export function createPoolWorkers({
  enqueue,
  pools = {},
  leaseMs = 6_000,
  beatMs = leaseMs / 6,
  ...deps
}: Deps) {
  const { newId } = deps
  return (Object.keys(runPools) as RunPool[]).map((pool) => {
    const kinds = new Map<string, RunKind>()
    const limits = { ...runPools[pool], ...pools[pool] }
    const options = { workerId: newId(), pool, ...limits, leaseMs, beatMs, idleMs }
    const liveness = createLiveness(maxSilentMs)
    const worker = createWorker({ ...deps, kinds, liveness, options })
    const start = createStarter({ ...deps, kinds, worker, options, enqueue })
    const ahead = createAheadStarter({ ...deps, kinds, worker, options, startHere: start })
    return { pool, kinds, worker, liveness, start, ahead }
  })
}
