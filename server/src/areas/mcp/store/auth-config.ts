import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** The toolkit of an auth config; null when the project has no such config. */
export async function findToolkitOfConfig(
  q: Queryable,
  { projectId }: Scope,
  id: string,
): Promise<string | null> {
  const [row] = await q.rows<{ slug: string }>(sql`
    select toolkit_slug as slug from auth_config where project_id = ${projectId} and id = ${id}`)
  return row?.slug ?? null
}
