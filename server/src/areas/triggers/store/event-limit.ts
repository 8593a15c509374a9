import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { TriggerRow } from '../schema/trigger.ts'
import type { Range } from './coverage.ts'

/** Takes so many of what a project may start in this minute; how many are within the limit. */
export async function takeStarts(
  tx: Tx,
  projectId: string,
  { requested, limit, at }: { requested: number; limit: number; at: Date },
): Promise<number> {
  const [row] = await tx.rows<{ before: number }>(sql`
    insert into trigger_event_rate as r (project_id, minute, requested)
    values (${projectId}, date_trunc('minute', ${at}::timestamptz), ${requested})
    on conflict (project_id) do update
    set minute = excluded.minute,
        requested = excluded.requested + case when r.minute = excluded.minute then r.requested else 0 end
    returning (requested - ${requested})::float8 as before`)
  return Math.max(0, Math.min(requested, limit - row!.before))
}

export type EventGap = { triggerId: string; cause: string; events: number }

/** Counts events that start nothing. Those that are the first of their trigger and cause in this minute are returned. */
export async function addEventGaps(
  tx: Tx,
  projectId: string,
  gaps: readonly EventGap[],
  at: Date,
): Promise<Pick<EventGap, 'triggerId' | 'cause'>[]> {
  const rows = await tx.rows<Pick<EventGap, 'triggerId' | 'cause'> & { isFirst: boolean }>(sql`
    insert into trigger_event_gap as g (project_id, trigger_id, minute, cause, events)
    select ${projectId}, trigger_id, date_trunc('minute', ${at}::timestamptz), cause, events
    from unnest(${gaps.map(({ triggerId }) => triggerId)}::uuid[], ${gaps.map(({ cause }) => cause)}::text[],
      ${gaps.map(({ events }) => events)}::int[]) as gap (trigger_id, cause, events)
    order by trigger_id, cause
    on conflict (project_id, trigger_id, minute, cause) do update set events = g.events + excluded.events
    returning trigger_id as "triggerId", cause, xmax = 0 as "isFirst"`)
  return rows.filter(({ isFirst }) => isFirst)
}

type TriggerRef = Pick<TriggerRow, 'projectId' | 'id'>

export const listEventGaps = (
  q: Queryable,
  { projectId, id }: TriggerRef,
  { from, to }: Range,
): Promise<{ minute: string; cause: string; events: number }[]> =>
  q.rows(sql`
    select minute, cause, events from trigger_event_gap
    where project_id = ${projectId} and trigger_id = ${id} and minute < ${to} and minute > ${from}::timestamptz - interval '1 minute'
    order by minute, cause`)

/** How many events have started something in each of the windows. */
export async function countEventStarts(
  q: Queryable,
  { projectId, id }: TriggerRef,
  windows: readonly { from: string; to: string }[],
): Promise<number[]> {
  const rows = await q.rows<{ events: number }>(sql`
    select count(i.id)::int as events
    from unnest(${windows.map(({ from }) => from)}::timestamptz[], ${windows.map(({ to }) => to)}::timestamptz[])
      with ordinality as w (from_at, to_at, position)
    left join trigger_invocation i on i.project_id = ${projectId} and i.trigger_id = ${id} and i.source = 'event'
      and not i.is_test and (i.execution_id is not null or i.status in ('queued', 'starting', 'running', 'completed'))
      and i.created_at >= w.from_at and i.created_at < w.to_at
    group by w.position order by w.position`)
  return rows.map(({ events }) => events)
}

export async function forgetEventGaps(q: Queryable, projectId: string, since: Date): Promise<void> {
  await q.rows(sql`delete from trigger_event_gap where project_id = ${projectId} and minute < ${since}`)
}
