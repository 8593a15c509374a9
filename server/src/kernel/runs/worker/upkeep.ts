import type { Db } from '../../db/db.ts'
import type { Log } from '../../log.ts'
import { createInterruptibleSleep } from '../interruptible-sleep.ts'
import type { RunKind } from '../run.ts'
import { queueDueRuns } from '../store/run-store.ts'
import type { Tree } from '../tree.ts'
import { hasQueuedRuns } from './claim-store.ts'
import { giveUpLostRuns } from './give-up-lost-runs.ts'
import { createLiveness, maxSilentMs } from './liveness.ts'
import { lossLimits, releaseLostRuns } from './loss-store.ts'

type UpkeepDeps = {
  db: Db
  log: Log
  tree: Tree
  kinds: ReadonlyMap<string, RunKind>
  pollMs: number
  /** Called when something is queued, also by other nodes: a notification may have been lost. */
  onQueued(): void
}

/**
 * What every node does for the queue once per poll, for all of its pools together: queues runs that have waited long enough,
 * takes runs from workers that fell silent, and notifies the workers when there is work.
 */
export function createUpkeep({ db, log, tree, kinds, pollMs, onQueued }: UpkeepDeps) {
  const liveness = createLiveness(maxSilentMs)
  const pause = createInterruptibleSleep()
  let isStopping = false
  let running: Promise<void> | null = null

  async function pass(): Promise<void> {
    await queueDueRuns(db)
    const limits = lossLimits([...kinds.values()])
    await releaseLostRuns(db, limits)
    await giveUpLostRuns({ db, log, tree }, limits)
    if (await hasQueuedRuns(db)) onQueued()
    liveness.beat()
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      await pass().catch((error) => log.warn({ err: error }, 'upkeep of the queue failed; will retry'))
      if (!isStopping) await pause.sleep(pollMs)
    }
  }

  return {
    /** Why it does not look after the queue; null when it does. */
    fault: liveness.fault,
    start() {
      running = loop()
    },
    async stop(): Promise<void> {
      isStopping = true
      pause.ring()
      await running
    },
  }
}
