import { allOf, likePattern, type Queryable, sql, sqlText } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** The slugs of the project's own toolkits that have a tool whose name holds every word. */
export async function toolkitsNamingTools(q: Queryable, scope: Scope, query: string): Promise<string[]> {
  const words = query.split(/\s+/).filter(Boolean).slice(0, 8)
  const named = words.map((word) => sql`t.name ilike ${likePattern(word)}`)
  const rows = await q.rows<{ slug: string }>(sql`
    select k.slug from toolkit k
    where k.project_id = ${scope.projectId} and exists (
      select 1 from toolkit_tool t
      where t.project_id = k.project_id and t.toolkit_id = k.id and ${named.length > 0 ? allOf(named) : sqlText('false')})`)
  return rows.map(({ slug }) => slug)
}
