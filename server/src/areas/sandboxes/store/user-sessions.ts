import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { moveUserRows } from '../../../kernel/user-rows.ts'
import { type StoredSession, sessionColumns } from './session.ts'

/** In the order of ids. */
export async function listSessionsOf(
  q: Queryable,
  scope: Scope,
  userId: string,
  after: string,
  limit: number,
): Promise<StoredSession[]> {
  return q.rows<StoredSession>(sql`
    select ${sessionColumns} from sandbox_session s
    where s.project_id = ${scope.projectId} and s.external_user_id = ${userId} and s.id > ${after}
    order by s.id limit ${limit}`)
}

export async function deleteSessionsOf(
  tx: Tx,
  scope: Scope,
  userId: string,
): Promise<{ id: string; isOpen: boolean; blobIds: string[] }[]> {
  return tx.rows(sql`
    delete from sandbox_session where project_id = ${scope.projectId} and external_user_id = ${userId}
    returning id, status <> 'ended' as "isOpen",
      array_remove(array[state_blob_id, incoming_blob_id], null) || change_blob_ids as "blobIds"`)
}

const moveRows = moveUserRows('sandbox_session')

/** Two users may have a session for a thread of the same name: then the moved one gets a new name. */
export async function moveSessions(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
  await tx.rows(sql`
    update sandbox_session s set thread_id = 'http:' || s.id
    where s.project_id = ${scope.projectId} and s.external_user_id = ${fromId} and s.status <> 'ended'
      and exists (select 1 from sandbox_session o where o.project_id = s.project_id
        and o.external_user_id = ${intoId} and o.thread_id = s.thread_id and o.status <> 'ended')`)
  await moveRows(tx, scope, fromId, intoId)
}
