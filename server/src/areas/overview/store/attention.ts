import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { AttentionItem } from '../schema.ts'

const maxOfKind = 10
// Failures are searched for among the newest executions: an index of failed ones would cost every execution a write.
const maxExecutions = 2_000

/**
 * Workflows of which production executions failed or were stopped by a limit, and none has succeeded since. The cap on
 * the usage of one end user is as configured, and is not listed.
 */
export const failedWorkflows = (q: Queryable, { projectId }: Scope, since: Date) =>
  q.rows<AttentionItem>(sql`
    with recent as materialized (
      select id, workflow_id, workflow_name, status, error, is_stopped, created_at,
        coalesce(summary ->> 'stoppedBy', summary -> 'stoppedParts' -> 0 ->> 'stoppedBy') as stopped_by
      from workflow_execution
      where project_id = ${projectId} and created_at >= ${since} and parent_id is null and mode = 'production'
      order by created_at desc limit ${maxExecutions}),
    success as (select workflow_id, max(created_at) as at from recent where status = 'completed' and not is_stopped group by workflow_id)
    select * from (
      select distinct on (f.workflow_id) 'execution' as kind, f.id::text as id, f.workflow_id as "parentId",
        f.workflow_name as title, case when f.is_stopped then 'A limit ended an agent before its work was done: ' || f.stopped_by
          else left(f.error ->> 'message', 300) end as reason,
        case when f.is_stopped then 'stopped' else 'failed' end as state,
        count(*) over (partition by f.workflow_id)::int as count, f.created_at as at
      from recent f left join success s on s.workflow_id = f.workflow_id
      where (f.status in ('failed', 'timeout') or f.is_stopped and f.stopped_by <> 'usage_cap') and (s.at is null or f.created_at > s.at)
      order by f.workflow_id, f.created_at desc) as newest
    order by at desc limit ${maxOfKind}`)

/** Accounts that cannot be used any more, or, where nothing renews them, soon. */
export const brokenConnections = (q: Queryable, { projectId }: Scope, now: Date, until: Date) =>
  q.rows<AttentionItem>(sql`
    select 'connection' as kind, a.id::text as id, null as "parentId",
      coalesce(nullif(a.display_name, ''), a.toolkit_slug) as title,
      left(coalesce(a.status_reason, a.last_error ->> 'message'), 300) as reason,
      case when a.status = 'ACTIVE' and a.expires_at > ${now} then 'expiring' when a.status = 'FAILED' then 'failed'
        else 'expired' end as state,
      1 as count, case when a.status = 'ACTIVE' then a.expires_at else a.updated_at end as at
    from connected_account a
    where a.project_id = ${projectId} and a.connected_at is not null and not a.is_disabled and (
      a.status in ('FAILED', 'EXPIRED') or (a.status = 'ACTIVE' and not a.is_renewable and a.expires_at < ${until}))
    order by a.updated_at desc limit ${maxOfKind}`)

/** Those that were disabled because they kept failing; who disables one knows about it. */
export const erroredTriggers = (q: Queryable, { projectId }: Scope) =>
  q.rows<AttentionItem>(sql`
    select 'trigger' as kind, id::text as id, workflow_id as "parentId", coalesce(nullif(name, ''), slug) as title,
      left(status_reason, 300) as reason, 'disabled' as state, 1 as count, updated_at as at
    from trigger_instance where project_id = ${projectId} and status = 'errored'
    order by updated_at desc limit ${maxOfKind}`)

export const failedSources = (q: Queryable, { projectId }: Scope) =>
  q.rows<AttentionItem>(sql`
    select 'source' as kind, key as id, collection_id as "parentId", title,
      left(error ->> 'message', 300) as reason, 'failed' as state, 1 as count, updated_at as at
    from knowledge_source where project_id = ${projectId} and status = 'failed'
    order by updated_at desc limit ${maxOfKind}`)
