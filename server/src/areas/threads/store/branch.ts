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

/** Continues a branch behind its last entry. The thread is locked. */
export async function moveHead(
  tx: Tx,
  { projectId, id }: ThreadRef,
  { branch, place }: Position,
  messageCount: number,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    update thread
    set head_branch = ${branch}, head_place = ${place}, message_count = ${messageCount}, updated_at = ${at}
    where project_id = ${projectId} and id = ${id}`)
}

/** Every branch with its last place and entry; the first one has no parent. */
export const listBranches = (q: Queryable, { projectId, id }: ThreadRef) =>
  q.rows<BranchRow & { lastPlace: number; lastId: string | null }>(sql`
    select b.branch, b.parent_branch as "parentBranch", b.parent_place as "parentPlace",
      coalesce(last.place, b.parent_place, 0) as "lastPlace", last.id as "lastId"
    from (
      select 0 as branch, null::int as parent_branch, null::int as parent_place
      union all
      select branch, parent_branch, parent_place from thread_branch
      where project_id = ${projectId} and thread_id = ${id}) b
    left join lateral (
      select e.place, e.id from thread_entry e
      where e.project_id = ${projectId} and e.thread_id = ${id} and e.branch = b.branch
      order by e.place desc limit 1) last on true
    order by b.branch`)
