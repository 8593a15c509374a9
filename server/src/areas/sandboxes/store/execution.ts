import { type Statement, sql, sqlText, type Tx, withoutDisk } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import { type AbandonedWork, abandonedRows, isAbandoned } from '../../../kernel/leases/abandoned.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { workTable } from '../../../kernel/work-table.ts'
import type { ExecutionOutcome, NewExecution } from '../schema/stored-execution.ts'

/**
 * Records what is about to run; source and state only where the project stores payloads. It takes no separate round
 * trip, and its commit waits for no disk: if that is lost, so is everything that would have followed, and no one was
 * charged.
 */
export function insertExecution(tx: Tx, scope: Scope, execution: NewExecution): void {
  tx.pipeline(withoutDisk)
  tx.pipeline(insertingExecution(scope, execution))
}

export const insertingExecution = (scope: Scope, execution: NewExecution): Statement => sql`
  insert into sandbox_execution (project_id, id, external_user_id, session_id, rerun_of, status, language, source,
    source_sha256, state, state_sha256, timeout_ms, allowed_hosts, env_names, keeps_payloads, created_at, node_id,
    alive_until)
  select ${scope.projectId}, ${execution.id}, ${scope.externalUser.id}, ${execution.sessionId}, ${execution.rerunOf},
    'running', ${execution.language}, case when p.keeps then ${execution.source}::text end, ${execution.sourceSha256},
    case when p.keeps then ${execution.state}::text end, ${execution.stateSha256}, ${execution.timeoutMs},
    ${JSON.stringify(execution.allowedHosts)}, ${JSON.stringify(execution.envNames)}, p.keeps, ${execution.at},
    ${execution.nodeId}, now() + interval '1 day'
  from (select coalesce((settings->>'storePayloads')::boolean, true) as keeps
        from project where id = ${scope.projectId}) p`

/** Notes one without a session that is over already. */
export const insertingEnded = (
  scope: Scope,
  execution: NewExecution,
  result: ExecutionOutcome,
): Statement => sql`
  insert into sandbox_execution (project_id, id, external_user_id, rerun_of, status, language, engine, source,
    source_sha256, state, state_sha256, result, error, error_code, trace, stdout, stderr, truncated, output_sha256,
    requests, state_lost, duration_ms, queued_ms, used_micro, timeout_ms, allowed_hosts, env_names, keeps_payloads,
    created_at, ended_at, node_id, alive_until)
  select ${scope.projectId}, ${execution.id}, ${scope.externalUser.id}, ${execution.rerunOf}, ${result.status},
    ${execution.language}, ${result.engine}, case when p.keeps then ${execution.source}::text end,
    ${execution.sourceSha256}, case when p.keeps then ${execution.state}::text end, ${execution.stateSha256},
    case when p.keeps then ${result.result}::text end, ${result.error}, ${result.errorCode}, ${result.trace},
    case when p.keeps then ${result.stdout}::text end, case when p.keeps then ${result.stderr}::text end,
    ${JSON.stringify(result.truncated)}, ${result.outputSha256}, ${storableJson(result.requests)},
    ${result.stateLost}, ${result.durationMs}, ${result.queuedMs}, ${result.usedMicro}, ${execution.timeoutMs},
    ${JSON.stringify(execution.allowedHosts)}, ${JSON.stringify(execution.envNames)}, p.keeps, ${execution.at},
    ${result.at}, ${execution.nodeId}, now() + interval '1 day'
  from (select coalesce((settings->>'storePayloads')::boolean, true) as keeps
        from project where id = ${scope.projectId}) p`

/** Of an execution `e`: it runs or waits, on a node that lives. */
export const isRunning = sql`
  e.status = 'running' and not ${isAbandoned({ node: sqlText('e.node_id'), until: sqlText('e.alive_until') })}`

/** Scripts of the session that run or wait, on all nodes; those of a node that died do not count. */
export async function countRunning(tx: Tx, scope: Scope, sessionId: string): Promise<number> {
  const [row] = await tx.rows<{ running: number }>(sql`
    select count(*)::int as running from sandbox_execution e
    where e.project_id = ${scope.projectId} and e.session_id = ${sessionId} and ${isRunning}`)
  return row!.running
}

