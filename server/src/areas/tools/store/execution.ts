import { prepared, type Statement, sql, type Tx } from '../../../kernel/db/db.ts'
import { type AbandonedWork, abandonedRows } from '../../../kernel/leases/abandoned.ts'
import type { ProjectSlots } from '../../../kernel/leases/project-slots.ts'
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
  /** Recorded where the project stores payloads. */
  arguments: string
  heldMicro: number
  at: Date
  /** It takes no longer than this. */
  maxMs: number
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
 * statement, and its commit waits for no disk: if that is lost, so is everything that would have followed, and no one
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
      ${execution.at}::timestamptz, now() + make_interval(secs => ${execution.maxMs / 1000}), ${execution.nodeId}::uuid
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

// Its effects are outside and cannot be undone, so its end is waited for longer.
const graceMs = 60_000

export const abandonedExecutions = abandonedRows(
  { table: 'tool_execution', isOpen: "w.status = 'running'" },
  graceMs,
)

export const abandonExecution = (tx: Tx, work: AbandonedWork, at: Date, error: string): Promise<boolean> =>
  abandonedExecutions.end(
    tx,
    work,
    sql`status = 'failed', error_code = 'interrupted', error = ${error}, ended_at = ${at}`,
  )

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

/** Deletes arguments and results of executions; what they cost and when they were remains. */
export async function deletePayloads(tx: Tx, { projectId }: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx.rows(sql`
      update tool_execution set arguments = null, result = null, error = null, keeps_payloads = false
      where project_id = ${projectId} and id = any(${ids}::uuid[])`)
}
