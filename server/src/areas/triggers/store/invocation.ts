import { prepared, type Queryable, type Statement, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import type { InvocationError, InvocationRow, InvocationStatus } from '../schema/invocation.ts'
import type { TriggerRow } from '../schema/trigger.ts'

export const invocationColumns =
  sqlText(`i.project_id as "projectId", i.id, i.trigger_id as "triggerId", i.generation, i.source, i.status,
  i.is_test as "isTest", i.depth, i.slot_at as "slotAt", i.execution_id as "executionId", i.replay_of as "replayOf", i.error, i.created_at as "createdAt", i.started_at as "startedAt", i.ended_at as "endedAt"`)
/** What it was given, which may be large. */
export const contentColumns = sqlText('i.payload, i.body')

export type NewInvocation = Pick<InvocationRow, 'id' | 'source' | 'payload'> &
  Partial<Pick<InvocationRow, 'slotAt' | 'replayOf' | 'isTest' | 'status' | 'executionId' | 'body'>>

/** One that exists was stored by an earlier attempt. */
export async function insertInvocation(
  tx: Tx,
  trigger: Pick<TriggerRow, 'projectId' | 'id' | 'userId' | 'generation'>,
  invocation: NewInvocation,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    insert into trigger_invocation (project_id, id, trigger_id, external_user_id, generation, source, status, is_test,
      slot_at, execution_id, replay_of, payload, body, created_at)
    values (${trigger.projectId}, ${invocation.id}, ${trigger.id}, ${trigger.userId}, ${trigger.generation}, ${invocation.source},
      ${invocation.status ?? 'queued'}, ${invocation.isTest ?? false}, ${invocation.slotAt ?? null}, ${invocation.executionId ?? null},
      ${invocation.replayOf ?? null}, ${storableJson(invocation.payload)}, ${invocation.body ?? null}, ${at})
    on conflict do nothing`)
}

type InvocationRef = Pick<InvocationRow, 'projectId' | 'id'>

export async function lockInvocation(
  tx: Tx,
  { projectId, id }: InvocationRef,
): Promise<InvocationRow | null> {
  const [row] = await tx.rows<InvocationRow>(
    prepared(sql`
    select ${invocationColumns}, ${contentColumns} from trigger_invocation i
    where i.project_id = ${projectId} and i.id = ${id} for update`),
  )
  return row ?? null
}

/** What keeps an invocation from being started while only one of its trigger may be. */
export async function findAhead(
  tx: Tx,
  { projectId, id, triggerId, createdAt }: InvocationRow,
): Promise<'open' | 'queued' | null> {
  const [row] = await tx.rows<{ is_open: boolean }>(sql`
    select status <> 'queued' as is_open from trigger_invocation
    where project_id = ${projectId} and trigger_id = ${triggerId} and id <> ${id} and not is_test
      and (status in ('starting', 'running')
        or status = 'queued' and (created_at, id) < (${createdAt}::timestamptz, ${id}::uuid))
    order by is_open desc limit 1`)
  return row ? (row.is_open ? 'open' : 'queued') : null
}

/** Whether so many of the trigger are queued that one more is too many. */
export async function isQueueFull(
  tx: Tx,
  { projectId, triggerId }: InvocationRow,
  max: number,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    select 1 from trigger_invocation
    where project_id = ${projectId} and trigger_id = ${triggerId} and status = 'queued' offset ${max} limit 1`)
  return rows.length > 0
}

/** Of one that was claimed by an attempt of which nothing more is known. */
export async function executionExists(q: Queryable, projectId: string, id: string): Promise<boolean> {
  const rows = await q.rows(sql`
    select 1 from workflow_execution where project_id = ${projectId} and id = ${id}`)
  return rows.length > 0
}

export async function claimInvocation(
  tx: Tx,
  { projectId, id }: InvocationRef,
  { executionId, at }: { executionId: string; at: Date },
): Promise<void> {
  await tx.rows(sql`
    update trigger_invocation set status = 'starting', execution_id = ${executionId}, started_at = ${at}
    where project_id = ${projectId} and id = ${id}`)
}

/** From `starting` to `running`: the execution may have ended before this is written. */
export async function markRunning(q: Queryable, { projectId, id }: InvocationRef): Promise<void> {
  await q.rows(sql`
    update trigger_invocation set status = 'running'
    where project_id = ${projectId} and id = ${id} and status = 'starting'`)
}

/** With what its toolkit found in it. */
export async function setPayload(tx: Tx, { projectId, id }: InvocationRef, payload: unknown): Promise<void> {
  await tx.rows(sql`
    update trigger_invocation set payload = ${storableJson(payload)} where project_id = ${projectId} and id = ${id}`)
}

/** One with an error has started no execution. Null when it has ended before. */
export async function endInvocation(
  tx: Tx,
  { projectId, id }: InvocationRef,
  { status, error, at }: { status: InvocationStatus; error: InvocationError | null; at: Date },
): Promise<{ depth: number } | null> {
  const [row] = await tx.rows<{ depth: number }>(sql`
    update trigger_invocation
    set status = ${status}, error = ${error && storableJson(error)}, ended_at = ${at},
        execution_id = case when ${error !== null} then null else execution_id end
    where project_id = ${projectId} and id = ${id} and status in ('queued', 'starting', 'running')
    returning depth`)
  return row ?? null
}

