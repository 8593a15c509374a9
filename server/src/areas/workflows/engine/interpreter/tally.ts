import { PermanentFailure } from '../../../../kernel/runs/run.ts'
import { executionLimits } from '../limits.ts'

/** Counts what an execution has done, and stops it at its limits. */
export function createTally() {
  let steps = 0
  let bytes = 0
  const completed = new Set<string>()
  const failed = new Set<string>()
  let creditsMicro = 0
  return {
    step(name: string): void {
      if (++steps > executionLimits.steps)
        throw new PermanentFailure(
          'step_limit',
          `The execution has more than ${executionLimits.steps} steps. Use fewer iterations, or split it into several executions.`,
          name,
        )
    },
    bytes(name: string, count: number): void {
      bytes += count
      if (bytes > executionLimits.recordBytes)
        throw new PermanentFailure(
          'record_limit',
          'The outputs of all nodes together are larger than 16 MiB. Select less, or store it as files.',
          name,
        )
    },
    /** Of the graph itself, not of subflows. */
    ended(nodeId: string, isFailed: boolean): void {
      const [to, from] = isFailed ? [failed, completed] : [completed, failed]
      to.add(nodeId)
      from.delete(nodeId)
    },
    spend(micro: number): void {
      creditsMicro += micro
    },
    summary: () => ({ completedNodes: completed.size, failedNodes: failed.size }),
    credits: () => creditsMicro,
  }
}

export type Tally = ReturnType<typeof createTally>
