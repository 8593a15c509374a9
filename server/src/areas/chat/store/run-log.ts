import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** The number of the newest event of a run; 0 when there is none. */
export async function findLastEventNumber(
  q: Queryable,
  { projectId }: Scope,
  runId: string,
): Promise<number> {
  const [row] = await q.rows<{ last: number | null }>(sql`
    select max(seq)::int as last from run_event where project_id = ${projectId} and run_id = ${runId}`)
  return row?.last ?? 0
}
