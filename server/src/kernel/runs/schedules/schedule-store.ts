import { type Queryable, sql, type Tx } from '../../db/db.ts'
import { storableJson } from '../../db/json.ts'
import type { Scope } from '../../scope.ts'
import { type StoredScope, toStoredScope } from '../run-scope.ts'
import type { NewSchedule, Schedule } from './schedule.ts'

const columns = sql`project_id as "projectId", id, external_user_id as "externalUserId", scope, kind, input, cron,
  time_zone as "timeZone", misfire, is_active as "isActive", starts_at as "startsAt", ends_at as "endsAt",
  next_at as "nextAt", last_slot_at as "lastSlotAt", last_run_id as "lastRunId",
  skipped_from as "skippedFrom", skipped_before as "skippedBefore", fault,
  created_at as "createdAt", updated_at as "updatedAt"`

type Row = Omit<Schedule, 'skipped'> & { skippedFrom: string | null; skippedBefore: string | null }

const toSchedule = ({ skippedFrom, skippedBefore, ...row }: Row): Schedule => ({
  ...row,
  skipped: skippedFrom && skippedBefore ? { from: skippedFrom, before: skippedBefore } : null,
})

/** The one clock that all nodes share. */
export async function databaseTime(q: Queryable): Promise<Date> {
  const [row] = await q.rows<{ now: string }>(sql`select clock_timestamp() as now`)
  return new Date(row!.now)
}

/** The later one wins: what is changed concurrently is written by one after the other. */
export async function upsertSchedule(
  tx: Tx,
  scope: Scope,
  schedule: NewSchedule,
  nextAt: Date | null,
  at: Date,
): Promise<Schedule> {
  const [row] = await tx.rows<Row>(sql`
    insert into run_schedule (project_id, id, external_user_id, scope, kind, input, cron, time_zone, misfire, is_active,
                              starts_at, ends_at, next_at, created_at, updated_at)
    values (${scope.projectId}, ${schedule.id}, ${scope.externalUser.id}, ${JSON.stringify(toStoredScope(scope))},
            ${schedule.kind},
            ${storableJson(schedule.input)}, ${schedule.cron}, ${schedule.timeZone}, ${schedule.misfire},
            ${schedule.isActive}, ${schedule.startsAt ?? null}, ${schedule.endsAt ?? null}, ${nextAt}, ${at}, ${at})
    on conflict (project_id, id) do update
    set external_user_id = excluded.external_user_id, scope = excluded.scope, kind = excluded.kind, input = excluded.input,
        cron = excluded.cron, time_zone = excluded.time_zone, misfire = excluded.misfire,
        is_active = excluded.is_active, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
        next_at = excluded.next_at, fault = null, updated_at = excluded.updated_at
    returning ${columns}`)
  return toSchedule(row!)
}

export async function findSchedule(q: Queryable, scope: Scope, id: string): Promise<Schedule | null> {
  const [row] = await q.rows<Row>(
    sql`select ${columns} from run_schedule where project_id = ${scope.projectId} and id = ${id}`,
  )
  return row ? toSchedule(row) : null
}

export async function lockSchedule(tx: Tx, scope: Scope, id: string): Promise<Schedule | null> {
  const [row] = await tx.rows<Row>(
    sql`select ${columns} from run_schedule where project_id = ${scope.projectId} and id = ${id} for update`,
  )
  return row ? toSchedule(row) : null
}

/** In the order of their ids, behind `after`. */
export async function listSchedules(
  q: Queryable,
  scope: Scope,
  after: string,
  most: number,
): Promise<Schedule[]> {
  const rows = await q.rows<Row>(sql`
    select ${columns} from run_schedule where project_id = ${scope.projectId} and id > ${after}
    order by id limit ${most}`)
  return rows.map(toSchedule)
}

export async function setScheduleActive(
  tx: Tx,
  scope: Scope,
  id: string,
  change: { isActive: boolean; nextAt: Date | null; at: Date },
): Promise<Schedule | null> {
  const [row] = await tx.rows<Row>(sql`
    update run_schedule set is_active = ${change.isActive}, next_at = ${change.nextAt}, updated_at = ${change.at}
    where project_id = ${scope.projectId} and id = ${id} returning ${columns}`)
  return row ? toSchedule(row) : null
}

