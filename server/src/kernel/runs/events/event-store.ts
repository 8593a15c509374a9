import { type Queryable, sql } from '../../db/db.ts'

/** Notices of what was added: the node that wrote it, then the ids of the runs. */
export const eventChannel = 'stoa_run_events'

export type RunEvent = { seq: number; type: string; data: unknown; createdAt: string }

export async function listEvents(
  q: Queryable,
  projectId: string,
  runId: string,
  after: number,
  limit: number,
): Promise<RunEvent[]> {
  return q.rows<RunEvent>(sql`
    select seq, type, data, created_at as "createdAt" from run_event
    where project_id = ${projectId} and run_id = ${runId} and seq > ${after} order by seq limit ${limit}`)
}

/** The number of the last event of a run, also when events were deleted; null when the run was. */
export async function findLastEventNumber(
  q: Queryable,
  projectId: string,
  runId: string,
): Promise<number | null> {
  const [row] = await q.rows<{ last: number }>(sql`
    select last_seq as last from run where project_id = ${projectId} and id = ${runId}`)
  return row?.last ?? null
}
