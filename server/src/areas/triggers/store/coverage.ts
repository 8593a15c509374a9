import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { InvocationStatus } from '../schema/invocation.ts'
import type { TriggerRow } from '../schema/trigger.ts'

type TriggerRef = Pick<TriggerRow, 'projectId' | 'id'>
export type Range = { from: Date; to: Date }

/** What a schedule is from a time on. One that is as before adds nothing. */
export async function addPlan(
  tx: Tx,
  { projectId, id }: TriggerRef,
  { cron: expression, timeZone: timezone, from, cause }: Omit<Plan, 'fromAt'> & { from: Date },
): Promise<void> {
  await tx.rows(sql`
    insert into trigger_plan (project_id, trigger_id, from_at, expression, time_zone, cause)
    select ${projectId}, ${id}, ${from}, ${expression}, ${timezone}, ${cause}
    where not exists (
      select from (
        select expression, time_zone, cause from trigger_plan
        where project_id = ${projectId} and trigger_id = ${id} order by from_at desc limit 1
      ) last
      where last.expression = ${expression} and last.time_zone = ${timezone}
        and last.cause is not distinct from ${cause}::text)
    on conflict (project_id, trigger_id, from_at) do update
    set expression = excluded.expression, time_zone = excluded.time_zone, cause = excluded.cause`)
}

export type Plan = { fromAt: string; cron: string; timeZone: string; cause: string | null }

/** Those that were valid in the range, oldest first. */
export const listPlans = (
  q: Queryable,
  { projectId, id }: TriggerRef,
  { from, to }: Range,
): Promise<Plan[]> =>
  q.rows<Plan>(sql`
    select from_at as "fromAt", expression as cron, time_zone as "timeZone", cause from trigger_plan
    where project_id = ${projectId} and trigger_id = ${id} and from_at < ${to} and from_at >= coalesce((
      select max(from_at) from trigger_plan
      where project_id = ${projectId} and trigger_id = ${id} and from_at <= ${from}), '-infinity')
    order by from_at`)

export type Slot = {
  slotAt: string
  /** The last invocation for it. */
  id: string
  status: InvocationStatus
  isStarted: boolean
}

export const listSlots = (
  q: Queryable,
  { projectId, id }: TriggerRef,
  { from, to }: Range,
): Promise<Slot[]> =>
  q.rows<Slot>(sql`
    select slot_at as "slotAt", (array_agg(id order by created_at desc, id desc))[1] as id,
      (array_agg(status order by created_at desc, id desc))[1] as status,
      bool_or(execution_id is not null or status in ('queued', 'starting', 'running', 'completed')) as "isStarted"
    from trigger_invocation
    where project_id = ${projectId} and trigger_id = ${id} and slot_at >= ${from} and slot_at < ${to} and not is_test
    group by slot_at`)

/** History that is no longer there is not shown as missing. */
export async function forgetPlans(q: Queryable, projectId: string, since: Date): Promise<void> {
  await q.rows(sql`
    delete from trigger_plan p where p.project_id = ${projectId} and p.from_at < ${since} and exists (
      select from trigger_plan n where n.project_id = p.project_id and n.trigger_id = p.trigger_id
        and n.from_at > p.from_at and n.from_at <= ${since})`)
  await q.rows(sql`
    update trigger_plan set from_at = ${since} where project_id = ${projectId} and from_at < ${since}`)
}

/** Active schedules that are due for longer than the shortest interval twice, or cannot be read; each is reported once. */
export const listLate = (q: Queryable, before: Date, limit: number): Promise<LateSchedule[]> =>
  q.rows<LateSchedule>(sql`
    select t.project_id as "projectId", t.id, s.next_at as "nextRunAt", s.fault
    from run_schedule s join trigger_instance t on t.project_id = s.project_id and t.id = s.id
    where s.next_at is not null and (s.next_at < ${before} or s.fault is not null)
      and t.status = 'active' and t.overdue_at is null
    order by s.next_at limit ${limit}`)

export type LateSchedule = { projectId: string; id: string; nextRunAt: string; fault: string | null }

/** False when another node has. */
export async function markOverdue(tx: Tx, { projectId, id }: TriggerRef, at: Date): Promise<boolean> {
  const rows = await tx.rows(sql`
    update trigger_instance set overdue_at = ${at}
    where project_id = ${projectId} and id = ${id} and overdue_at is null returning id`)
  return rows.length > 0
}
