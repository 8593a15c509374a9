import { allOf, type Db, prepared, type Queryable, type Statement, sql, sqlText, type Tx } from '../db/db.ts'
import { storableJson } from '../db/json.ts'
import type { NoInputs } from '../db/plan/input.ts'
import { operation } from '../db/plan/plan.ts'
import { deferStatements, statementWriter } from '../db/plan/rows.ts'
import { systemScope } from '../scope.ts'
import type { ProjectEvent } from './event.ts'
import type { EventType } from './event-types.ts'

type Row = {
  seq: number
  id: string
  type: EventType
  project_id: string
  external_user_id: string
  data: Record<string, unknown>
  created_at: string
  trigger_depth: number
}

const toEvent = (row: Row): ProjectEvent => ({
  seq: row.seq,
  id: row.id,
  type: row.type,
  projectId: row.project_id,
  externalUserId: row.external_user_id,
  data: row.data,
  createdAt: row.created_at,
  triggerDepth: row.trigger_depth,
})

export type EventToInsert = {
  projectId: string
  id: string
  type: EventType
  externalUserId: string
  data: Record<string, unknown>
  at: Date
  triggerDepth: number
}

/** One statement for the events and the notice of them: publishing must cost the action as little as it can. */
export const insertingEvents = (channel: string, events: readonly EventToInsert[]): Statement => sql`
  with added as (
    insert into event (project_id, id, type, external_user_id, data, created_at, trigger_depth)
    select project_id, id, type, external_user_id, data::jsonb, created_at, trigger_depth from unnest(
      ${events.map(({ projectId }) => projectId)}::uuid[], ${events.map(({ id }) => id)}::uuid[],
      ${events.map(({ type }) => type)}::text[], ${events.map(({ externalUserId }) => externalUserId)}::uuid[],
      ${events.map(({ data }) => storableJson(data))}::text[], ${events.map(({ at }) => at)}::timestamptz[],
      ${events.map(({ triggerDepth }) => triggerDepth)}::smallint[]
    ) as batch (project_id, id, type, external_user_id, data, created_at, trigger_depth)
    returning project_id
  )
  select pg_notify(${channel}, project_id::text) from added group by project_id`

/** The projects that have events without a number, one look into the index for each of them. */
export async function listWaitingProjects(q: Queryable, most: number): Promise<string[]> {
  const rows = await q.rows<{ project_id: string }>(sql`
    with recursive waiting as (
      (select project_id from event where seq is null order by project_id limit 1)
      union all
      select (select e.project_id from event e where e.seq is null and e.project_id > waiting.project_id
              order by e.project_id limit 1)
      from waiting where waiting.project_id is not null
    )
    select project_id from waiting where project_id is not null limit ${most}`)
  return rows.map(({ project_id }) => project_id)
}

/**
 * Locks the counter of a project for the statement behind it, which sees what was committed before the lock was there. That one
 * numbers nothing while another relay holds the counter. Its plan is cached, since planning took longer than numbering, and must
 * not read a table from end to end that was small at the time.
 */
const lockingCounter = (projectId: string): Statement => sql`
  with held as (
    select last_seq from event_counter where project_id = ${projectId} for update skip locked
  ), created as (
    insert into event_counter (project_id, last_seq)
    select ${projectId}::uuid, 0 where not exists (select from event_counter where project_id = ${projectId})
    on conflict (project_id) do nothing returning last_seq
  )
  select set_config('stoa.last_seq', coalesce((select last_seq from held), (select last_seq from created))::text, true),
         set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`

export type NextEvents = {
  projectId: string
  most: number
  /** Called for the project when something was numbered. */
  channel: string
}

/** Behind the number that the lock has found, and in front of the first event `e` that the condition selects. */
const numbering = ({ projectId, most, channel }: NextEvents, isSelected: Statement): Statement => sql`
  with next as (
    select e.id, row_number() over (order by e.place) as ahead,
           bool_or(${isSelected}) over (order by e.place) as is_left
    from (select project_id, id, place, type, external_user_id, data from event
          where project_id = ${projectId} and seq is null and current_setting('stoa.last_seq') <> ''
          order by place limit ${most}) e
  ), numbered as (
    update event e set seq = nullif(current_setting('stoa.last_seq'), '')::bigint + next.ahead from next
    where e.project_id = ${projectId} and e.id = next.id and not next.is_left
    returning e.seq, e.id, e.type, e.project_id, e.external_user_id, e.data, e.created_at, e.trigger_depth
  ), counted as (
    update event_counter set last_seq = last_seq + (select count(*) from numbered)
    where project_id = ${projectId} and exists (select from numbered) returning project_id
  ), notified as (
    select pg_notify(${channel}, project_id::text) from counted
  )`

/** Numbers the next events of a project, for the subscribers that are called with them in the same transaction. */
export async function numberNextEvents(tx: Tx, next: NextEvents): Promise<ProjectEvent[]> {
  tx.pipeline(lockingCounter(next.projectId))
  const rows = await tx.rows<Row>(
    prepared(sql`
      ${numbering(next, sqlText('false'))}
      select seq, id, type, project_id, external_user_id, data, created_at, trigger_depth,
             (select count(*) from notified)
      from numbered order by seq`),
  )
  return rows.map(toEvent)
}

