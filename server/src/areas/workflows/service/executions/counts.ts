import { createRunInBackground } from '../../../../kernel/async/run-in-background.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { listProjectsIn } from '../../../../kernel/db/projects-in.ts'
import type { Log } from '../../../../kernel/log.ts'
import { rollUp } from '../../store/executions/count.ts'

const rollBatch = 5_000
// So many executions of one node make it roll up without waiting for the sweep: reading a queue of them is fast.
const rollEvery = 500

/** The sums of executions, rolled up by any node; what another node is at is left to it. */
export function createExecutionCounts({ db, log }: { db: Db; log: Log }) {
  const runInBackground = createRunInBackground(log)
  let started = 0
  async function roll(): Promise<void> {
    for (const projectId of await listProjectsIn(db, 'workflow_execution_unrolled')) {
      while ((await db.tx((tx) => rollUp(tx, projectId, rollBatch))) === rollBatch);
    }
  }
  return {
    roll,
    /** To be called for each execution that starts on this node. */
    onStarted(): void {
      if (++started % rollEvery === 0) runInBackground('counting executions', roll)
    },
  }
}

export type ExecutionCounting = ReturnType<typeof createExecutionCounts>
