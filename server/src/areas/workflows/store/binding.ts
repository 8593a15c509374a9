import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { WorkflowRow } from '../schema/workflow.ts'
import { pinOf } from './pin.ts'

/** Which account or auth config the tools of a toolkit use in a workflow. */
export type Binding = {
  id: string
  toolkitSlug: string
  connectedAccountId: string | null
  authConfigId: string | null
  createdAt: string
  updatedAt: string
}

type Owner = Pick<WorkflowRow, 'projectId' | 'id'>

export const listWorkflowBindings = (q: Queryable, { projectId, id }: Owner): Promise<Binding[]> =>
  q.rows(sql`
    select id, toolkit_slug as "toolkitSlug", connected_account_id as "connectedAccountId",
           auth_config_id as "authConfigId", created_at as "createdAt", updated_at as "updatedAt"
    from workflow_binding where project_id = ${projectId} and workflow_id = ${id} order by toolkit_slug`)

export type BindingChange = {
  id: string
  toolkitSlug: string
  connectedAccountId?: string | null
  authConfigId?: string | null
  at: string
}

/** What is not named stays; a binding to nothing goes. */
export async function putBinding(tx: Tx, { projectId, id }: Owner, change: BindingChange): Promise<void> {
  const { toolkitSlug, connectedAccountId, authConfigId, at } = change
  await tx.rows(sql`
    insert into workflow_binding (project_id, workflow_id, toolkit_slug, connected_account_id, auth_config_id, id,
                                  created_at, updated_at)
    values (${projectId}, ${id}, ${toolkitSlug}, ${connectedAccountId ?? null}, ${authConfigId ?? null}, ${change.id},
            ${at}, ${at})
    on conflict (project_id, workflow_id, toolkit_slug) do update
    set connected_account_id = case when ${connectedAccountId !== undefined}::boolean
                                    then excluded.connected_account_id else workflow_binding.connected_account_id end,
        auth_config_id = case when ${authConfigId !== undefined}::boolean
                              then excluded.auth_config_id else workflow_binding.auth_config_id end,
        updated_at = excluded.updated_at`)
  await tx.rows(sql`
    delete from workflow_binding
    where project_id = ${projectId} and workflow_id = ${id} and connected_account_id is null and auth_config_id is null`)
}

/** Active workflows that are bound to the account, or name it in a node. */
export const listWorkflowsUsing = (q: Queryable, { projectId }: Scope, accountId: string) =>
  q.rows<{ id: string; name: string }>(sql`
    select w.id, w.name from workflow w
    where w.project_id = ${projectId} and w.active_version is not null
      and (${pinOf.account(accountId)} = any(w.pins)
           or exists (select from workflow_binding b where b.project_id = w.project_id and b.workflow_id = w.id
                      and b.connected_account_id = ${accountId}))
    order by w.name, w.id`)

export async function releaseAccount(tx: Tx, { projectId }: Scope, accountId: string): Promise<void> {
  await tx.rows(sql`
    delete from workflow_binding
    where project_id = ${projectId} and connected_account_id = ${accountId} and auth_config_id is null`)
  await tx.rows(sql`
    update workflow_binding set connected_account_id = null
    where project_id = ${projectId} and connected_account_id = ${accountId}`)
}

export async function releaseConfig(tx: Tx, { projectId }: Scope, authConfigId: string): Promise<void> {
  await tx.rows(sql`
    delete from workflow_binding
    where project_id = ${projectId} and auth_config_id = ${authConfigId} and connected_account_id is null`)
  await tx.rows(sql`
    update workflow_binding set auth_config_id = null
    where project_id = ${projectId} and auth_config_id = ${authConfigId}`)
}
