import { type Queryable, sql } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** What a tool answered to the same arguments in the newest fixture of it that succeeded; null when there is none. */
export async function findFixtureResult(
  q: Queryable,
  scope: Scope,
  toolSlug: string,
  args: unknown,
): Promise<{ data: unknown } | null> {
  const [row] = await q.rows<{ data: unknown }>(sql`
    select outcome::json->'data' as data from tool_fixture
    where project_id = ${scope.projectId} and tool_slug = ${toolSlug}
      and (${scope.acrossUsers}::boolean or external_user_id = ${scope.externalUser.id})
      and arguments::jsonb = ${storableJson(args)}::jsonb and (outcome::json->>'successful')::boolean
    order by id desc limit 1`)
  return row ?? null
}
