import { type Queryable, sql } from '../../kernel/db/db.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'

/** The toolkit that an account of the acting user is for; null when there is no such account. */
export async function toolkitOfAccount(
  q: Queryable,
  scope: Scope,
  accountId: string,
): Promise<string | null> {
  if (!isUuid(accountId)) return null
  const [row] = await q.rows<{ slug: string }>(sql`
    select toolkit_slug as slug from connected_account
    where project_id = ${scope.projectId} and id = ${accountId.toLowerCase()}
      and (${scope.acrossUsers}::boolean or external_user_id = ${scope.externalUser.id})`)
  return row?.slug ?? null
}

/** The toolkits that these auth configs are for; ids that are none of the project's count for nothing. */
export async function toolkitsOfAuthConfigs(
  q: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await q.rows<{ slug: string }>(sql`
    select toolkit_slug as slug from auth_config
    where project_id = ${scope.projectId} and id = any(${ids.filter(isUuid)}::uuid[])`)
  return new Set(rows.map(({ slug }) => slug))
}
