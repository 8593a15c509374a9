import { type Queryable, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import type { TriggerRow } from '../schema/trigger.ts'
import { isPaused } from './pause.ts'
import { type TriggerKey, type TriggerRef, triggerColumns } from './trigger.ts'

export type PolledTrigger = TriggerRow & { retryAt: string | null; isPaused: boolean }

export async function findPolledTrigger(
  q: Queryable,
  { projectId, id }: TriggerRef,
): Promise<PolledTrigger | null> {
  const [row] = await q.rows<PolledTrigger>(sql`
    select ${triggerColumns}, t.retry_at as "retryAt", ${isPaused(sql`${projectId}`)} as "isPaused"
    from trigger_instance t where t.project_id = ${projectId} and t.id = ${id}`)
  return row ?? null
}

export async function keyExists(q: Queryable, key: TriggerKey): Promise<boolean> {
  const rows = await q.rows(sql`
    select 1 from trigger_instance
    where project_id = ${key.projectId} and external_user_id = ${key.userId} and slug = ${key.slug}
      and name = ${key.name} and workflow_id is not distinct from ${key.workflowId}
      and connected_account_id is not distinct from ${key.connectedAccountId}`)
  return rows.length > 0
}

export async function setRetryAt(tx: Tx, { projectId, id }: TriggerRef, at: Date | null): Promise<void> {
  await tx.rows(sql`
    update trigger_instance set retry_at = ${at} where project_id = ${projectId} and id = ${id}`)
}

/** Whether the event `e` says that an account works. */
export const isOfActiveAccount = sqlText(`e.type = 'connected_account.active'`)

/** Those that were disabled because their account did not work, locked. */
export const lockFailedOfAccounts = (
  tx: Tx,
  projectId: string,
  accountIds: readonly string[],
  reason: string,
): Promise<TriggerRow[]> =>
  tx.rows<TriggerRow>(sql`
    select ${triggerColumns} from trigger_instance t
    where t.project_id = ${projectId} and t.connected_account_id = any(${accountIds}::uuid[])
      and t.status = 'errored' and t.status_reason = ${reason}
    order by t.id for update`)
