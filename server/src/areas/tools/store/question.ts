import { allOf, type Queryable, type Statement, sql, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import { selectPage } from '../../../kernel/db/rows/select-page.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { deleteUserRows, moveUserRows } from '../../../kernel/user-rows.ts'
import type { HumanRequest, HumanRequestQuery } from '../schema/question.ts'

const columns = (at: Date) => sql`t.id, t.question, t.options, t.context,
  case when t.status = 'waiting' and t.expires_at <= ${at}::timestamptz then 'expired' else t.status end as status,
  t.answer, t.answered_by as "answeredBy", t.external_user_id as "eUID", t.execution_id as "executionId", t.created_at as "createdAt",
  t.expires_at as "expiresAt", t.answered_at as "answeredAt"`

const isSeen = ({ projectId, acrossUsers, externalUser }: Scope): Statement =>
  acrossUsers
    ? sql`t.project_id = ${projectId}`
    : sql`t.project_id = ${projectId} and t.external_user_id = ${externalUser.id}`

export type NewQuestion = Pick<HumanRequest, 'id' | 'executionId' | 'question' | 'options' | 'context'> & {
  expiresAt: Date
}

export async function insertQuestion(tx: Tx, scope: Scope, request: NewQuestion, at: Date): Promise<void> {
  await tx.rows(sql`
    insert into tool_question (project_id, id, external_user_id, execution_id, question, options, context, status, created_at, expires_at)
    values (${scope.projectId}, ${request.id}, ${scope.externalUser.id}, ${request.executionId}, ${request.question},
      ${storableJson(request.options)}, ${storableJson(request.context)}, 'waiting', ${at}, ${request.expiresAt})`)
}

export async function findQuestion(
  q: Queryable,
  scope: Scope,
  id: string,
  at: Date,
): Promise<HumanRequest | null> {
  const [row] = await q.rows<HumanRequest>(sql`
    select ${columns(at)} from tool_question t where ${isSeen(scope)} and t.id = ${id}`)
  return row ?? null
}

/** Newest first. */
export async function listQuestions(
  q: Queryable,
  scope: Scope,
  query: HumanRequestQuery,
  at: Date,
): Promise<Page<HumanRequest>> {
  const open = sql`t.status = 'waiting'`
  const isInTime = sql`t.expires_at > ${at}::timestamptz`
  const byStatus: Record<string, Statement> = {
    waiting: sql`${open} and ${isInTime}`,
    expired: sql`${open} and not ${isInTime}`,
    answered: sql`t.status = 'answered'`,
    cancelled: sql`t.status = 'cancelled'`,
  }
  const where = allOf([isSeen(scope), ...(query.status ? [byStatus[query.status]!] : [])])
  return selectPage<HumanRequest>(
    q,
    { columns: columns(at), from: sql`tool_question t where ${where}`, order: sql`t.id desc` },
    query,
  )
}

/** Null when it is not waiting any more: of two answers the first counts. */
export async function endQuestion(
  tx: Tx,
  scope: Scope,
  id: string,
  end: { status: 'answered' | 'cancelled'; answer: unknown; by: string | null },
  at: Date,
): Promise<HumanRequest | null> {
  const [row] = await tx.rows<HumanRequest>(sql`
    update tool_question t set status = ${end.status}, answer = ${storableJson(end.answer)}, answered_by = ${end.by},
      answered_at = ${at}
    where ${isSeen(scope)} and t.id = ${id} and t.status = 'waiting' and t.expires_at > ${at}
    returning ${columns(at)}`)
  return row ?? null
}

export async function deleteOldQuestions(q: Queryable, projectId: string, since: Date): Promise<void> {
  await q.rows(sql`delete from tool_question where project_id = ${projectId} and expires_at < ${since}`)
}

export const eraseQuestionsOf = deleteUserRows('tool_question')
export const moveQuestions = moveUserRows('tool_question')

export async function listQuestionsOf(
  q: Queryable,
  { projectId }: Scope,
  userId: string,
  after: string,
  limit: number,
): Promise<HumanRequest[]> {
  return q.rows<HumanRequest>(sql`
    select ${columns(new Date(0))} from tool_question t
    where t.project_id = ${projectId} and t.external_user_id = ${userId} and t.id > ${after} order by t.id limit ${limit}`)
}
