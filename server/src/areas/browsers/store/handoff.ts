import { type Queryable, type Statement, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

export type StoredHandoff = {
  id: string
  sessionId: string
  status: 'requested' | 'done' | 'expired'
  reason: string
  note: string | null
  createdAt: string
  endedAt: string | null
}

const columns = sqlText(`h.id, h.session_id as "sessionId", h.status, h.reason, h.note,
  h.created_at as "createdAt", h.ended_at as "endedAt"`)

const isOwn = ({ projectId, acrossUsers, externalUser }: Scope): Statement =>
  acrossUsers
    ? sql`h.project_id = ${projectId}`
    : sql`h.project_id = ${projectId} and h.external_user_id = ${externalUser.id}`

export async function insertHandoff(
  tx: Tx,
  session: { projectId: string; id: string; userId: string },
  handoff: { id: string; reason: string; at: Date },
): Promise<StoredHandoff> {
  const [row] = await tx.rows<StoredHandoff>(sql`
    insert into browser_handoff as h (project_id, id, external_user_id, session_id, status, reason, created_at)
    values (${session.projectId}, ${handoff.id}, ${session.userId}, ${session.id}, 'requested', ${handoff.reason},
      ${handoff.at}) returning ${columns}`)
  return row!
}

export async function findHandoff(q: Queryable, scope: Scope, id: string): Promise<StoredHandoff | null> {
  const [row] = await q.rows<StoredHandoff>(sql`
    select ${columns} from browser_handoff h where ${isOwn(scope)} and h.id = ${id}`)
  return row ?? null
}

export async function endHandoff(
  tx: Tx,
  { projectId }: Scope,
  id: string,
  { note, at }: { note: string | null; at: Date },
): Promise<StoredHandoff> {
  const [row] = await tx.rows<StoredHandoff>(sql`
    update browser_handoff as h set status = 'done', note = ${note}, ended_at = ${at}
    where h.project_id = ${projectId} and h.id = ${id} returning ${columns}`)
  return row!
}
