import { prepared, type Queryable, type Statement, sql, type Tx } from '../../../../kernel/db/db.ts'

/** The runs of a thread, or one of them. */
type ThreadRef = { projectId: string; threadId: string; executionId?: string | undefined }

const ofThread = ({ projectId, threadId, executionId }: ThreadRef): Statement => sql`
  select e.project_id, e.id from workflow_execution e
  where e.project_id = ${projectId} and e.thread_id = ${threadId} and e.type = 'agent'
    and (${executionId ?? null}::uuid is null or e.id = ${executionId ?? null}::uuid)`

/** The executions of a thread, whose runs lose their payloads with them. */
export const executionsOfThread = (ref: ThreadRef): Statement => ofThread(ref)

/** The logs of model calls and tool executions that the runs of a thread have recorded. */
export async function listLogIdsOf(q: Queryable, ref: ThreadRef): Promise<string[]> {
  const rows = await q.rows<{ id: string }>(sql`
    with chosen as (${ofThread(ref)})
    select distinct s.output->>'x' as id from chosen
    join run_step s on s.project_id = chosen.project_id and s.run_id = chosen.id
    where jsonb_typeof(s.output) = 'object' and s.output->>'x' is not null`)
  return rows.map(({ id }) => id)
}

/** Their times, statuses and credits remain. */
export async function blankExecutionsOf(tx: Tx, ref: ThreadRef): Promise<void> {
  await tx.rows(
    prepared(sql`
    with chosen as (${ofThread(ref)}), pauses as (
      update workflow_pause p set request = '{}', answer = null from chosen
      where p.project_id = chosen.project_id and p.execution_id = chosen.id
    )
    update workflow_execution e set input = 'null', output = null, metadata = null, keeps_payloads = false,
      error = case when e.error is null then null else json_build_object('code', e.error->>'code', 'message', '') end
    from chosen where e.project_id = chosen.project_id and e.id = chosen.id`),
  )
}

/** An execution that its thread no longer lists. */
export async function detachExecution(
  tx: Tx,
  { projectId, id }: { projectId: string; id: string },
): Promise<void> {
  await tx.rows(sql`
    update workflow_execution set thread_id = id::text where project_id = ${projectId} and id = ${id}`)
}
