import { type Queryable, sql } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'

/** What a run writes to its thread is removed once it has ended as cancelled. */
export async function requestRollback(q: Queryable, { projectId }: Scope, id: string): Promise<void> {
  await q.rows(sql`
    update workflow_execution
    set metadata = (coalesce(metadata::jsonb, '{}') || '{"cancelAction": "rollback"}')::json
    where project_id = ${projectId} and id = ${id} and status is null`)
}

export async function isRollbackRequested(
  q: Queryable,
  { projectId, id }: { projectId: string; id: string },
): Promise<boolean> {
  const [row] = await q.rows<{ action: string | null }>(sql`
    select metadata->>'cancelAction' as action from workflow_execution
    where project_id = ${projectId} and id = ${id}`)
  return row?.action === 'rollback'
}
