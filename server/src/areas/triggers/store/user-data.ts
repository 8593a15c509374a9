import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import { countRows } from '../../../kernel/db/rows/select-page.ts'
import type { Scope } from '../../../kernel/scope.ts'

export async function countUserTriggers(q: Queryable, { projectId }: Scope, userId: string): Promise<number> {
  return countRows(q, sql`trigger_instance where project_id = ${projectId} and external_user_id = ${userId}`)
}

export const listUserTriggers = (
  q: Queryable,
  { projectId }: Scope,
  userId: string,
  after: string,
  limit: number,
): Promise<{ id: string }[]> =>
  q.rows(sql`
    select id, slug, name, workflow_id as "workflowId", connected_account_id as "connectedAccountId",
      config as "triggerConfig", status, created_at as "createdAt", updated_at as "updatedAt"
    from trigger_instance
    where project_id = ${projectId} and external_user_id = ${userId} and id > ${after}::uuid order by id limit ${limit}`)

export const listUserInvocations = (
  q: Queryable,
  { projectId }: Scope,
  userId: string,
  after: string,
  limit: number,
): Promise<{ id: string }[]> =>
  q.rows(sql`
    select id, trigger_id as "triggerId", source, status, payload,
      encode(body, 'base64') as "bodyBase64", execution_id as "executionId",
      created_at as "createdAt"
    from trigger_invocation
    where project_id = ${projectId} and external_user_id = ${userId} and id > ${after}::uuid order by id limit ${limit}`)

/** Both users may have a trigger of the same name for the same workflow: then the moved one gets its id as name. */
export async function moveTriggers(
  tx: Tx,
  { projectId }: Scope,
  fromId: string,
  intoId: string,
): Promise<void> {
  await tx.rows(sql`
    update trigger_instance t
    set external_user_id = ${intoId}, name = case when exists (
        select from trigger_instance o
        where o.project_id = t.project_id and o.external_user_id = ${intoId} and o.slug = t.slug and o.name = t.name
          and o.workflow_id is not distinct from t.workflow_id
          and o.connected_account_id is not distinct from t.connected_account_id
      ) then t.id::text else t.name end
    where t.project_id = ${projectId} and t.external_user_id = ${fromId}`)
}
