import { creditsOf } from '../../../../kernel/credits.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { maskNamed } from '../../../../kernel/secrets/mask-named.ts'
import { placedParts } from '../../engine/interpreter/stopped-parts.ts'
import type {
  Execution,
  ExecutionStatus,
  ExecutionSummary,
  ExecutionUsage,
  endFields,
} from '../../schema/execution.ts'
import { endedStatuses } from '../../schema/execution.ts'
import { versionLabel } from '../../schema/version-number.ts'
import type { ExecutionRow } from '../../store/executions/read.ts'
import { noUsage } from '../../store/executions/usage.ts'

export const isEnded = (status: ExecutionStatus): boolean => endedStatuses.some((each) => each === status)

/** What an execution has cost: as the ledger has it, or what is stored with it where entries were not read. */
export const usageOf = (
  { creditsMicro }: Pick<ExecutionRow, 'creditsMicro'>,
  known: ExecutionUsage | undefined,
): ExecutionUsage => known ?? { ...noUsage, credits: creditsOf(creditsMicro) }

/** Why one that did not fail has less than its work. */
export function toEnd(summary: ExecutionSummary | null): Pick<Execution, keyof typeof endFields> {
  const { stoppedBy = null, isEndSkipped = false } = summary ?? {}
  return {
    stoppedBy,
    stoppedParts: placedParts(summary?.stoppedParts ?? []),
    isEndSkipped,
  }
}

const countsIn = ({ completedNodes, failedNodes, errors, totalNodes }: ExecutionSummary) => ({
  completedNodes,
  failedNodes,
  errors,
  totalNodes,
})

export function toExecution(scope: Scope, row: ExecutionRow, usage: ExecutionUsage): Execution {
  return {
    id: row.id,
    workflowId: row.workflowId,
    workflowName: row.workflowName,
    workflowType: row.type,
    version: versionLabel(row.version),
    projectId: scope.projectId,
    eUID: row.userId,
    userId: row.userId,
    isOwnExecution: row.userId === scope.externalUser.id,
    threadId: row.threadId,
    assistantId: row.type === 'agent' ? row.workflowId : null,
    triggerId: row.triggerId,
    retryOf: row.retryOf,
    inputData: row.input,
    outputData: maskNamed(row.output).value,
    status: row.status,
    currentNodeId: row.pausedNodeId,
    resumesAt: row.resumesAt,
    executionSummary: row.summary && countsIn(row.summary),
    ...toEnd(row.summary),
    error: row.error,
    executionMode: row.mode,
    metadata: row.metadata,
    startedAt: row.createdAt,
    begunAt: row.begunAt,
    completedAt: row.endedAt,
    // The clock of a machine may be set back.
    executionDurationMs:
      row.endedAt === null ? null : Math.max(0, Date.parse(row.endedAt) - Date.parse(row.createdAt)),
    usage,
  }
}
