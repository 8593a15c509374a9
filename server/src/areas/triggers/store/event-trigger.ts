import { prepared, type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import { selectorsOfEvent } from '../../../kernel/events/event-types.ts'
import type { InvocationError, InvocationSource } from '../schema/invocation.ts'
import type { TriggerRow } from '../schema/trigger.ts'
import { isPaused } from './pause.ts'
import { triggerColumns } from './trigger.ts'

/** Whether any active trigger matches the event `e`; pauses are looked at later. */
export const selectedByTriggers = sql`(
  select true from trigger_instance t
  where t.project_id = e.project_id and t.external_user_id in (e.external_user_id, e.project_id)
    and t.slug = 'event' and t.status = 'active' and t.config->'eventTypes' ?| ${selectorsOfEvent} limit 1) is true`

/**
 * Active triggers that any of the selectors matches: those of the users, and those of the project, which see the events of
 * all users. Locked against deletion.
 */
export const listOnEvents = (
  tx: Tx,
  projectId: string,
  selectors: readonly string[],
  userIds: readonly string[],
): Promise<TriggerRow[]> =>
  tx.pipelineAndAwait<TriggerRow>(
    prepared(sql`
    select ${triggerColumns} from trigger_instance t
    where t.project_id = ${projectId} and t.slug = 'event' and t.status = 'active'
      and t.external_user_id = any(${[...userIds, projectId]}::uuid[])
      and t.config->'eventTypes' ?| ${selectors}::text[] and not ${isPaused(sql`${projectId}`)}
    order by t.id for key share`),
  )

export type EventInvocation = {
  id: string
  trigger: Pick<TriggerRow, 'projectId' | 'id' | 'userId' | 'generation'>
  depth: number
  payload: unknown
  /** Why nothing is started. */
  error: InvocationError | null
}

export async function insertEventInvocations(
  q: Queryable,
  source: InvocationSource,
  invocations: readonly EventInvocation[],
  at: Date,
): Promise<void> {
  const triggers = invocations.map(({ trigger }) => trigger)
  const errors = invocations.map(({ error }) => error && storableJson(error))
  await q.rows(sql`
    insert into trigger_invocation (project_id, id, trigger_id, external_user_id, generation, source, status, depth,
      payload, error, created_at, ended_at)
    select project_id, id, trigger_id, external_user_id, generation, ${source},
      case when error is null then 'queued' else 'dropped' end, depth, payload::json, error::json, ${at}::timestamptz,
      case when error is null then null else ${at}::timestamptz end
    from unnest(${triggers.map(({ projectId }) => projectId)}::uuid[], ${invocations.map(({ id }) => id)}::uuid[],
        ${triggers.map(({ id }) => id)}::uuid[], ${triggers.map(({ userId }) => userId)}::uuid[],
        ${triggers.map(({ generation }) => generation)}::int[], ${invocations.map(({ depth }) => depth)}::smallint[],
        ${invocations.map(({ payload }) => storableJson(payload))}::text[], ${errors}::text[])
      as batch (project_id, id, trigger_id, external_user_id, generation, depth, payload, error)`)
}
