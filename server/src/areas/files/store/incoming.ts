import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { moveUserRows } from '../../../kernel/user-rows.ts'

export type Incoming = { projectId: string; id: string; userId: string; reservedBytes: number }

type Row = { project_id: string; id: string; external_user_id: string; reserved_bytes: number }

const toIncoming = (row: Row): Incoming => ({
  projectId: row.project_id,
  id: row.id,
  userId: row.external_user_id,
  reservedBytes: row.reserved_bytes,
})

/** Before the first byte is written: bytes whose writer dies are found by it. */
export async function insertIncoming(q: Queryable, scope: Scope, id: string, expiresAt: Date): Promise<void> {
  await q.rows(sql`
    insert into file_incoming (project_id, id, external_user_id, expires_at)
    values (${scope.projectId}, ${id}, ${scope.externalUser.id}, ${expiresAt})`)
}

/** False when it is no longer expected. */
export async function addToIncoming(tx: Tx, scope: Scope, id: string, bytes: number): Promise<boolean> {
  const rows = await tx.rows(sql`
    update file_incoming set reserved_bytes = reserved_bytes + ${bytes}
    where project_id = ${scope.projectId} and id = ${id} returning id`)
  return rows.length === 1
}

/** Null when it was given up meanwhile, by a sweep or with its user. */
export async function takeIncoming(tx: Tx, scope: Scope, id: string): Promise<Incoming | null> {
  const [row] = await tx.rows<Row>(sql`
    delete from file_incoming where project_id = ${scope.projectId} and id = ${id}
    returning project_id, id, external_user_id, reserved_bytes`)
  return row ? toIncoming(row) : null
}

/** Takes back what is promised to the user's uploads; they themselves are given up by the caller that brings them. */
export async function clearReserved(tx: Tx, scope: Scope, userId: string): Promise<number> {
  const [row] = await tx.rows<{ bytes: number }>(sql`
    with held as (
      select id, reserved_bytes from file_incoming
      where project_id = ${scope.projectId} and external_user_id = ${userId} for update
    ), cleared as (
      update file_incoming i set reserved_bytes = 0 from held
      where i.project_id = ${scope.projectId} and i.id = held.id returning held.reserved_bytes
    )
    select coalesce(sum(reserved_bytes), 0)::bigint as bytes from cleared`)
  return row!.bytes
}

export const moveIncoming = moveUserRows('file_incoming')

/** Of every project: what is overdue belongs to no one who could still ask. */
export async function listOverdue(q: Queryable, now: Date, limit: number): Promise<Incoming[]> {
  const rows = await q.rows<Row>(sql`
    select project_id, id, external_user_id, reserved_bytes from file_incoming
    where expires_at <= ${now} order by expires_at limit ${limit}`)
  return rows.map(toIncoming)
}
