import type { RunInBackground } from '../../../kernel/async/run-in-background.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { listProjectsIn } from '../../../kernel/db/projects-in.ts'
import { systemScope } from '../../../kernel/scope.ts'
import { listProjectsWithExpired } from '../store/hold.ts'
import { rollUp } from '../store/rollup.ts'
import type { Grants } from './grants.ts'
import type { Ledger } from './ledger.ts'

const rollBatch = 5_000
// So many entries of one node make it roll up without waiting for the sweep: reading a queue of them takes no time yet.
const rollEvery = 500

/** Sums are rolled up by whichever node gets to it; what the others leave alone is done already. */
export function createRoller({ db, runInBackground }: { db: Db; runInBackground: RunInBackground }) {
  let posted = 0
  async function roll(): Promise<void> {
    for (const projectId of await listProjectsIn(db, 'usage_unrolled')) {
      while ((await db.tx((tx) => rollUp(tx, projectId, rollBatch))) === rollBatch);
    }
  }
  return {
    roll,
    onPosted(): void {
      if (++posted % rollEvery === 0) runInBackground('usage: rolling up', roll)
    },
  }
}

export type MaintenanceDeps = { db: Db; clock: Clock; ledger: Ledger; grants: Grants; roll(): Promise<void> }

/** Releases expired holds, renews monthly grants, rolls up sums. Safe on every node at any time. */
export function createSweep({ db, clock, ledger, grants, roll }: MaintenanceDeps) {
  return async (): Promise<void> => {
    for (const projectId of await listProjectsWithExpired(db, clock.now())) {
      while ((await db.tx((tx) => ledger.expire(tx, systemScope(projectId)))) > 0);
    }
    await grants.renew()
    await roll()
  }
}
