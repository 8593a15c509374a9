import { prepared, type Queryable, type Statement, sql } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { type ExecutionRef, executionsOf } from './count.ts'

/** Those of the executions whose inputs and outputs are not stored beyond their end. */
export const withoutPayloads = (refs: readonly ExecutionRef[]): Statement => sql`
  select e.project_id, e.id from ${executionsOf(refs)} where not e.keeps_payloads`

export const blankingExecutions = (refs: readonly ExecutionRef[]): Statement =>
  prepared(sql`
  with chosen as (${withoutPayloads(refs)}), pauses as (
    update workflow_pause p set request = '{}', answer = null from chosen
    where p.project_id = chosen.project_id and p.execution_id = chosen.id
  )
  update workflow_execution e set input = 'null', output = null from chosen
  where e.project_id = chosen.project_id and e.id = chosen.id`)

/** What a run writes to its thread is removed once it has ended as cancelled. */
export async function requestRollback(q: Queryable, { projectId }: Scope, id: string): Promise<void> {
  await q.rows(sql`
    update workflow_execution
    set metadata = (coalesce(metadata::jsonb, '{}') || '{"cancelAction": "rollback"}')::json
    where project_id = ${projectId} and id = ${id} and status is null`)
}

export async function isRollbackRequested(
  q: Queryable,
  { projectId, id }: { projectId: string; id: string },
): Promise<boolean> {
  const [row] = await q.rows<{ action: string | null }>(sql`
    select metadata->>'cancelAction' as action from workflow_execution
    where project_id = ${projectId} and id = ${id}`)
  return row?.action === 'rollback'
}
