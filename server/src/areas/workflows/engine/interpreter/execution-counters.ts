import { PermanentFailure } from '../../../../kernel/runs/run.ts'
import type { ExecutionSummary } from '../../schema/execution.ts'
import { executionLimits } from '../limits.ts'

type NodeFailureSummary = ExecutionSummary['errors'][number]

/** Counts what an execution has done, and stops it at its limits. */
export function createExecutionCounters() {
  let steps = 0
  let visits = 0
  let bytes = 0
  const completed = new Set<string>()
  const failed = new Map<string, NodeFailureSummary>()
  let creditsMicro = 0
  let toolMicro = 0
  return {
    step(name: string): void {
      if (++steps > executionLimits.steps)
        throw new PermanentFailure(
          'step_limit',
          `The execution has more than ${executionLimits.steps} steps. Use fewer iterations, or split it into several executions.`,
          name,
        )
    },
    /** Of all nodes of a level: skipped ones have no step, and still take time. */
    visit(nodes: number): void {
      visits += nodes
      if (visits > executionLimits.visits)
        throw new PermanentFailure(
          'step_limit',
          `The execution reached nodes more than ${executionLimits.visits} times, skipped ones included. Use fewer iterations, or split it into several executions.`,
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
    ended(nodeId: string, failure: NodeFailureSummary | null): void {
      if (failure) {
        failed.set(nodeId, failure)
        completed.delete(nodeId)
      } else {
        completed.add(nodeId)
        failed.delete(nodeId)
      }
    },
    spend(micro: number): void {
      creditsMicro += micro
    },
    /** Of what is spent, the charge of a tool that is committed with the record of its node. */
    spendOnTool(micro: number): void {
      toolMicro += micro
    },
    summary: (totalNodes: number): ExecutionSummary => ({
      completedNodes: [...completed],
      failedNodes: [...failed.keys()],
      errors: [...failed.values()],
      totalNodes,
    }),
    credits: () => creditsMicro,
    charges: () => ({ creditsMicro, ...(toolMicro > 0 ? { toolMicro } : {}) }),
  }
}

export type ExecutionCounters = ReturnType<typeof createExecutionCounters>
