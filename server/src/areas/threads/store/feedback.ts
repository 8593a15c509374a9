import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { FeedbackRow, ThreadRef } from '../schema/thread.ts'

export type NewFeedback = {
  messageId: string
  userId: string
  score: number | null
  comment: string | null
  at: Date
}

/** One for each user and message: a later one replaces it. */
export async function upsertFeedback(
  tx: Tx,
  { projectId, id }: ThreadRef,
  input: NewFeedback,
): Promise<FeedbackRow> {
  const [row] = await tx.rows<FeedbackRow>(sql`
    insert into thread_feedback (project_id, thread_id, message_id, external_user_id, score, comment, created_at, updated_at)
    values (${projectId}, ${id}, ${input.messageId}, ${input.userId}, ${input.score}, ${input.comment}, ${input.at}, ${input.at})
    on conflict (project_id, thread_id, message_id, external_user_id) do update
    set score = excluded.score, comment = excluded.comment, updated_at = excluded.updated_at
    returning message_id as "messageId", external_user_id as "userId", score, comment, created_at as "createdAt",
      updated_at as "updatedAt"`)
  return row!
}

/** The feedback on some messages. */
export const listFeedback = (
  q: Queryable,
  { projectId, id }: ThreadRef,
  messageIds: readonly string[],
): Promise<FeedbackRow[]> =>
  q.rows<FeedbackRow>(sql`
    select message_id as "messageId", external_user_id as "userId", score, comment, created_at as "createdAt",
      updated_at as "updatedAt"
    from thread_feedback where project_id = ${projectId} and thread_id = ${id}
      and message_id = any(${messageIds}::text[])
    order by created_at, message_id, external_user_id`)
