import type { Clock } from '../../../kernel/clock.ts'
import type { RunContext } from '../../../kernel/runs/run.ts'
import type { ExecutionInput } from './execution.ts'
import { maxWaitInPlaceMs } from './limits.ts'
import type { WorkflowSlots } from './workflow-slots.ts'

/** An execution for which its workflow has no slot gives its worker free, and with it the place in its project. */
export async function runInSlot<T>(
  slots: WorkflowSlots,
  clock: Clock,
  context: Pick<RunContext, 'run'> & { branch(): Pick<RunContext, 'sleep'> },
  work: () => Promise<T>,
): Promise<T> {
  const { run } = context
  const { workflowId } = run.input as ExecutionInput
  for (let tries = 1; ; tries++) {
    const release = await slots.acquire(`${run.projectId}/${workflowId}`, maxWaitInPlaceMs)
    if (release)
      try {
        return await work()
      } finally {
        release()
      }
    // Returns where the time is over before the run was suspended, as on a busy machine; then there may be a slot.
    // In a branch: a lost attempt that had a slot did not sleep here, and may have done what follows.
    const wakeAt = new Date(clock.now().getTime() + maxWaitInPlaceMs)
    await context.branch().sleep(`~slot:${run.attempt}:${tries}`, wakeAt)
  }
}
