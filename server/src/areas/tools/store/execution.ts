import { prepared, type Queryable, type Statement, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import type { ProjectSlots } from '../../../kernel/leases/project-slots.ts'
import { livesIn } from '../../../kernel/leases/store.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { workTable } from '../../../kernel/work-table.ts'
import type { ExecutionCode } from '../schema/execution.ts'

export type NewExecution = {
  id: string
  toolSlug: string
  toolkitSlug: string
  version: string
  connectedAccountId: string | null
  workflowId: string | null
  runId: string | null
  threadId: string | null
  mcpServerId: string | null
  /** Written down where the project keeps payloads. */
  arguments: string
  heldMicro: number
  at: Date
  aliveUntil: Date
  nodeId: string
}

export type ExecutionEnd = {
  isSuccess: boolean
  errorCode: ExecutionCode | null
  error: string | null
  upstreamStatus: number | null
  connectedAccountId: string | null
  result: string | null
  isTruncated: boolean
  fileId: string | null
  tries: number
  durationMs: number
  chargedMicro: number
  at: Date
}

type Slots = Pick<ProjectSlots, 'perProject' | 'publishing' | 'counting'>

/**
 * False when as many run for the project as may; those of a node that died do not count. It travels with the next
 * statement, and its commit waits for no disk: if that is lost, so is everything that would have followed, and nobody
 * was charged.
 */
export async function insertExecution(
  tx: Tx,
  scope: Scope,
  execution: NewExecution,
  slots: Slots,
): Promise<boolean> {
  tx.pipeline(sql`set local synchronous_commit = off`)
  return (await tx.pipelineAndAwait(insertingExecution(scope, execution, slots, false))).length > 0
}

export function insertingExecution(
  scope: Scope,
  execution: NewExecution,
  slots: Slots,
  isRequired: boolean,
): Statement {
  const { here, elsewhere } = slots.counting(scope.projectId)
  return prepared(sql`
    with published as (${slots.publishing(scope.projectId)}),
    inserted as (
    insert into tool_execution (project_id, id, external_user_id, tool_slug, toolkit_slug, version, kind, status,
      connected_account_id, workflow_id, run_id, thread_id, mcp_server_id, arguments, keeps_payloads, held_micro,
      created_at, alive_until, node_id)
    select ${scope.projectId}::uuid, ${execution.id}::uuid, ${scope.externalUser.id}::uuid, ${execution.toolSlug},
      ${execution.toolkitSlug}, ${execution.version}, 'action', 'running', ${execution.connectedAccountId}::uuid,
      ${execution.workflowId}::uuid, ${execution.runId}::uuid, ${execution.threadId}, ${execution.mcpServerId}::uuid,
      case when p.keeps then ${execution.arguments}::text end, p.keeps, ${execution.heldMicro}::bigint,
      ${execution.at}::timestamptz, ${execution.aliveUntil}::timestamptz, ${execution.nodeId}::uuid
    from (select coalesce((settings->>'storePayloads')::boolean, true) as keeps
          from project where id = ${scope.projectId}::uuid) p
    where (${elsewhere}) + ${here}::int <= ${slots.perProject}::int
    returning id
    )
    select true as is_inserted from inserted
    union all select demand(false) where ${isRequired} and not exists (select from inserted)`)
}

/** False when it is not running any more: given up, or erased with its user. It travels with the next statement. */
export const endExecution = async (tx: Tx, scope: Scope, id: string, end: ExecutionEnd): Promise<boolean> =>
  (await tx.pipelineAndAwait(endExecutionStatement(scope, id, end, false))).length > 0

export function endExecutionStatement(
  { projectId }: Scope,
  id: string,
  end: ExecutionEnd,
  isRequired: boolean,
): Statement {
  return sql`
    with ended as (
    update tool_execution set status = ${end.isSuccess ? 'succeeded' : 'failed'}, error_code = ${end.errorCode},
      error = ${end.error}, upstream_status = ${end.upstreamStatus}, connected_account_id = ${end.connectedAccountId},
      result = case when keeps_payloads then ${end.result}::text end, is_truncated = ${end.isTruncated},
      file_id = ${end.fileId}, tries = ${end.tries}, duration_ms = ${end.durationMs}, charged_micro = ${end.chargedMicro},
      ended_at = ${end.at}
    where project_id = ${projectId} and id = ${id} and status = 'running' returning id
    )
    select true as is_ended from ended
    union all select demand(false) where ${isRequired} and not exists (select from ended)`
}

// A node that could not reach the database for a moment still ends what it began.
const graceMs = 60_000

/** One whose node has died, or whose time is over. What an older release began names no node. */
const isAbandoned = (at: Date): Statement => sql`
  e.status = 'running' and (e.alive_until < ${at}
    or (e.node_id is not null and not ${livesIn(sqlText('e.node_id'), graceMs)}))`

/** Of all projects. */
export async function listAbandoned(
  q: Queryable,
  at: Date,
  limit: number,
): Promise<{ projectId: string; id: string; userId: string }[]> {
  return q.rows(sql`
    select e.project_id as "projectId", e.id, e.external_user_id as "userId" from tool_execution e
    where ${isAbandoned(at)} order by e.alive_until limit ${limit}`)
}

export async function abandonExecution(
  tx: Tx,
  projectId: string,
  id: string,
  at: Date,
  error: string,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    update tool_execution e set status = 'failed', error_code = 'interrupted', error = ${error}, ended_at = ${at}
    where e.project_id = ${projectId} and e.id = ${id} and ${isAbandoned(at)} returning e.id`)
  return rows.length > 0
}

export const executionTable = workTable({
  name: 'tool',
  table: 'tool_execution',
  isOpen: "status = 'running'",
  isBilled: 'held_micro > 0',
  isStored: "status <> 'forgotten'",
  forget: `status = 'forgotten', arguments = null, result = null, error = null, thread_id = null,
    connected_account_id = null, file_id = null`,
  // It ends by itself and is charged as it ends.
  forgetOpen: 'arguments = null, keeps_payloads = false, thread_id = null',
})
