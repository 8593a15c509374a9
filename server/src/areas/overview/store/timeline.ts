import type { Position } from '../../../kernel/cursor.ts'
import { type Queryable, type Statement, sql } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { TimelineItem, TimelineKind } from '../schema.ts'

export type TimelineSpan = { userId: string; before: Position | null; limit: number }

export async function userExists(q: Queryable, { projectId }: Scope, userId: string): Promise<boolean> {
  const rows = await q.rows(sql`select from external_user where project_id = ${projectId} and id = ${userId}`)
  return rows.length > 0
}

const credits = (micro: Statement): Statement => sql`${micro}::float8 / 1000000`

/** By time, and by id where two have the same one. */
const page = ({ before, limit }: TimelineSpan, at: Statement): Statement =>
  before
    ? sql`and (date_trunc('milliseconds', ${at}), id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)
        and ${at} < ${before.createdAt}::timestamptz + interval '1 millisecond'
        order by ${at} desc, id desc limit ${limit}`
    : sql`order by ${at} desc, id desc limit ${limit}`

// Ids are made within a second of the time that is stored: that many more are looked at.
const maxOfSecond = 1_000

const createdAt = sql`created_at`

const readers: Record<TimelineKind, (scope: Scope, span: TimelineSpan) => Statement> = {
  run: ({ projectId }, span) => sql`
    select 'run' as kind, id, workflow_name as title, coalesce(case when is_stopped then 'stopped' end, status, case when exists (
        select from workflow_pause p where p.project_id = ${projectId} and p.execution_id = workflow_execution.id
        and p.answered_at is null) then 'paused' else 'running' end) as status,
      ${credits(sql`credits_micro`)} as credits,
      case when ended_at < created_at then 0 else round(extract(epoch from ended_at - created_at) * 1000)::float8 end
        as "durationMs", created_at as at
    from workflow_execution
    where project_id = ${projectId} and external_user_id = ${span.userId} and parent_id is null
    ${page(span, createdAt)}`,
  chat: ({ projectId }, span) => sql`
    select 'chat' as kind, id, coalesce(metadata ->> 'title', '') as title, status,
      ${credits(sql`credits_micro`)} as credits, null::float8 as "durationMs", created_at as at
    from thread where project_id = ${projectId} and external_user_id = ${span.userId} ${page(span, createdAt)}`,
  // The index of calls by user is by id, which begins with the time.
  call: ({ projectId }, span) => sql`
    select 'call' as kind, id, coalesce(model_served, model_asked) as title, status,
      ${credits(sql`used_micro`)} as credits, total_ms::float8 as "durationMs", created_at as at
    from (select * from llm_call where project_id = ${projectId} and external_user_id = ${span.userId} and not is_forgotten
      ${span.before ? sql`and id <= ${highestId(span.before)}::uuid` : sql``} order by id desc limit ${span.limit + maxOfSecond}) as recent
    where true ${page(span, createdAt)}`,
  tool: ({ projectId }, span) => sql`
    select 'tool' as kind, id, tool_slug as title, status, ${credits(sql`charged_micro`)} as credits,
      duration_ms::float8 as "durationMs", created_at as at
    from tool_execution
    where project_id = ${projectId} and external_user_id = ${span.userId} and status <> 'forgotten'
    ${page(span, createdAt)}`,
  file: ({ projectId }, span) => sql`
    select 'file' as kind, id, name as title, null as status, null::float8 as credits, null::float8 as "durationMs",
      created_at as at
    from file where project_id = ${projectId} and external_user_id = ${span.userId} ${page(span, createdAt)}`,
  // Those of the other kinds have their credits beside them. The condition is that of the index.
  credit: ({ projectId }, span) => sql`
    (select 'credit' as kind, id, coalesce(metadata ->> 'reason', tool_slug, model_id, type) as title, type as status,
      ${credits(sql`used_micro`)} as credits, null::float8 as "durationMs", created_at as at
    from usage_entry
    where project_id = ${projectId} and external_user_id = ${span.userId}
      and type not in ('ai_model', 'tool', 'workflow') and used_micro <> 0
    ${page(span, createdAt)})
    union all
    ${extraCredits(projectId, span)}`,
}

/** What was approved on top of a cap that the user had reached. It is no entry of the ledger: nothing was used yet. */
function extraCredits(projectId: string, span: TimelineSpan): Statement {
  return sql`
    (select 'credit' as kind, id, coalesce(nullif(reason, ''), 'Extra credits') as title, 'extra_credits' as status,
      -${credits(sql`granted_micro`)} as credits, null::float8 as "durationMs", decided_at as at
    from usage_cap_request
    where project_id = ${projectId} and external_user_id = ${span.userId} and status = 'approved'
    ${page(span, sql`decided_at`)})`
}

/** No id that was made up to a moment after the position is above it. */
function highestId({ createdAt: at }: Position): string {
  const ms = (Date.parse(at) + 1_000).toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7fff-bfff-ffffffffffff`
}

/** The newest of each kind: those of all kinds together are among them. */
export async function listTimeline(
  q: Queryable,
  scope: Scope,
  kinds: readonly TimelineKind[],
  span: TimelineSpan,
): Promise<TimelineItem[]> {
  const found = await Promise.all(kinds.map((kind) => q.rows<TimelineItem>(readers[kind](scope, span))))
  return found
    .flat()
    .sort((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1))
    .slice(0, span.limit)
}
