import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { Dependants } from '../../../kernel/dependants.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { isVisible } from './workflow.ts'

/** What an active version names outside of it; the workflow stops when that is deleted. */
export const pinOf = {
  tool: (slug: string) => `tool:${slug}`,
  toolkit: (slug: string) => `toolkit:${slug}`,
  account: (id: string) => `account:${id.toLowerCase()}`,
  skill: (id: string) => `skill:${id.toLowerCase()}`,
}

type Row = { id: string; name: string; type: string; isVisible: boolean; total: number }

const toDependants = (rows: readonly Row[]): Dependants => ({
  count: rows[0]?.total ?? 0,
  named: rows.filter((row) => row.isVisible).map(({ id, name }) => ({ type: 'workflow', id, name })),
})

const mostListed = 100

/** Active workflows that pin it, whosever they are; those that the acting user can see come first. */
export const listPinning = async (q: Queryable, scope: Scope, pin: string): Promise<Dependants> =>
  toDependants(
    await q.rows<Row>(sql`
      select w.id, w.name, w.type, ${isVisible(scope)} as "isVisible", count(*) over ()::int as total from workflow w
      where w.project_id = ${scope.projectId} and w.active_version is not null and ${pin} = any(w.pins)
      order by 4 desc, w.name, w.id limit ${mostListed}`),
  )

/** Active workflows whose tools use the auth config. */
export const listBoundToConfig = async (
  q: Queryable,
  scope: Scope,
  authConfigId: string,
): Promise<Dependants> =>
  toDependants(
    await q.rows<Row>(sql`
      select w.id, w.name, w.type, ${isVisible(scope)} as "isVisible", count(*) over ()::int as total from workflow_binding b
      join workflow w on w.project_id = b.project_id and w.id = b.workflow_id
      where b.project_id = ${scope.projectId} and b.auth_config_id = ${authConfigId} and w.active_version is not null
      order by 4 desc, w.name, w.id limit ${mostListed}`),
  )
