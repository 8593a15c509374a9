import { type Queryable, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { isAbandoned } from '../../../kernel/leases/abandoned.ts'
import type { EndedReason } from '../schema/session.ts'

/** Which node has the interpreters of a session at the moment, and what of it is saved. */
export type Hold = {
  status: 'running' | 'paused' | 'ended'
  holder: string | null
  /** Whether its holder lives. */
  isHeld: boolean
  holdNumber: number
  isDirty: boolean
  stateBlobId: string | null
  incomingBlobId: string | null
  changeBlobIds: string[]
  endedAt: string | null
  endedReason: EndedReason | null
}

export type SessionKey = { projectId: string; id: string }

const holding = { node: sqlText('holder'), until: sqlText('held_until') }

export async function lockHold(tx: Tx, { projectId, id }: SessionKey): Promise<Hold | null> {
  const [row] = await tx.rows<Hold>(sql`
    select status, holder, holder is not null and not ${isAbandoned(holding)} as "isHeld", hold_number::int as "holdNumber", is_dirty as "isDirty",
      state_blob_id as "stateBlobId", incoming_blob_id as "incomingBlobId", change_blob_ids as "changeBlobIds",
      ended_at as "endedAt",
      ended_reason as "endedReason"
    from sandbox_session where project_id = ${projectId} and id = ${id} for update`)
  return row ?? null
}

export async function takeHold(
  tx: Tx,
  { projectId, id }: SessionKey,
  { nodeId, isLost }: { nodeId: string; isLost: boolean },
): Promise<void> {
  await tx.rows(sql`
    update sandbox_session set holder = ${nodeId}, held_until = now() + interval '1 day', hold_number = hold_number + 1,
      is_loss_untold = is_loss_untold or ${isLost}, is_dirty = is_dirty and not ${isLost}, incoming_blob_id = null
    where project_id = ${projectId} and id = ${id}`)
}

/** From here on the last save is not all there is. False when the hold was lost meanwhile. */
export async function markDirty(
  q: Queryable,
  { projectId, id }: SessionKey,
  nodeId: string,
  holdNumber: number,
  at: Date,
): Promise<boolean> {
  const rows = await q.rows(sql`
    update sandbox_session set is_dirty = true, last_activity_at = greatest(last_activity_at, ${at})
    where project_id = ${projectId} and id = ${id} and holder = ${nodeId} and hold_number = ${holdNumber} returning id`)
  return rows.length > 0
}

/** Notes the save before its first byte is written. False when the hold was lost meanwhile. */
export async function announceSave(
  q: Queryable,
  { projectId, id }: SessionKey,
  nodeId: string,
  holdNumber: number,
  blobId: string,
): Promise<boolean> {
  const rows = await q.rows(sql`
    update sandbox_session set incoming_blob_id = ${blobId}
    where project_id = ${projectId} and id = ${id} and holder = ${nodeId} and hold_number = ${holdNumber} returning id`)
  return rows.length > 0
}

/** Notes a change to the files before its first byte is written. False when the hold was lost meanwhile. */
export async function announceChange(
  q: Queryable,
  { projectId, id }: SessionKey,
  nodeId: string,
  holdNumber: number,
  blobId: string,
): Promise<boolean> {
  const rows = await q.rows(sql`
    update sandbox_session set change_blob_ids = change_blob_ids || ${blobId}::uuid
    where project_id = ${projectId} and id = ${id} and holder = ${nodeId} and hold_number = ${holdNumber} returning id`)
  return rows.length > 0
}

/** Releases it; the last save stays. */
export async function releaseHold(
  tx: Tx,
  { projectId, id }: SessionKey,
  { isSaved }: { isSaved: boolean },
): Promise<void> {
  await tx.rows(sql`
    update sandbox_session set holder = null, held_until = null, incoming_blob_id = null,
      is_dirty = is_dirty and not ${isSaved}
    where project_id = ${projectId} and id = ${id}`)
}

/** The new save, which has all changes to files that were noted before. */
export async function setState(tx: Tx, { projectId, id }: SessionKey, stateBlobId: string): Promise<void> {
  await tx.rows(sql`
    update sandbox_session set incoming_blob_id = null, state_blob_id = ${stateBlobId}, change_blob_ids = '{}'
    where project_id = ${projectId} and id = ${id}`)
}

export async function findBlobs(
  q: Queryable,
  { projectId, id }: SessionKey,
): Promise<{ stateBlobId: string | null; changeBlobIds: string[] } | null> {
  const [row] = await q.rows<{ stateBlobId: string | null; changeBlobIds: string[] }>(sql`
    select state_blob_id as "stateBlobId", change_blob_ids as "changeBlobIds"
    from sandbox_session where project_id = ${projectId} and id = ${id}`)
  return row ?? null
}
