import { type Queryable, sql } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import { type Place, placeChanges, type Standing } from './session.ts'

export type StoredEvent = { number: number; type: string; data: Record<string, unknown>; createdAt: string }

export type NewEvent = { type: string; data: Record<string, unknown>; at: Date }

type Ref = { projectId: string; id: string }

// What a page causes by itself must not fill a disk.
const maxEvents = 5_000

/** Appends what happened; beyond the limit only what the session itself did not cause. */
export async function appendEvent(q: Queryable, { projectId, id }: Ref, event: NewEvent): Promise<void> {
  await q.rows(sql`
    with numbered as (
      update browser_session set event_count = event_count + 1
      where project_id = ${projectId} and id = ${id} and event_count < ${maxEvents} and status <> 'forgotten'
      returning event_count)
    insert into browser_event (project_id, session_id, number, type, data, created_at)
    select ${projectId}, ${id}, event_count, ${event.type}, ${storableJson(event.data)}, ${event.at} from numbered`)
}

/** The same, and where the session is by then; that also where the log is full. Returns whether it has ended meanwhile. */
export async function appendWithPlace(
  q: Queryable,
  { projectId, id }: Ref,
  event: NewEvent,
  place: Place,
): Promise<Standing> {
  const [row] = await q.rows<NonNullable<Standing>>(sql`
    with numbered as (
      update browser_session set ${placeChanges(place)}, event_count = least(event_count + 1, ${maxEvents + 1})
      where project_id = ${projectId} and id = ${id} and status <> 'forgotten'
      returning event_count, ended_at as "endedAt", ended_reason as "endedReason"),
    logged as (
      insert into browser_event (project_id, session_id, number, type, data, created_at)
      select ${projectId}, ${id}, event_count, ${event.type}, ${storableJson(event.data)}, ${event.at}
      from numbered where event_count <= ${maxEvents})
    select "endedAt", "endedReason" from numbered`)
  return row ?? null
}

export const listEventsAfter = (
  q: Queryable,
  { projectId, id }: Ref,
  after: number,
  limit: number,
): Promise<StoredEvent[]> =>
  q.rows<StoredEvent>(sql`
    select number, type, data, created_at as "createdAt" from browser_event
    where project_id = ${projectId} and session_id = ${id} and number > ${after}::bigint
    order by number limit ${limit}`)

/** 0 where there is none. */
export async function lastEventNumber(q: Queryable, { projectId, id }: Ref): Promise<number> {
  const [row] = await q.rows<{ last: number }>(sql`
    select coalesce(max(number), 0)::int as last from browser_event
    where project_id = ${projectId} and session_id = ${id}`)
  return row!.last
}

export async function listEvents(
  q: Queryable,
  { projectId, id }: Ref,
  { after, limit, type }: { after: number; limit: number; type: string | null },
): Promise<{ events: StoredEvent[]; total: number }> {
  const events = await q.rows<StoredEvent>(sql`
    select number, type, data, created_at as "createdAt" from browser_event
    where project_id = ${projectId} and session_id = ${id} and number > ${after}::bigint
      and (${type}::text is null or type = ${type}) order by number limit ${limit}`)
  const [count] = await q.rows<{ total: number }>(sql`
    select count(*)::int as total from browser_event
    where project_id = ${projectId} and session_id = ${id} and (${type}::text is null or type = ${type})`)
  return { events, total: count!.total }
}