export type EndedExecution = { executionId: string; status: 'completed' | 'failed' | 'cancelled' }

/** Whether the event `e` has one of the types, and is of an execution that a trigger started. */
export const endsTriggered = (types: readonly string[]): Statement => sql`(
  select true from trigger_invocation i
  where i.project_id = e.project_id
    and i.execution_id = (case when e.type = any(${types}) then e.data->>'executionId' end)::uuid limit 1) is true`

/**
 * The triggers that started executions, in the order in which several are locked, and whether other invocations may wait
 * for them: one that starts all of its invocations has queued ones only where it was another before.
 */
export const listStarters = (
  tx: Tx,
  projectId: string,
  executionIds: readonly string[],
): Promise<{ triggerId: string; isWaitedFor: boolean }[]> =>
  tx.pipelineAndAwait(sql`
    select i.trigger_id as "triggerId", t.id is not null and (t.config->>'concurrency' <> 'allow' or exists (
        select from trigger_invocation q
        where q.project_id = t.project_id and q.trigger_id = t.id and q.status = 'queued')) as "isWaitedFor"
    from (select distinct trigger_id from trigger_invocation
          where project_id = ${projectId} and execution_id = any(${executionIds}::uuid[])) i
    left join trigger_instance t on t.project_id = ${projectId} and t.id = i.trigger_id
    order by i.trigger_id`)

/** The time of the last success is exact to a second, so that a busy trigger is not written and locked with each of them. */
export async function endOfExecutions(
  tx: Tx,
  projectId: string,
  ended: readonly EndedExecution[],
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    with ended as (
      select * from unnest(${ended.map(({ executionId }) => executionId)}::uuid[],
        ${ended.map(({ status }) => status)}::text[]) as ended (execution_id, status)
    ), done as (
      update trigger_invocation i set status = ended.status, ended_at = ${at}
      from ended
      where i.project_id = ${projectId} and i.execution_id = ended.execution_id
        and i.status in ('starting', 'running')
      returning i.trigger_id, i.status
    ), successful as (
      select t.id from trigger_instance t
      where t.project_id = ${projectId} and t.id in (select trigger_id from done where status = 'completed')
        and (t.last_success_at is null or t.last_success_at < ${at}::timestamptz - interval '1 second')
      order by t.id for no key update
    )
    update trigger_instance t set last_success_at = ${at} from successful
    where t.project_id = ${projectId} and t.id = successful.id`)
}

/** The oldest one that waits until the open ones of its trigger have ended; null while one is open. */
export async function findNextQueued(
  tx: Tx,
  projectId: string,
  triggerId: string,
): Promise<Pick<InvocationRow, 'id'> | null> {
  const [row] = await tx.rows<Pick<InvocationRow, 'id'>>(sql`
    select i.id from trigger_invocation i
    where i.project_id = ${projectId} and i.trigger_id = ${triggerId} and i.status = 'queued'
      and not exists (select from trigger_invocation o where o.project_id = i.project_id
        and o.trigger_id = i.trigger_id and o.status in ('starting', 'running') and not o.is_test)
    order by i.created_at, i.id limit 1`)
  return row ?? null
}

/** Demands that the invocation is still to be started; nothing cancels it before the transaction has ended. */
export const demandingStart = ({ projectId, id }: InvocationRef): Statement =>
  prepared(sql`
  with held as (
    select id from trigger_invocation
    where project_id = ${projectId} and id = ${id} and status = 'starting' for share
  )
  select demand(exists (select from held))`)

/** Cancels what has not been started, of a trigger or of all. The caller holds the triggers. */
export async function cancelUnstarted(
  tx: Tx,
  { projectId, triggerId }: { projectId: string; triggerId?: string },
  error: InvocationError | null,
  at: Date,
): Promise<void> {
  const ofTrigger = triggerId === undefined ? sqlText('true') : sql`i.trigger_id = ${triggerId}`
  // Those that are being started decide first: an execution that exists by then was started.
  await tx.rows(sql`
    select 1 from trigger_invocation i
    where i.project_id = ${projectId} and ${ofTrigger} and i.status = 'starting' and not i.is_test
    order by i.id for update`)
  await tx.rows(sql`
    update trigger_invocation i
    set status = 'cancelled', error = ${error && storableJson(error)}, execution_id = null, ended_at = ${at}
    where i.project_id = ${projectId} and ${ofTrigger} and (i.status = 'queued'
      or i.status = 'starting' and not i.is_test and not exists (
        select from workflow_execution x where x.project_id = i.project_id and x.id = i.execution_id))`)
}

/** The same event may start something again after that time. */
export async function forgetDedupeKeys(q: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await q.rows(sql`
    update trigger_invocation set dedupe_key = null where (project_id, id) in (
      select project_id, id from trigger_invocation where dedupe_key is not null and created_at < ${before}
      limit ${limit})
    returning id`)
  return rows.length
}

/** How many were deleted. */
export async function deleteOldInvocations(
  q: Queryable,
  projectId: string,
  since: Date,
  limit: number,
): Promise<number> {
  const rows = await q.rows(sql`
    delete from trigger_invocation where (project_id, id) in (
      select project_id, id from trigger_invocation
      where project_id = ${projectId} and created_at < ${since}
        and status not in ('queued', 'starting', 'running')
      limit ${limit})
    returning id`)
  return rows.length
}
