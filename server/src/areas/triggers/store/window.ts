import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { TriggerRow } from '../schema/trigger.ts'
import type { Range } from './coverage.ts'

type TriggerRef = Pick<TriggerRow, 'projectId' | 'id'>
export type PollWindow = { fromAt: string; toAt: string; cause: string | null; coveredAt: string | null }

/**
 * The result of a poll, from the end of the last window on. One that succeeded has read everything since the last that
 * did. The caller holds the trigger.
 */
export async function recordPoll(
  tx: Tx,
  { projectId, id, createdAt }: Pick<TriggerRow, 'projectId' | 'id' | 'createdAt'>,
  { at, cause }: { at: Date; cause: string | null },
): Promise<void> {
  const coveredAt = cause === null ? at : null
  if (coveredAt)
    await tx.rows(sql`
      update trigger_window set covered_at = ${coveredAt}
      where project_id = ${projectId} and trigger_id = ${id} and covered_at is null`)
  await tx.rows(sql`
    with last as (
      select from_at, to_at, cause from trigger_window
      where project_id = ${projectId} and trigger_id = ${id} order by from_at desc limit 1
    ), extended as (
      update trigger_window w set to_at = ${at}, covered_at = ${coveredAt}, polls = w.polls + 1
      from last where w.project_id = ${projectId} and w.trigger_id = ${id} and w.from_at = last.from_at
        and last.cause is not distinct from ${cause}::text and last.to_at < ${at}
      returning 1
    )
    insert into trigger_window (project_id, trigger_id, from_at, to_at, cause, covered_at)
    select ${projectId}, ${id}, begin.at, ${at}, ${cause}, ${coveredAt}::timestamptz
    from (select coalesce((select to_at from last), ${createdAt}::timestamptz) as at) begin
    where not exists (select from extended) and begin.at < ${at}
    on conflict do nothing`)
}

export const listWindows = (
  q: Queryable,
  { projectId, id }: TriggerRef,
  { from, to }: Range,
): Promise<PollWindow[]> =>
  q.rows<PollWindow>(sql`
    select from_at as "fromAt", to_at as "toAt", cause, covered_at as "coveredAt" from trigger_window
    where project_id = ${projectId} and trigger_id = ${id} and from_at < ${to} and to_at >= ${from} order by from_at`)

/** Up to where everything was read; null before the first poll. */
export async function findCoveredUntil(q: Queryable, { projectId, id }: TriggerRef): Promise<Date | null> {
  const [row] = await q.rows<{ at: string | null }>(sql`
    select max(to_at) as at from trigger_window
    where project_id = ${projectId} and trigger_id = ${id} and covered_at is not null`)
  return row?.at ? new Date(row.at) : null
}

export async function forgetWindows(q: Queryable, projectId: string, since: Date): Promise<void> {
  await q.rows(sql`delete from trigger_window where project_id = ${projectId} and to_at < ${since}`)
}
