import { allOf, type Queryable, type Statement, sql, sqlText } from '../../../kernel/db/db.ts'
import { boundAgentOf, type Scope } from '../../../kernel/scope.ts'

/** To clients of LangGraph, every agent is the same graph. */
export const graphId = 'agent'

export type AssistantRow = {
  id: string
  name: string
  description: string
  version: number
  isActive: boolean
  createdAt: string
  updatedAt: string
}

const columns = sqlText(`w.id, w.name, w.description, coalesce(w.active_version, w.version) as version,
  w.active_version is not null as "isActive", w.created_at as "createdAt", w.updated_at as "updatedAt"`)

/** Agents that the acting user may execute: their own, those of the project, and public ones; for a chat token, its agent. */
function isUsable({ projectId, acrossUsers, externalUser, actor }: Scope): Statement {
  const isOfProject = sql`w.project_id = ${projectId} and w.type = 'agent'`
  if (acrossUsers) return isOfProject
  const isForUser = sql`${isOfProject} and (w.is_public or w.external_user_id in (${externalUser.id}, ${projectId}))`
  const agent = boundAgentOf(actor)
  return agent === null ? isForUser : sql`${isForUser} and w.id = ${agent.id}`
}

export async function isAgent(q: Queryable, scope: Scope, id: string): Promise<boolean> {
  const rows = await q.rows(sql`select w.id from workflow w where ${isUsable(scope)} and w.id = ${id}`)
  return rows.length === 1
}

export async function findAssistant(q: Queryable, scope: Scope, id: string): Promise<AssistantRow | null> {
  const [row] = await q.rows<AssistantRow>(sql`
    select ${columns} from workflow w where ${isUsable(scope)} and w.id = ${id}`)
  return row ?? null
}

/** The own one first, of these one that is active, then the oldest: an inactive one would refuse the run. */
export async function findAssistantByName(
  q: Queryable,
  scope: Scope,
  name: string,
): Promise<AssistantRow | null> {
  const [row] = await q.rows<AssistantRow>(sql`
    select ${columns} from workflow w where ${isUsable(scope)} and w.name = ${name}
    order by (w.external_user_id = ${scope.externalUser.id}) desc,
      w.active_version is null, w.created_at, w.id limit 1`)
  return row ?? null
}

export type AssistantFilter = { name: string | null; isActive: boolean | null }

const sortColumns = {
  assistant_id: 'w.id',
  name: 'w.name',
  created_at: 'w.created_at',
  updated_at: 'w.updated_at',
  // All have the same one.
  graph_id: 'w.type',
} as const

export type AssistantSearch = AssistantFilter & {
  sortBy: keyof typeof sortColumns
  sortOrder: 'asc' | 'desc'
  limit: number
  offset: number
}

const matching = (scope: Scope, { name, isActive }: AssistantFilter): Statement =>
  allOf([
    isUsable(scope),
    ...(name === null ? [] : [sql`w.name = ${name}`]),
    ...(isActive === null ? [] : [sql`(w.active_version is not null) = ${isActive}`]),
  ])

export function searchAssistants(q: Queryable, scope: Scope, search: AssistantSearch) {
  const { sortBy, sortOrder, limit, offset } = search
  const order = sqlText(`${sortColumns[sortBy]} ${sortOrder}, w.id ${sortOrder}`)
  return q.rows<AssistantRow>(sql`
    select ${columns} from workflow w where ${matching(scope, search)}
    order by ${order} limit ${limit} offset ${offset}`)
}

export async function countAssistants(q: Queryable, scope: Scope, filter: AssistantFilter): Promise<number> {
  const [row] = await q.rows<{ total: number }>(sql`
    select count(*)::int as total from workflow w where ${matching(scope, filter)}`)
  return row!.total
}

export const listAssistantVersions = (
  q: Queryable,
  { projectId }: Scope,
  id: string,
  { limit, offset }: { limit: number; offset: number },
) =>
  q.rows<{ version: number; createdAt: string }>(sql`
    select version, created_at as "createdAt" from workflow_version
    where project_id = ${projectId} and workflow_id = ${id}
    order by version desc limit ${limit} offset ${offset}`)