export type Ended = { stateLost: boolean }

type Ref = { id: string; sessionId: string | null }

/** Null when it is not running any more: given up as that of a node that died, or erased with its user. */
export async function endExecution(
  tx: Tx,
  scope: Pick<Scope, 'projectId'>,
  ref: Ref,
  result: ExecutionOutcome,
): Promise<Ended | null> {
  const [row] = await tx.pipelineAndAwait<Ended>(endExecutionStatement(scope, ref, result, false))
  return row ?? null
}

/**
 * Records its end, adds it to the totals of its session, and returns what the session has lost, which is reported once.
 * It returns nothing, or fails its condition, when it is not running any more.
 */
export function endExecutionStatement(
  scope: Pick<Scope, 'projectId'>,
  { id, sessionId }: Ref,
  result: ExecutionOutcome,
  isRequired: boolean,
): Statement {
  return sql`
    with session as (
      select is_loss_untold from sandbox_session where project_id = ${scope.projectId} and id = ${sessionId} for update
    ), ended as (
    update sandbox_execution set status = ${result.status}, engine = ${result.engine},
      result = case when keeps_payloads then ${result.result}::text end,
      error = ${result.error}, error_code = ${result.errorCode}, trace = ${result.trace},
      stdout = case when keeps_payloads then ${result.stdout}::text end,
      stderr = case when keeps_payloads then ${result.stderr}::text end,
      truncated = ${JSON.stringify(result.truncated)}, output_sha256 = ${result.outputSha256},
      requests = ${storableJson(result.requests)}, 
      state_lost = ${result.stateLost} or coalesce((select is_loss_untold from session), false),
      duration_ms = ${result.durationMs}, queued_ms = ${result.queuedMs}, used_micro = ${result.usedMicro}, ended_at = ${result.at}
    where project_id = ${scope.projectId} and id = ${id} and status = 'running' returning state_lost
    ), counted as (
      update sandbox_session set execution_count = execution_count + 1, used_micro = used_micro + ${result.usedMicro},
        last_activity_at = greatest(last_activity_at, ${result.at}), is_loss_untold = false
      where project_id = ${scope.projectId} and id = ${sessionId} and exists (select from ended)
    )
    select state_lost as "stateLost" from ended
    union all select demand(false) where ${isRequired} and not exists (select from ended)`
}

/** It never ran: nothing is shown of it, but its id stays known to the ledger. */
export async function refuseExecution(tx: Tx, scope: Scope, id: string, at: Date): Promise<void> {
  await tx.rows(sql`
    update sandbox_execution set status = 'refused', source = null, state = null, ended_at = ${at}
    where project_id = ${scope.projectId} and id = ${id} and status = 'running'`)
}

export const abandonedExecutions = abandonedRows({
  table: 'sandbox_execution',
  isOpen: "w.status = 'running'",
})

export const abandonExecution = (tx: Tx, work: AbandonedWork, at: Date, error: string): Promise<boolean> =>
  abandonedExecutions.end(
    tx,
    work,
    sql`status = 'failed', error = ${error}, error_code = 'killed', ended_at = ${at}`,
  )

const forget = `status = 'forgotten', source = null, state = null, result = null, error = null, trace = null,
  stdout = null, stderr = null, requests = null, allowed_hosts = '[]', env_names = '[]'`

/** What was run in these sessions is not stored any longer. */
export async function forgetExecutionsIn(
  tx: Tx,
  projectId: string,
  sessionIds: readonly string[],
): Promise<void> {
  await tx.rows(sql`
    update sandbox_execution set ${sqlText(forget)}
    where project_id = ${projectId} and session_id = any(${sessionIds}::uuid[]) and status <> 'running'`)
}

export const executionTable = workTable({
  name: 'sandbox',
  table: 'sandbox_execution',
  isOpen: "status = 'running'",
  isStored: "status <> 'forgotten'",
  forget,
  forgetOpen: forget,
})
