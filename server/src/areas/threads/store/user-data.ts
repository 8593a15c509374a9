import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ThreadRow } from '../schema/thread.ts'

export async function countUserThreads(q: Queryable, { projectId }: Scope, userId: string): Promise<number> {
  const [row] = await q.rows<{ count: number }>(sql`
    select count(*)::int as count from thread where project_id = ${projectId} and external_user_id = ${userId}`)
  return row!.count
}

type ExportedThread = Pick<
  ThreadRow,
  'id' | 'workflowId' | 'metadata' | 'headBranch' | 'headPlace' | 'createdAt' | 'updatedAt'
>

export const listUserThreads = (
  q: Queryable,
  { projectId }: Scope,
  userId: string,
  after: string,
  limit: number,
) =>
  q.rows<ExportedThread>(sql`
    select id, workflow_id as "workflowId", metadata, head_branch as "headBranch", head_place as "headPlace",
      created_at as "createdAt", updated_at as "updatedAt"
    from thread where project_id = ${projectId} and external_user_id = ${userId} and id > ${after}
    order by id limit ${limit}`)

export const listUserFeedback = (q: Queryable, { projectId }: Scope, userId: string) =>
  q.rows<Record<string, unknown>>(sql`
    select thread_id as "threadId", message_id as "messageId", score, comment, created_at as "createdAt"
    from thread_feedback where project_id = ${projectId} and external_user_id = ${userId}
    order by thread_id, message_id`)

/** What the user has said of threads of others. */
export async function deleteUserFeedback(tx: Tx, { projectId }: Scope, userId: string): Promise<void> {
  await tx.rows(
    sql`delete from thread_feedback where project_id = ${projectId} and external_user_id = ${userId}`,
  )
}

/** Where both users have said something of a message, what the remaining one said stays. */
export async function moveUserFeedback(
  tx: Tx,
  { projectId }: Scope,
  fromId: string,
  intoId: string,
): Promise<void> {
  await tx.rows(sql`
    delete from thread_feedback f
    where f.project_id = ${projectId} and f.external_user_id = ${fromId} and exists (
      select from thread_feedback other
      where other.project_id = ${projectId} and other.thread_id = f.thread_id and other.message_id = f.message_id
        and other.external_user_id = ${intoId})`)
  await tx.rows(sql`
    update thread_feedback set external_user_id = ${intoId}
    where project_id = ${projectId} and external_user_id = ${fromId}`)
}