export async function deleteSchedule(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    delete from run_schedule where project_id = ${scope.projectId} and id = ${id} returning id`)
  return rows.length === 1
}

/** What another node has in hand is passed over. */
export async function claimDueSchedules(tx: Tx, now: Date, most: number): Promise<Schedule[]> {
  const rows = await tx.rows<Row>(sql`
    select ${columns} from run_schedule where next_at <= ${now}
    order by next_at, id limit ${most} for update skip locked`)
  return rows.map(toSchedule)
}

/** Those whose last slot lies far ahead: the clock was wrong when it came, and they would wait until it is right. */
export async function claimMisledSchedules(tx: Tx, now: Date, most: number): Promise<Schedule[]> {
  const rows = await tx.rows<Row>(sql`
    select ${columns} from run_schedule
    where next_at is not null and last_slot_at > ${now}::timestamptz + interval '1 day'
    limit ${most} for update skip locked`)
  return rows.map(toSchedule)
}

export type Progress = {
  projectId: string
  id: string
  nextAt: Date | null
  lastSlotAt: Date | null
  lastRunId: string | null
  skipped: { from: Date; before: Date } | null
  fault: string | null
}

export async function moveSchedules(tx: Tx, progress: readonly Progress[]): Promise<void> {
  await tx.rows(sql`
    update run_schedule s
    set next_at = p.next_at, last_slot_at = coalesce(p.last_slot_at, s.last_slot_at),
        last_run_id = coalesce(p.last_run_id, s.last_run_id),
        skipped_from = coalesce(p.skipped_from, s.skipped_from),
        skipped_before = coalesce(p.skipped_before, s.skipped_before), fault = p.fault
    from unnest(${progress.map((each) => each.projectId)}::uuid[], ${progress.map((each) => each.id)}::uuid[],
                ${progress.map((each) => each.nextAt)}::timestamptz[], ${progress.map((each) => each.lastSlotAt)}::timestamptz[],
                ${progress.map((each) => each.lastRunId)}::uuid[],
                ${progress.map((each) => each.skipped?.from ?? null)}::timestamptz[],
                ${progress.map((each) => each.skipped?.before ?? null)}::timestamptz[],
                ${progress.map((each) => each.fault)}::text[])
      as p (project_id, id, next_at, last_slot_at, last_run_id, skipped_from, skipped_before, fault)
    where s.project_id = p.project_id and s.id = p.id`)
}

export type SlotRun = {
  projectId: string
  id: string
  externalUserId: string
  scope: StoredScope | null
  kind: string
  input: unknown
  slot: Date
}

/** A run that exists already was started for the same slot: it is left alone. */
export async function insertSlotRuns(tx: Tx, runs: readonly SlotRun[]): Promise<void> {
  await tx.rows(sql`
    insert into run (project_id, id, external_user_id, scope, kind, input, status, run_at, created_at)
    select project_id, id, external_user_id, scope, kind, input, 'queued', least(slot, now()), clock_timestamp()
    from unnest(${runs.map((run) => run.projectId)}::uuid[], ${runs.map((run) => run.id)}::uuid[],
                ${runs.map((run) => run.externalUserId)}::uuid[],
                ${runs.map((run) => (run.scope ? JSON.stringify(run.scope) : null))}::jsonb[],
                ${runs.map((run) => run.kind)}::text[],
                ${runs.map((run) => storableJson(run.input))}::jsonb[], ${runs.map((run) => run.slot)}::timestamptz[])
      as slot_run (project_id, id, external_user_id, scope, kind, input, slot)
    on conflict do nothing`)
}

/** Null when none has a next slot. */
export async function findNextDue(q: Queryable): Promise<Date | null> {
  const [row] = await q.rows<{ next: string | null }>(sql`
    select min(next_at) as next from run_schedule where next_at is not null`)
  return row?.next ? new Date(row.next) : null
}
