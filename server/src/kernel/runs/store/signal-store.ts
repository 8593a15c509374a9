import { prepared, type Statement, sql, type Tx } from '../../db/db.ts'
import { storableJson } from '../../db/json.ts'

/** One at a time for each key: a signal sent while a run is about to wait for it would otherwise wake no one. */
export async function lockSignal(tx: Tx, projectId: string, key: string): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${projectId} || '/' || ${key}, 8))`)
}

/**
 * Stores the signal until it is read, and wakes the run that waits for it. A second signal of the same key replaces the
 * first.
 */
export async function insertSignal(
  tx: Tx,
  projectId: string,
  key: string,
  payload: unknown,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    insert into run_signal (project_id, key, payload, created_at)
    values (${projectId}, ${key}, ${storableJson(payload)}, ${at})
    on conflict (project_id, key) do update set payload = excluded.payload, created_at = excluded.created_at`)
  await tx.rows(sql`
    update run set status = 'queued', run_at = now()
    where project_id = ${projectId} and waiting_for = ${key} and status = 'waiting'`)
}

/**
 * The same as statements beside others, without a payload, for the keys that a query finds when it is executed: what is
 * locked by the first is seen by the second.
 */
export const signalling = (projectId: string, keys: Statement, at: Date, channel: string): Statement[] => [
  prepared(sql`
    select pg_advisory_xact_lock(hashtextextended(${projectId}::text || '/' || key, 8)) from (${keys}) as sent (key)`),
  prepared(sql`
    with sent as (
      insert into run_signal (project_id, key, payload, created_at)
      select ${projectId}::uuid, key, 'null'::jsonb, ${at}::timestamptz from (${keys}) as sent (key)
      on conflict (project_id, key) do update set payload = excluded.payload, created_at = excluded.created_at
      returning key
    ), woken as (
      update run r set status = 'queued', run_at = now() from sent
      where r.project_id = ${projectId} and r.waiting_for = sent.key and r.status = 'waiting'
    )
    select pg_notify(${channel}, 'signal') from sent`),
]

export async function takeSignal(
  tx: Tx,
  projectId: string,
  key: string,
): Promise<{ payload: unknown } | null> {
  const [row] = await tx.rows<{ payload: unknown }>(sql`
    delete from run_signal where project_id = ${projectId} and key = ${key} returning payload`)
  return row ?? null
}
