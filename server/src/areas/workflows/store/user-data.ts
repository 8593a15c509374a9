import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Definition, WorkflowRow } from '../schema/workflow.ts'

export async function countUserWorkflows(q: Queryable, scope: Scope, userId: string): Promise<number> {
  const [row] = await q.rows<{ count: number }>(sql`
    select count(*)::int as count from workflow
    where project_id = ${scope.projectId} and external_user_id = ${userId}`)
  return row!.count
}

/** Locked, in the order of their ids. */
export const lockUserWorkflows = (q: Queryable, scope: Scope, userId: string) =>
  q.rows<Pick<WorkflowRow, 'projectId' | 'id'>>(sql`
    select project_id as "projectId", id from workflow
    where project_id = ${scope.projectId} and external_user_id = ${userId} order by id for update`)

type ExportedWorkflow = Pick<WorkflowRow, 'id' | 'name' | 'description' | 'createdAt' | 'updatedAt'> & {
  workflowType: WorkflowRow['type']
  definition: Definition
}

/** With their newest definitions. */
export const listUserWorkflows = (q: Queryable, scope: Scope, userId: string, after: string, limit: number) =>
  q.rows<ExportedWorkflow>(sql`
    select w.id, w.name, w.description, w.type as "workflowType", w.created_at as "createdAt", w.updated_at as "updatedAt", v.definition
    from workflow w
    join workflow_version v on v.project_id = w.project_id and v.workflow_id = w.id and v.version = w.version
    where w.project_id = ${scope.projectId} and w.external_user_id = ${userId} and w.id > ${after}
    order by w.id limit ${limit}`)
