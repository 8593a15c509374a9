import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { NodeRecord } from '../graph/record.ts'

export type RecordedStep = { name: string; key: string | null; record: NodeRecord }

/** The records of the nodes of an execution, those of the engine itself left out. */
export const listRecords = (q: Queryable, projectId: string, executionId: string): Promise<RecordedStep[]> =>
  q.rows<RecordedStep>(sql`
    select name, key, output as record from run_step
    where project_id = ${projectId} and run_id = ${executionId} and name not like '%:%' and name not like '~%'
    order by finished_at, name`)

/** When an execution began; null when it is unknown. */
export async function findStartedAt(
  q: Queryable,
  projectId: string,
  executionId: string,
): Promise<string | null> {
  const [row] = await q.rows<{ startedAt: string }>(sql`
    select coalesce(started_at, created_at) as "startedAt" from run
    where project_id = ${projectId} and id = ${executionId}`)
  return row?.startedAt ?? null
}
