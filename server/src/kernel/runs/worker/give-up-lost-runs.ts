import type { Db } from '../../db/db.ts'
import type { Log } from '../../log.ts'
import type { Tree } from '../tree.ts'
import { throughConflicts } from './context.ts'
import { failLostRun, type LossLimits, listExhaustedRuns } from './loss-store.ts'

type GiveUpDeps = { db: Db; log: Log; tree: Tree }

/** Fails runs that have lost too many workers. One by one, because each commits with what concerns others; one that cannot be written stops no other. */
export async function giveUpLostRuns({ db, log, tree }: GiveUpDeps, limits: LossLimits): Promise<void> {
  for (const lost of await listExhaustedRuns(db, limits))
    await throughConflicts(() =>
      db.tx(async (tx) => {
        const locked = await tree.lock(tx, lost)
        const run = await failLostRun(tx, lost)
        if (run) await tree.ended(tx, run, { status: 'failed', output: null, error: run.error }, locked)
      }),
    ).catch((error) => log.warn({ err: error, runId: lost.id }, 'a lost run could not be ended'))
}
