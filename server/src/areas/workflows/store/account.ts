import { type Queryable, sql } from '../../../kernel/db/db.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** An account that the acting user can use in a workflow. */
export type UsableAccount = {
  id: string
  toolkitSlug: string
  displayName: string | null
  label: string | null
  status: string
  authConfigId: string
}

export async function findAccounts(
  q: Queryable,
  { projectId, acrossUsers, externalUser }: Scope,
  ids: readonly string[],
): Promise<Map<string, UsableAccount>> {
  const uuids = ids.filter(isUuid).map((id) => id.toLowerCase())
  if (uuids.length === 0) return new Map()
  const rows = await q.rows<UsableAccount>(sql`
    select id, toolkit_slug as "toolkitSlug", display_name as "displayName", labels ->> 0 as label, status,
           auth_config_id as "authConfigId"
    from connected_account
    where project_id = ${projectId} and id = any(${uuids}::uuid[])
      and (${acrossUsers}::boolean or external_user_id = ${externalUser.id})`)
  return new Map(rows.map((row) => [row.id, row]))
}

export type UsableAuthConfig = {
  id: string
  toolkitSlug: string
  name: string
  authScheme: string
  status: 'ENABLED' | 'DISABLED'
}

export async function findAuthConfigs(
  q: Queryable,
  { projectId }: Scope,
  ids: readonly string[],
): Promise<Map<string, UsableAuthConfig>> {
  const uuids = ids.filter(isUuid).map((id) => id.toLowerCase())
  if (uuids.length === 0) return new Map()
  const rows = await q.rows<UsableAuthConfig>(sql`
    select id, toolkit_slug as "toolkitSlug", coalesce(display_name, name) as name, auth_scheme as "authScheme",
           case when is_disabled then 'DISABLED' else 'ENABLED' end as status
    from auth_config where project_id = ${projectId} and id = any(${uuids}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
}
