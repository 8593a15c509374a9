import { prepared, type Queryable, type Statement, sql, sqlText } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import type { InvocationRow } from '../schema/invocation.ts'
import type { TriggerRow } from '../schema/trigger.ts'
import { isPaused } from './pause.ts'

export type AcceptedHook = Pick<InvocationRow, 'id' | 'source'> & {
  dedupeKey: string | null
  payload: unknown
  body: Buffer
  at: Date
}

/**
 * Stores what a service sent. It demands that the trigger is as it was read, and fails with a unique violation where the
 * event was stored before.
 */
export const acceptingHook = (
  { projectId, id, userId, generation }: Pick<TriggerRow, 'projectId' | 'id' | 'userId' | 'generation'>,
  hook: AcceptedHook,
): Statement => sql`
  with held as (
    select id from trigger_instance
    where project_id = ${projectId} and id = ${id} and generation = ${generation} and status = 'active' for share
  ), inserted as (
    insert into trigger_invocation (project_id, id, trigger_id, external_user_id, generation, source, dedupe_key,
      payload, body, created_at)
    select ${projectId}, ${hook.id}, held.id, ${userId}, ${generation}, ${hook.source}, ${hook.dedupeKey},
      ${storableJson(hook.payload)}::json, ${hook.body}, ${hook.at} from held
    returning id
  )
  select demand(count(*) = 1) from inserted`

export async function findDuplicate(
  q: Queryable,
  { projectId, id }: Pick<TriggerRow, 'projectId' | 'id'>,
  dedupeKey: string,
): Promise<string | null> {
  const [row] = await q.rows<{ id: string }>(sql`
    select id from trigger_invocation
    where project_id = ${projectId} and trigger_id = ${id} and dedupe_key = ${dedupeKey}`)
  return row?.id ?? null
}

/** One that is started in the commit that stores it, or that has nothing to start. */
export type DecidedHook = {
  trigger: Pick<TriggerRow, 'projectId' | 'id' | 'userId' | 'generation' | 'revision' | 'pauseCount'>
  hook: AcceptedHook
  executionId: string | null
}

/**
 * Stores events that are decided about already. It demands that their triggers are as they were read, however long ago that
 * was, that nothing has failed or is paused, and that none of the events was stored before.
 */
export const insertingDecided = (rows: readonly DecidedHook[]): Statement => {
  const [triggers, hooks] = [rows.map(({ trigger }) => trigger), rows.map(({ hook }) => hook)]
  return prepared(sql`
  with batch as (
    select * from unnest(${triggers.map(({ projectId }) => projectId)}::uuid[], ${triggers.map(({ id }) => id)}::uuid[],
      ${triggers.map(({ userId }) => userId)}::uuid[], ${triggers.map(({ generation }) => generation)}::int[],
      ${triggers.map(({ revision }) => revision)}::int[], ${triggers.map(({ pauseCount }) => pauseCount)}::int[], ${hooks.map(({ id }) => id)}::uuid[],
      ${hooks.map(({ source }) => source)}::text[], ${hooks.map(({ dedupeKey }) => dedupeKey)}::text[],
      ${hooks.map(({ payload }) => storableJson(payload))}::text[], ${hooks.map(({ body }) => body)}::bytea[],
      ${hooks.map(({ at }) => at)}::timestamptz[], ${rows.map(({ executionId }) => executionId)}::uuid[]
    ) as batch (project_id, trigger_id, user_id, generation, revision, pause_count, id, source, dedupe_key, payload, body, at, execution_id)
  ), held as (
    select t.project_id, t.id, t.external_user_id, t.generation, t.revision, t.pause_count, t.status, t.consecutive_failures
    from trigger_instance t
    where (t.project_id, t.id) in (select project_id, trigger_id from batch)
    order by t.project_id, t.id for share
  ), inserted as (
    insert into trigger_invocation (project_id, id, trigger_id, external_user_id, generation, source, dedupe_key,
      payload, body, created_at, status, execution_id, started_at, ended_at)
    select b.project_id, b.id, b.trigger_id, b.user_id, b.generation, b.source, b.dedupe_key, b.payload::json, b.body, b.at,
      case when b.execution_id is null then 'completed' else 'running' end, b.execution_id,
      case when b.execution_id is not null then b.at end, case when b.execution_id is null then b.at end
    from batch b join held t on t.project_id = b.project_id and t.id = b.trigger_id
    where t.generation = b.generation and t.revision = b.revision and t.pause_count = b.pause_count and t.external_user_id = b.user_id
      and t.status = 'active' and t.consecutive_failures = 0 and not ${isPaused(sqlText('b.project_id'))}
    on conflict (project_id, trigger_id, dedupe_key) where dedupe_key is not null do nothing
    returning id
  )
  select demand((select count(*) from inserted) = ${rows.length})`)
}