type Unselected = { count: number; isNextSelected: boolean }

/**
 * Numbers the next events of a project up to the first that a subscriber selects, in one round trip. The conditions of subscribers
 * are read when the events are committed: a subscription that was committed before the event is never overlooked.
 */
const numberUnselected = operation<NextEvents & { conditions: readonly Statement[] }, NoInputs, Unselected>({
  name: 'events.number-unselected',
  inputs: () => ({}),
  plan({ request: { conditions, ...next } }) {
    const isSelected = conditions.reduce((any, each) => sql`${any} or ${each}`, sqlText('false'))
    const numbered = prepared(sql`
      ${numbering(next, isSelected)}
      select (select count(*)::int from numbered) as count,
             coalesce((select bool_or(is_left) from next), false) as "isNextSelected",
             (select count(*) from notified)`)
    return {
      rows: [deferStatements(lockingCounter(next.projectId), numbered)],
      result: (returned) => returned.of(statementWriter)[1]![0] as Unselected,
    }
  },
})

export const numberUnselectedEvents = (
  db: Pick<Db, 'run'>,
  next: NextEvents,
  conditions: readonly Statement[],
): Promise<Unselected> => db.run(numberUnselected, systemScope(next.projectId), { ...next, conditions })

/**
 * The first number that is still stored and the last one assigned; the first is greater than the last when nothing is
 * stored.
 */
export async function findStored(q: Queryable, projectId: string): Promise<{ first: number; last: number }> {
  const [row] = await q.rows<{ first: number | null; last: number | null }>(sql`
    select (select min(seq) from event where project_id = ${projectId} and seq is not null) as first,
           (select last_seq from event_counter where project_id = ${projectId}) as last`)
  const last = row?.last ?? 0
  return { first: row?.first ?? last + 1, last }
}

export async function findLast(q: Queryable, projectId: string): Promise<number> {
  const [row] = await q.rows<{ last_seq: number }>(
    sql`select last_seq from event_counter where project_id = ${projectId}`,
  )
  return row?.last_seq ?? 0
}

export type EventWindow = {
  after: number
  upTo: number
  types: readonly EventType[] | null
  externalUserId: string | null
  most: number
}

export async function listEvents(
  q: Queryable,
  projectId: string,
  window: EventWindow,
): Promise<ProjectEvent[]> {
  const conditions = [
    sql`project_id = ${projectId} and seq is not null and seq > ${window.after} and seq <= ${window.upTo}`,
  ]
  if (window.types !== null) conditions.push(sql`type = any(${window.types})`)
  if (window.externalUserId !== null) conditions.push(sql`external_user_id = ${window.externalUserId}`)
  const rows = await q.rows<Row>(sql`
    select seq, id, type, project_id, external_user_id, data, created_at, trigger_depth from event
    where ${allOf(conditions)} order by seq limit ${window.most}`)
  return rows.map(toEvent)
}

export type RetainSince = { projectId: string; since: Date }

/** Removes numbered events that are older than the retention of their project, in a bounded batch; returns how many. */
export async function deleteOldEvents(
  q: Queryable,
  limits: readonly RetainSince[],
  most: number,
): Promise<number> {
  const rows = await q.rows(sql`
    with old as (
      select e.project_id, e.id
      from unnest(${limits.map(({ projectId }) => projectId)}::uuid[], ${limits.map(({ since }) => since)}::timestamptz[])
        as kept (project_id, since)
      cross join lateral (
        select project_id, id from event
        where project_id = kept.project_id and seq is not null and created_at < kept.since limit ${most}
      ) e
      limit ${most}
    )
    delete from event e using old where e.project_id = old.project_id and e.id = old.id returning e.id`)
  return rows.length
}

/** The events stay, or their numbers would have gaps; what they say about the user goes. */
export async function blankEventsOf(tx: Tx, projectId: string, userId: string): Promise<void> {
  await tx.rows(sql`
    update event set data = '{"erased": true}' where project_id = ${projectId} and external_user_id = ${userId}`)
}

export async function moveEventsOf(tx: Tx, projectId: string, fromId: string, intoId: string): Promise<void> {
  await tx.rows(sql`
    update event set external_user_id = ${intoId}
    where project_id = ${projectId} and external_user_id = ${fromId}`)
}

/** In the order in which they were written; unnumbered ones included. */
export async function listEventsOf(
  q: Queryable,
  projectId: string,
  userId: string,
  afterPosition: number,
  most: number,
): Promise<(ProjectEvent & { place: number })[]> {
  const rows = await q.rows<Row & { place: number }>(sql`
    select place, coalesce(seq, 0) as seq, id, type, project_id, external_user_id, data, created_at, trigger_depth
    from event
    where project_id = ${projectId} and external_user_id = ${userId} and place > ${afterPosition}
    order by place limit ${most}`)
  return rows.map((row) => ({ ...toEvent(row), place: row.place }))
}
