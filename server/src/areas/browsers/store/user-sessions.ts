import { type Queryable, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** The ids of sessions of the user that have not ended. */
export async function listOpenOf(tx: Tx, { projectId }: Scope, userId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from browser_session where project_id = ${projectId} and external_user_id = ${userId}
      and status in ('pending', 'running', 'handoff') order by id for update`)
  return rows.map(({ id }) => id)
}

/** The ids of sessions of a conversation that have not ended. */
export async function listOpenOfThread(
  tx: Tx,
  { projectId }: Scope,
  { threadId, userId }: { threadId: string; userId: string },
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from browser_session where project_id = ${projectId} and external_user_id = ${userId}
      and thread_id = ${threadId} and status in ('pending', 'running', 'handoff') order by id`)
  return rows.map(({ id }) => id)
}

/** What happened in sessions that are forgotten is not stored any longer. */
export async function deleteForgottenEvents(tx: Tx, { projectId }: Scope, userId: string): Promise<void> {
  for (const table of ['browser_event', 'browser_handoff'].map(sqlText))
    await tx.rows(sql`
      delete from ${table} where project_id = ${projectId} and session_id in (
        select id from browser_session where project_id = ${projectId} and external_user_id = ${userId})`)
}

export type ExportedSession = {
  id: string
  status: string
  driver: string
  url: string | null
  createdAt: string
  endedAt: string | null
}

export const listSessionsOf = (
  q: Queryable,
  { projectId }: Scope,
  userId: string,
  after: string,
  limit: number,
): Promise<ExportedSession[]> =>
  q.rows(sql`
    select id, status, driver, url, created_at as "createdAt", ended_at as "endedAt" from browser_session
    where project_id = ${projectId} and external_user_id = ${userId} and id > ${after} and status <> 'forgotten'
    order by id limit ${limit}`)
