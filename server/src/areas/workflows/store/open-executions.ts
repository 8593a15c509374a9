import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { WorkflowRow } from '../schema/workflow.ts'

/** Executions of a workflow that have not ended, oldest first. */
export async function listOpenExecutions(
  q: Queryable,
  { projectId, id }: Pick<WorkflowRow, 'projectId' | 'id'>,
): Promise<string[]> {
  const rows = await q.rows<{ id: string }>(sql`
    select id from workflow_execution
    where project_id = ${projectId} and workflow_id = ${id} and status is null order by created_at, id`)
  return rows.map((row) => row.id)
}
