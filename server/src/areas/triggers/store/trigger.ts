import { prepared, type Queryable, type Statement, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { countRows } from '../../../kernel/db/rows/select-page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { SharedConfig } from '../schema/config.ts'
import type { TriggerRow, TriggerStatus } from '../schema/trigger.ts'
import { isPaused } from './pause.ts'

export const triggerColumns =
  sqlText(`t.project_id as "projectId", t.id, t.external_user_id as "userId", t.scope, t.slug, t.name,
  t.workflow_id as "workflowId", t.workflow_version as "workflowVersion",
  t.connected_account_id as "connectedAccountId", t.config, t.generation, t.status, t.status_reason as "statusReason",
  t.last_success_at as "lastSuccessAt", t.consecutive_failures as "consecutiveFailures", t.token, t.secret,
  t.old_secret as "oldSecret", t.old_secret_until as "oldSecretUntil", t.registration, t.revision, t.pause_count as "pauseCount",
  t.registration_uncertain_at as "registrationUncertainAt",
  t.created_at as "createdAt", t.updated_at as "updatedAt"`)

/** A trigger belongs to the end user as whom it executes. */
export const isVisible = ({ projectId, acrossUsers, externalUser }: Scope): Statement =>
  acrossUsers
    ? sql`t.project_id = ${projectId}`
    : sql`t.project_id = ${projectId} and t.external_user_id = ${externalUser.id}`

export type TriggerRef = Pick<TriggerRow, 'projectId' | 'id'>

export async function insertTrigger(tx: Tx, row: TriggerRow, tokenHash: string | null): Promise<void> {
  await tx.rows(sql`
    insert into trigger_instance (project_id, id, external_user_id, scope, slug, name, workflow_id, workflow_version,
      connected_account_id, config, generation, status, status_reason, token_hash, token, secret, revision, created_at,
      updated_at)
    values (${row.projectId}, ${row.id}, ${row.userId}, ${JSON.stringify(row.scope)}, ${row.slug}, ${row.name},
      ${row.workflowId}, ${row.workflowVersion}, ${row.connectedAccountId}, ${JSON.stringify(row.config)},
      ${row.generation}, ${row.status}, ${row.statusReason}, ${tokenHash}, ${row.token}, ${row.secret}, ${row.revision},
      ${row.createdAt}, ${row.updatedAt})`)
}

export async function updateTrigger(tx: Tx, row: TriggerRow): Promise<void> {
  await tx.rows(sql`
    update trigger_instance
    set scope = ${JSON.stringify(row.scope)}, name = ${row.name}, workflow_version = ${row.workflowVersion},
        config = ${JSON.stringify(row.config)}, generation = ${row.generation}, status = ${row.status},
        status_reason = ${row.statusReason}, consecutive_failures = ${row.consecutiveFailures}, secret = ${row.secret},
        old_secret = ${row.oldSecret}, old_secret_until = ${row.oldSecretUntil},
        revision = ${row.revision}, updated_at = ${row.updatedAt}
    where project_id = ${row.projectId} and id = ${row.id}`)
}

export async function deleteTrigger(tx: Tx, { projectId, id }: TriggerRef): Promise<void> {
  await tx.rows(sql`delete from trigger_instance where project_id = ${projectId} and id = ${id}`)
}

export async function lockTrigger(tx: Tx, scope: Scope, id: string): Promise<TriggerRow | null> {
  const [row] = await tx.rows<TriggerRow>(sql`
    select ${triggerColumns} from trigger_instance t where ${isVisible(scope)} and t.id = ${id} for update`)
  return row ?? null
}

/**
 * For what a trigger starts, in whichever scope: `share` only prevents that it is changed or deleted meanwhile, so that
 * many invocations of one trigger do not wait for each other.
 */
export async function holdTrigger(
  tx: Tx,
  { projectId, id }: TriggerRef,
  lock: 'share' | 'update',
): Promise<TriggerRow | null> {
  const [row] = await tx.rows<TriggerRow>(
    prepared(sql`
    select ${triggerColumns} from trigger_instance t where t.project_id = ${projectId} and t.id = ${id}
    for ${sqlText(lock)}`),
  )
  return row ?? null
}

export type Admission = { concurrency: SharedConfig['concurrency']; pauseCount: number; isPaused: boolean }

/** What decides whether an invocation may be started; null where the trigger does not exist. */
export async function findAdmission(q: Queryable, { projectId, id }: TriggerRef): Promise<Admission | null> {
  const [row] = await q.rows<Admission>(
    prepared(sql`
    select config->>'concurrency' as concurrency, pause_count as "pauseCount",
      ${isPaused(sql`${projectId}`)} as "isPaused" from trigger_instance
    where project_id = ${projectId} and id = ${id}`),
  )
  return row ?? null
}

/** The trigger behind a URL. */
export async function findByToken(
  q: Queryable,
  tokenHash: string,
): Promise<(TriggerRow & { isPaused: boolean }) | null> {
  const [row] = await q.rows<TriggerRow & { isPaused: boolean }>(
    prepared(sql`
    select ${triggerColumns}, ${isPaused(sqlText('t.project_id'))} as "isPaused"
    from trigger_instance t where t.token_hash = ${tokenHash}`),
  )
  return row ?? null
}

export type TriggerKey = Pick<
  TriggerRow,
  'projectId' | 'userId' | 'slug' | 'name' | 'workflowId' | 'connectedAccountId'
>

/** The trigger that an upsert changes; null where it creates one. */
export async function lockByKey(tx: Tx, key: TriggerKey): Promise<TriggerRow | null> {
  const [row] = await tx.rows<TriggerRow>(sql`
    select ${triggerColumns} from trigger_instance t
    where t.project_id = ${key.projectId} and t.external_user_id = ${key.userId} and t.slug = ${key.slug}
      and t.name = ${key.name} and t.workflow_id is not distinct from ${key.workflowId}
      and t.connected_account_id is not distinct from ${key.connectedAccountId}
    for update`)
  return row ?? null
}

/** Others of the same type and owner for the workflow. */
export async function countOfWorkflow(
  q: Queryable,
  { projectId, userId, slug, workflowId }: TriggerKey,
): Promise<number> {
  return countRows(
    q,
    sql`trigger_instance
      where project_id = ${projectId} and external_user_id = ${userId} and slug = ${slug}
        and workflow_id = ${workflowId}`,
  )
}

/** Serializes those who add triggers, so that together they do not pass the limit. */
export async function countTriggers(tx: Tx, { projectId }: Scope): Promise<number> {
  await tx.rows(sql`select 1 from project where id = ${projectId} for no key update`)
  return countRows(tx, sql`trigger_instance where project_id = ${projectId}`)
}

/** The new count of failures in a row. */
export async function addFailure(tx: Tx, { projectId, id }: TriggerRef): Promise<number> {
  const [row] = await tx.rows<{ failures: number }>(sql`
    update trigger_instance set consecutive_failures = consecutive_failures + 1
    where project_id = ${projectId} and id = ${id} returning consecutive_failures as failures`)
  return row?.failures ?? 0
}

export async function clearFailures(q: Queryable, { projectId, id }: TriggerRef): Promise<void> {
  await q.rows(sql`
    update trigger_instance set consecutive_failures = 0, overdue_at = null, retry_at = null
    where project_id = ${projectId} and id = ${id}
      and (consecutive_failures > 0 or overdue_at is not null or retry_at is not null)`)
}

export async function setStatus(
  tx: Tx,
  { projectId, id }: TriggerRef,
  { status, reason, at }: { status: TriggerStatus; reason: string | null; at: Date },
): Promise<void> {
  await tx.rows(sql`
    update trigger_instance
    set status = ${status}, status_reason = ${reason}, generation = generation + 1, revision = revision + 1,
        consecutive_failures = case when ${status} = 'active' then 0 else consecutive_failures end, updated_at = ${at}
    where project_id = ${projectId} and id = ${id}`)
}

/** The triggers that the owner of a workflow has for it, locked. */
export const lockOfWorkflow = (
  tx: Tx,
  { projectId, id, userId }: Pick<TriggerRow, 'projectId' | 'id' | 'userId'>,
): Promise<TriggerRow[]> =>
  tx.rows<TriggerRow>(sql`
    select ${triggerColumns} from trigger_instance t
    where t.project_id = ${projectId} and t.workflow_id = ${id} and t.external_user_id = ${userId}
    order by t.id for update`)

/** Triggers of an account that is about to be deleted, locked. */
export const lockOfAccount = (tx: Tx, { projectId }: Scope, accountId: string): Promise<TriggerRow[]> =>
  tx.rows<TriggerRow>(sql`
    select ${triggerColumns} from trigger_instance t
    where t.project_id = ${projectId} and t.connected_account_id = ${accountId} order by t.id for update`)
