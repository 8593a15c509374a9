import { prepared, type Queryable, type Statement, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Position, ThreadRef, ThreadStatus } from '../schema/thread.ts'

/**
 * Makes a run the active one of a thread that has none, beside other statements of one round trip: it demands that no
 * other run is active.
 */
export const claimingThread = ({ projectId, id }: ThreadRef, executionId: string, at: Date): Statement => sql`
  with claimed as (
    update thread set current_execution_id = ${executionId}, status = 'busy', updated_at = ${at}
    where project_id = ${projectId} and id = ${id} and current_execution_id is null
    returning head_branch, head_place
  ), inserted as (
    insert into thread_run (project_id, thread_id, execution_id, is_active, base_branch, base_place, created_at)
    select ${projectId}, ${id}, ${executionId}, true, head_branch, head_place, ${at} from claimed
    returning execution_id
  )
  select demand(exists (select from inserted))`

export async function insertQueuedRun(
  tx: Tx,
  { projectId, id }: ThreadRef,
  executionId: string,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    insert into thread_run (project_id, thread_id, execution_id, is_active, created_at)
    values (${projectId}, ${id}, ${executionId}, false, ${at})`)
}

export type ThreadRunRow = {
  executionId: string
  isActive: boolean
  baseBranch: number | null
  basePlace: number | null
}

/** The runs of a thread that have not ended, in their order. */
export const listThreadRuns = (q: Queryable, { projectId, id }: ThreadRef): Promise<ThreadRunRow[]> =>
  q.rows<ThreadRunRow>(sql`
    select execution_id as "executionId", is_active as "isActive", base_branch as "baseBranch",
      base_place as "basePlace"
    from thread_run where project_id = ${projectId} and thread_id = ${id} order by position`)

export type EndOfRun = { status: ThreadStatus; creditsMicro: number | Statement; at: Date }

/**
 * Ends a run: the first of those that wait becomes the active one, with the head as it is now, else the thread has the
 * given status. The second returns which one that is; null when there is none, or the run was not the active one. The
 * first waits for those who are adding a run to the thread: the second would not see it otherwise.
 */
export const endingThreadRun = (
  { projectId, id }: ThreadRef,
  executionId: string,
  { status, creditsMicro, at }: EndOfRun,
): [Statement, Statement] => [
  sql`select 1 from thread where project_id = ${projectId} and id = ${id} for update`,
  prepared(sql`
    with held as (
      select current_execution_id, head_branch, head_place from thread
      where project_id = ${projectId} and id = ${id} for update
    ), ended as (
      delete from thread_run where project_id = ${projectId} and thread_id = ${id} and execution_id = ${executionId}
        and exists (select from held)
      returning is_active
    ), next as (
      select r.execution_id from thread_run r
      where r.project_id = ${projectId} and r.thread_id = ${id} and not r.is_active and r.execution_id <> ${executionId}
        and exists (select from ended where is_active)
      order by r.position limit 1
    ), promoted as (
      update thread_run r set is_active = true, base_branch = held.head_branch, base_place = held.head_place
      from next, held
      where r.project_id = ${projectId} and r.thread_id = ${id} and r.execution_id = next.execution_id
    )
    update thread t
    set credits_micro = t.credits_micro + ${creditsMicro}::bigint, updated_at = ${at},
      current_execution_id = case when exists (select from ended where is_active)
        then (select execution_id from next) else t.current_execution_id end,
      status = case when not exists (select from ended where is_active) then t.status
        when exists (select from next) then 'busy' else ${status} end
    from held
    where t.project_id = ${projectId} and t.id = ${id} and exists (select from ended)
    returning (select execution_id from next) as next`),
]

export async function endThreadRun(
  tx: Tx,
  ref: ThreadRef,
  executionId: string,
  end: EndOfRun,
): Promise<string | null> {
  const [locking, ending] = endingThreadRun(ref, executionId, end)
  tx.pipeline(locking)
  const [row] = await tx.rows<{ next: string | null }>(ending)
  return row?.next ?? null
}

/** A query for the id of the run that is active in a thread and is another than this one, behind a prefix. */
export const otherActiveRun = (
  { projectId, id }: ThreadRef,
  executionId: string,
  prefix: string,
): Statement => sql`
  select ${prefix}::text || execution_id from thread_run
  where project_id = ${projectId} and thread_id = ${id} and is_active and execution_id <> ${executionId}`

/** What the runs of a thread have cost by the ledger, for a run that ended before all its calls were paid for. */
export async function recountCredits(q: Queryable, { projectId, id }: ThreadRef): Promise<void> {
  await q.rows(sql`
    update thread set credits_micro = (
      select coalesce(sum(used_micro), 0) from usage_entry
      where project_id = ${projectId} and thread_id = ${id}::uuid::text and execution_id is not null)
    where project_id = ${projectId} and id = ${id}`)
}

/** While its run waits for a human, and when it continues. */
export async function setThreadStatus(
  tx: Tx,
  { projectId, id }: ThreadRef,
  executionId: string,
  status: ThreadStatus,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    update thread set status = ${status}, updated_at = ${at}
    where project_id = ${projectId} and id = ${id} and current_execution_id = ${executionId}`)
}

/** Makes a run begin at the head as it is now: a rollback returns to it. */
export async function rebaseRun(tx: Tx, { projectId, id }: ThreadRef, executionId: string): Promise<void> {
  await tx.rows(sql`
    update thread_run r set base_branch = t.head_branch, base_place = t.head_place
    from thread t
    where r.project_id = ${projectId} and r.thread_id = ${id} and r.execution_id = ${executionId}
      and t.project_id = ${projectId} and t.id = ${id}`)
}

/** Takes back what is behind the position at which a run became active, where so many messages are seen. */
export async function rollBackTo(
  tx: Tx,
  { projectId, id }: ThreadRef,
  { branch, place }: Position,
  messageCount: number,
): Promise<void> {
  await tx.rows(sql`
    with gone as (
      delete from thread_entry
      where project_id = ${projectId} and thread_id = ${id} and branch = ${branch} and place > ${place}
    )
    update thread set head_branch = ${branch}, head_place = ${place}, message_count = ${messageCount}
    where project_id = ${projectId} and id = ${id}`)
}
