import { type Queryable, sql } from '../../db/db.ts'
import { storableJson } from '../../db/json.ts'
import type { Claim } from '../store/run-row.ts'

export type NewEvent = { type: string; data: unknown }

/** Adds events behind the last one, numbered without gaps. Null when the run was lost: nothing is added then. */
export async function insertEvents(
  q: Queryable,
  claim: Claim,
  events: readonly NewEvent[],
): Promise<number | null> {
  const [row] = await q.rows<{ seq: number }>(sql`
    with own as (
      update run set last_seq = last_seq + ${events.length}
      where project_id = ${claim.projectId} and id = ${claim.id} and attempt = ${claim.attempt} and status = 'running'
      returning last_seq
    ), added as (
      insert into run_event (project_id, run_id, seq, type, data, created_at)
      select ${claim.projectId}::uuid, ${claim.id}::uuid, own.last_seq - ${events.length} + given.place, given.type,
             given.data, clock_timestamp()
      from own, unnest(${events.map(({ type }) => type)}::text[], ${events.map(({ data }) => storableJson(data))}::jsonb[])
        with ordinality as given (type, data, place)
    )
    select last_seq as seq from own`)
  return row?.seq ?? null
}

export type RunEvent = { seq: number; type: string; data: unknown; createdAt: string }

export async function listEvents(
  q: Queryable,
  projectId: string,
  runId: string,
  after: number,
  most: number,
): Promise<RunEvent[]> {
  return q.rows<RunEvent>(sql`
    select seq, type, data, created_at as "createdAt" from run_event
    where project_id = ${projectId} and run_id = ${runId} and seq > ${after} order by seq limit ${most}`)
}
