import { type Queryable, sql } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'

/** What one user has executed, in the order of ids. */
export const listExecutionsOf = (
  q: Queryable,
  { projectId }: Scope,
  userId: string,
  after: string,
  limit: number,
) =>
  q.rows<{ id: string }>(sql`
    select id, workflow_id as "workflowId", workflow_name as "workflowName", version, mode, thread_id as "threadId",
      input, metadata, coalesce(status, 'open') as status, output, error, created_at as "createdAt", ended_at as "endedAt"
    from workflow_execution
    where project_id = ${projectId} and external_user_id = ${userId} and id > ${after} order by id limit ${limit}`)

export const listPausesOfUser = (
  q: Queryable,
  { projectId }: Scope,
  userId: string,
  after: string,
  limit: number,
) =>
  q.rows<{ id: string }>(sql`
    select id, execution_id as "executionId", kind, node_id as "nodeId", request, answer, answered_at as "answeredAt",
      created_at as "createdAt"
    from workflow_pause
    where project_id = ${projectId} and external_user_id = ${userId} and id > ${after} order by id limit ${limit}`)

export const listEvalsOfUser = (
  q: Queryable,
  { projectId }: Scope,
  userId: string,
  after: string,
  limit: number,
) =>
  q.rows<{ id: string }>(sql`
    select id, workflow_id as "workflowId", name, execution_id as "executionId", version, input, output, checks,
      created_at as "createdAt"
    from workflow_eval
    where project_id = ${projectId} and external_user_id = ${userId} and id > ${after} order by id limit ${limit}`)

/** Deletes executions that ended before that time, a batch at a time, with their pauses. */
export async function deleteOldExecutions(q: Queryable, projectId: string, before: Date): Promise<void> {
  for (let deleted = batch; deleted === batch; )
    deleted = (
      await q.rows(sql`
        delete from workflow_execution where (project_id, id) in (
          select project_id, id from workflow_execution
          where project_id = ${projectId} and created_at < ${before} and ended_at < ${before}
          order by created_at limit ${batch}) returning id`)
    ).length
}

const batch = 1_000
