import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { TriggerRow } from '../schema/trigger.ts'

/** Whether the scope may use the connected account. */
export async function accountExists(
  q: Queryable,
  { projectId, externalUser }: Scope,
  id: string,
): Promise<boolean> {
  const rows = await q.rows(sql`
    select 1 from connected_account
    where project_id = ${projectId} and external_user_id = ${externalUser.id} and id = ${id}`)
  return rows.length > 0
}

/** Whether the account that a trigger uses is still there; then it is not deleted before the transaction has ended. */
export async function holdAccount(
  tx: Tx,
  { projectId, connectedAccountId }: Pick<TriggerRow, 'projectId' | 'connectedAccountId'>,
): Promise<boolean> {
  if (connectedAccountId === null) return true
  const rows = await tx.rows(sql`
    select 1 from connected_account where project_id = ${projectId} and id = ${connectedAccountId} for key share`)
  return rows.length > 0
}
