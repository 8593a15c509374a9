import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { NodeRecord } from '../graph/record.ts'

export type RecordedStep = { name: string; key: string | null; record: NodeRecord }

/** The records of the nodes of an execution, those of the engine itself left out. */
export const listRecords = (q: Queryable, projectId: string, executionId: string): Promise<RecordedStep[]> =>
  q.rows<RecordedStep>(sql`
    select name, key, output as record from run_step
    where project_id = ${projectId} and run_id = ${executionId} and name not like '%:%' and name not like '~%'
    order by finished_at, name`)

/**
 * The versions that an execution has executed, by the prefix of their steps: that of the workflow by the empty one, those of
 * its subflows by the name of their node.
 */
export async function listVersions(
  q: Queryable,
  projectId: string,
  executionId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await q.rows<{ prefix: string; version: number }>(sql`
    select '' as prefix, version from workflow_execution where project_id = ${projectId} and id = ${executionId}
    union all
    select left(name, -length(':version')) || '/', output::int from run_step
    where project_id = ${projectId} and run_id = ${executionId} and name like '%:version'`)
  return new Map(rows.map(({ prefix, version }) => [prefix, version]))
}

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
