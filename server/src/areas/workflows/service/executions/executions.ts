import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { retryOnDeadlock } from '../../../../kernel/db/retry-on-deadlock.ts'
import type { Page } from '../../../../kernel/page.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Audit } from '../../../audit/index.ts'
import { executionLimits } from '../../engine/limits.ts'
import type { Execution, ExecutionQuery, ExecutionStatus } from '../../schema/execution.ts'
import type { ThreadStatus } from '../../schema/execution-detail.ts'
import { findExecution, findNewestOfThread, listExecutions } from '../../store/executions/read.ts'
import { findUsage } from '../../store/executions/usage.ts'
import { getWorkflow } from '../access.ts'
import type { Detail } from './detail.ts'
import { executionEnded, executionNotFound } from './refusals.ts'
import { isEnded, toExecution, usageOf } from './to-response.ts'

export type ExecutionServiceDeps = { db: Db; runs: Pick<Runs, 'cancel'>; audit: Audit; detail: Detail }

export function createExecutionService({ db, runs, audit, detail }: ExecutionServiceDeps) {
  async function list(scope: Scope, query: ExecutionQuery): Promise<Page<Execution>> {
    const page = await listExecutions(db, scope, query)
    const paid = page.items.filter(({ creditsMicro, endedAt }) => creditsMicro > 0 || endedAt === null)
    const usage = await findUsage(
      db,
      scope,
      paid.map(({ id }) => id),
    )
    return {
      ...page,
      items: page.items.map((row) => toExecution(scope, row, usageOf(row, usage.get(row.id)))),
    }
  }

  return {
    list,
    /** Those of one workflow, also when it was deleted since; 404 when it never was, or is not to be seen. */
    async listOf(scope: Scope, workflowId: string, query: ExecutionQuery): Promise<Page<Execution>> {
      await getWorkflow(db, scope, workflowId)
      return list(scope, { ...query, workflowId })
    },
    async threadStatus(scope: Scope, threadId: string): Promise<ThreadStatus> {
      const row = await findNewestOfThread(db, scope, threadId)
      if (!row) throw executionNotFound()
      const found = await detail.get(
        scope,
        row.id,
        { stepsLimit: executionLimits.steps, stepsOffset: 0 },
        { hasPayloads: false },
      )
      const nodesOf = (status: 'completed' | 'failed') => [
        ...new Set(found.steps.filter((step) => step.status === status).map(({ nodeId }) => nodeId)),
      ]
      return {
        threadId,
        executionId: row.id,
        workflowId: row.workflowId,
        status: found.status,
        currentNodeId: found.currentNodeId,
        state: found.state,
        completedNodes: found.executionSummary?.completedNodes ?? nodesOf('completed'),
        failedNodes: found.executionSummary?.failedNodes ?? nodesOf('failed'),
        errors: found.executionSummary?.errors ?? [],
        outputData: found.outputData,
        stoppedBy: found.stoppedBy,
        stoppedParts: found.stoppedParts,
        isEndSkipped: found.isEndSkipped,
        usage: found.usage,
      }
    },
    /** An execution that waits ends immediately, one at work within a second. Cancelling it again changes nothing. */
    async cancel(scope: Scope, id: string): Promise<{ id: string; status: ExecutionStatus }> {
      const execution = await findExecution(db, scope, id)
      if (!execution) throw executionNotFound()
      if (execution.status === 'cancelled') return { id, status: 'cancelled' }
      if (isEnded(execution.status)) throw executionEnded()
      const request = async (tx: Tx) => {
        const outcome = await runs.cancel(tx, scope, id)
        if (outcome === 'ended' || outcome === 'asked')
          await audit.record(tx, scope, {
            action: 'execution.cancelled',
            targetType: 'execution',
            targetId: id,
            details: { workflowId: execution.workflowId },
          })
        return outcome
      }
      const outcome = await retryOnDeadlock(() => db.tx(request))
      if (outcome === 'ended') return { id, status: 'cancelled' }
      if (outcome === 'asked') return { id, status: execution.status }
      const now = await findExecution(db, scope, id)
      if (now?.status === 'cancelled') return { id, status: 'cancelled' }
      throw executionEnded()
    },
  }
}

export type ExecutionService = ReturnType<typeof createExecutionService>
