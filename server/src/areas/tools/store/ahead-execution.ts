import { prepared, type Statement, sql, sqlText } from '../../../kernel/db/db.ts'
import type { ExecutionEnd, NewExecution } from './execution.ts'

/** An execution that is over before it is written. */
export type EndedExecution = Omit<NewExecution, 'maxMs' | 'connectedAccountId'> &
  Pick<ExecutionEnd, 'isSuccess' | 'errorCode' | 'error' | 'result' | 'durationMs' | 'chargedMicro'> & {
    projectId: string
    externalUserId: string
    endedAt: Date
    /** What it would cost without a price of the project. */
    listedMicro: number
  }

/**
 * Writes executions of one project. It demands that each tool is the built-in one, that neither it nor its toolkit is
 * disabled, and that it costs what was charged: the project may have decided otherwise since it was looked up. Its result
 * takes the locks of what follows.
 */
export function insertingEnded(
  projectId: string,
  executions: readonly EndedExecution[],
  locks: Statement = noLocks,
): Statement {
  const tools = [...new Map(executions.map((each) => [each.toolSlug, each])).values()]
  return prepared(sql`
    with inserted as (
      insert into tool_execution (project_id, id, external_user_id, tool_slug, toolkit_slug, version, kind, status,
        error_code, error, workflow_id, run_id, thread_id, mcp_server_id, arguments, result, keeps_payloads, tries,
        duration_ms, held_micro, charged_micro, created_at, ended_at, alive_until, node_id)
      select ${projectId}::uuid, e.id, e.external_user_id, e.tool_slug, e.toolkit_slug, e.version, 'action', e.status,
        e.error_code, e.error, e.workflow_id, e.run_id, e.thread_id, e.mcp_server_id,
        case when p.keeps then e.arguments end, case when p.keeps then e.result end, p.keeps, 1,
        e.duration_ms, e.held_micro, e.charged_micro, e.created_at, e.ended_at, e.ended_at, e.node_id
      from ${executionTable(executions)},
           (select coalesce((settings->>'storePayloads')::boolean, true) as keeps
            from project where id = ${projectId}::uuid) p
      returning 1
    )
    select demand((select count(*) from inserted) = ${executions.length} and not exists (
      select from unnest(
        ${tools.map(({ toolSlug }) => toolSlug)}::text[], ${tools.map(({ toolkitSlug }) => toolkitSlug)}::text[],
        ${tools.map(({ heldMicro }) => heldMicro)}::bigint[], ${tools.map(({ listedMicro }) => listedMicro)}::bigint[]
      ) as used (slug, toolkit, price, listed)
      left join tool_setting s on s.project_id = ${projectId} and s.slug = used.slug
      where s.is_disabled or coalesce(s.price_micro, used.listed) <> used.price
        or exists (select from tool t where t.project_id = ${projectId} and t.slug_key = used.slug)
        or exists (select from toolkit_tool t where t.project_id = ${projectId} and t.slug = used.slug)
        or exists (select from toolkit k where k.project_id = ${projectId} and k.slug = used.toolkit)
        or exists (select from toolkit_setting k where k.project_id = ${projectId} and k.slug = used.toolkit and k.is_disabled))), ${locks}`)
}

const noLocks = sqlText('null')

const executionTable = (all: readonly EndedExecution[]): Statement => sql`
  unnest(
    ${all.map(({ id }) => id)}::uuid[], ${all.map(({ externalUserId }) => externalUserId)}::uuid[],
    ${all.map(({ toolSlug }) => toolSlug)}::text[], ${all.map(({ toolkitSlug }) => toolkitSlug)}::text[],
    ${all.map(({ version }) => version)}::text[],
    ${all.map(({ isSuccess }) => (isSuccess ? 'succeeded' : 'failed'))}::text[],
    ${all.map(({ errorCode }) => errorCode)}::text[], ${all.map(({ error }) => error)}::text[],
    ${all.map(({ workflowId }) => workflowId)}::uuid[], ${all.map(({ runId }) => runId)}::uuid[],
    ${all.map(({ threadId }) => threadId)}::text[], ${all.map(({ mcpServerId }) => mcpServerId)}::uuid[],
    ${all.map(({ arguments: input }) => input)}::text[], ${all.map(({ result }) => result)}::text[],
    ${all.map(({ durationMs }) => durationMs)}::int[], ${all.map(({ heldMicro }) => heldMicro)}::bigint[],
    ${all.map(({ chargedMicro }) => chargedMicro)}::bigint[], ${all.map(({ at }) => at)}::timestamptz[],
    ${all.map(({ endedAt }) => endedAt)}::timestamptz[], ${all.map(({ nodeId }) => nodeId)}::uuid[]
  ) as e (id, external_user_id, tool_slug, toolkit_slug, version, status, error_code, error, workflow_id, run_id,
          thread_id, mcp_server_id, arguments, result, duration_ms, held_micro, charged_micro, created_at, ended_at,
          node_id)`
