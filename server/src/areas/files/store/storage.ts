import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

export type Sums = { usedBytes: number; reservedBytes: number }

type Row = { used_bytes: number; reserved_bytes: number }

const toSums = (row: Row | undefined): Sums => ({
  usedBytes: row?.used_bytes ?? 0,
  reservedBytes: row?.reserved_bytes ?? 0,
})

/**
 * Takes the project's turn until the transaction ends. A caller that changes its files, blobs or promises takes it
 * before anything else of this area, so that they come one after the other and cannot wait for each other.
 */
export async function lockStorage(tx: Tx, scope: Scope): Promise<Sums> {
  const select = sql`select used_bytes, reserved_bytes from file_storage where project_id = ${scope.projectId} for update`
  const [row] = await tx.rows<Row>(select)
  if (row) return toSums(row)
  await tx.rows(sql`insert into file_storage (project_id) values (${scope.projectId}) on conflict do nothing`)
  const [made] = await tx.rows<Row>(select)
  return toSums(made)
}

export async function findUserStorage(q: Queryable, scope: Scope, userId: string): Promise<Sums> {
  const [row] = await q.rows<Row>(sql`
    select used_bytes, reserved_bytes from file_user_storage
    where project_id = ${scope.projectId} and external_user_id = ${userId}`)
  return toSums(row)
}

export async function findProjectStorage(q: Queryable, scope: Scope): Promise<Sums> {
  const [row] = await q.rows<Row>(sql`
    select used_bytes, reserved_bytes from file_storage where project_id = ${scope.projectId}`)
  return toSums(row)
}

/** What all projects of an account use together. */
export async function sumOfAccount(q: Queryable, accountId: string): Promise<number> {
  const [row] = await q.rows<{ used_bytes: number }>(sql`
    select coalesce(sum(s.used_bytes), 0)::bigint as used_bytes
    from project_member m join file_storage s on s.project_id = m.project_id
    where m.account_id = ${accountId}`)
  return row!.used_bytes
}

/** Changes the sums of the project and of one of its users. Takes `lockStorage` for granted. */
export async function addToStorage(
  tx: Tx,
  scope: Scope,
  userId: string,
  by: { usedBytes?: number; reservedBytes?: number },
): Promise<void> {
  const { usedBytes = 0, reservedBytes = 0 } = by
  await tx.rows(sql`
    update file_storage set used_bytes = used_bytes + ${usedBytes}, reserved_bytes = reserved_bytes + ${reservedBytes}
    where project_id = ${scope.projectId}`)
  await tx.rows(sql`
    insert into file_user_storage as s (project_id, external_user_id, used_bytes, reserved_bytes)
    values (${scope.projectId}, ${userId}, ${usedBytes}, ${reservedBytes})
    on conflict (project_id, external_user_id) do update
      set used_bytes = s.used_bytes + excluded.used_bytes, reserved_bytes = s.reserved_bytes + excluded.reserved_bytes`)
}

export async function moveUserStorage(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
  const { usedBytes, reservedBytes } = await findUserStorage(tx, scope, fromId)
  await tx.rows(sql`
    delete from file_user_storage where project_id = ${scope.projectId} and external_user_id = ${fromId}`)
  await tx.rows(sql`
    insert into file_user_storage as s (project_id, external_user_id, used_bytes, reserved_bytes)
    values (${scope.projectId}, ${intoId}, ${usedBytes}, ${reservedBytes})
    on conflict (project_id, external_user_id) do update
      set used_bytes = s.used_bytes + excluded.used_bytes, reserved_bytes = s.reserved_bytes + excluded.reserved_bytes`)
}

/** False when the user was deleted. Prevents its deletion until the transaction ends. */
export async function holdUser(tx: Tx, scope: Scope, userId: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select 1 from external_user where project_id = ${scope.projectId} and id = ${userId} for key share`)
  return rows.length === 1
}
