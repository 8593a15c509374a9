import type { Db } from '../../../kernel/db/db.ts'
import type { Workflows } from '../../workflows/index.ts'
import { countInvocations } from '../store/read-triggers.ts'

type ListTriggers = Parameters<Workflows['triggered']['register']>[0]

/** The triggers of a workflow, for its statistics. */
export const createTriggerStatistics =
  (db: Db): ListTriggers =>
  async (scope, workflowId, range) => {
    const triggers = await countInvocations(db, scope, workflowId, range)
    return triggers.map(({ id, slug, status, statusReason, updatedAt, invocations, failed }) => ({
      id,
      toolSlug: slug,
      status,
      isDisabled: status !== 'active',
      statusReason,
      updatedAt,
      invocationCount: invocations,
      invocationErrors: failed,
    }))
  }
