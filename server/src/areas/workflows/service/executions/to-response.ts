import { creditsOf } from '../../../../kernel/credits.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { maskNamed } from '../../../../kernel/secrets/mask-named.ts'
import type { Execution, ExecutionStatus, ExecutionSummary, ExecutionUsage } from '../../schema/execution.ts'
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

export function toExecution(scope: Scope, row: ExecutionRow, usage: ExecutionUsage): Execution {
  const { stoppedBy = null, isEndSkipped = false, ...summary } = row.summary ?? {}
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
    executionSummary: row.summary && (summary as ExecutionSummary),
    stoppedBy,
    isEndSkipped,
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
