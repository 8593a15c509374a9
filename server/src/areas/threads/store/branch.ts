import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Position, ThreadRef } from '../schema/thread.ts'

export type BranchRow = { branch: number; parentBranch: number | null; parentPlace: number | null }

/** Begins a branch behind a position and makes it the head. The thread is locked. */
export async function insertBranch(
  tx: Tx,
  { projectId, id }: ThreadRef,
  { branch, place }: Position,
  messageCount: number,
  at: Date,
): Promise<number> {
  const [row] = await tx.rows<{ branch: number }>(sql`
    with moved as (
      update thread
      set last_branch = last_branch + 1, head_branch = last_branch + 1, head_place = ${place},
        message_count = ${messageCount}, updated_at = ${at}
      where project_id = ${projectId} and id = ${id} returning head_branch
    )
    insert into thread_branch (project_id, thread_id, branch, parent_branch, parent_place, created_at)
    select ${projectId}, ${id}, head_branch, ${branch}, ${place}, ${at} from moved returning branch`)
  return row!.branch
}

/** Every branch with its last place; the first one has no parent. */
export const listBranches = (q: Queryable, { projectId, id }: ThreadRef) =>
  q.rows<BranchRow & { lastPlace: number }>(sql`
    select b.branch, b.parent_branch as "parentBranch", b.parent_place as "parentPlace",
      coalesce((select max(e.place) from thread_entry e
        where e.project_id = ${projectId} and e.thread_id = ${id} and e.branch = b.branch), b.parent_place, 0) as "lastPlace"
    from (
      select 0 as branch, null::int as parent_branch, null::int as parent_place
      union all
      select branch, parent_branch, parent_place from thread_branch
      where project_id = ${projectId} and thread_id = ${id}) b
    order by b.branch`)
