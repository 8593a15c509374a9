import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { WorkflowRow } from '../schema/workflow.ts'
import { isVisible } from './workflow.ts'

/** Another workflow, as far as one that names it needs to know. */
export type UsableWorkflow = Pick<WorkflowRow, 'id' | 'name' | 'type' | 'activeVersion' | 'version' | 'uses'>

/** Those of the ids that the acting user can execute. */
export async function findUsable(
  q: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, UsableWorkflow>> {
  if (ids.length === 0) return new Map()
  const rows = await q.rows<UsableWorkflow>(sql`
    select w.id, w.name, w.type, w.active_version as "activeVersion", w.version, w.uses from workflow w
    where ${isVisible(scope)} and w.id = any(${[...ids]}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Active workflows that use this one, whosever they are. */
export async function listUsers(
  q: Queryable,
  { projectId, id }: Pick<WorkflowRow, 'projectId' | 'id'>,
  limit: number,
): Promise<{ id: string; name: string; userId: string }[]> {
  return q.rows(sql`
    select id, name, external_user_id as "userId" from workflow
    where project_id = ${projectId} and ${id} = any(uses) and active_version is not null and id <> ${id}
    order by name, id limit ${limit}`)
}

/** What the active versions of workflows use, whosever they are. */
export async function findUses(
  q: Queryable,
  { projectId }: Pick<Scope, 'projectId'>,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await q.rows<{ id: string; uses: string[] }>(sql`
    select id, uses from workflow where project_id = ${projectId} and id = any(${[...ids]}::uuid[])`)
  return new Map(rows.map(({ id, uses }) => [id, uses]))
}

/** Those of the ids that are active skills in the library of the project. */
export async function findActiveSkills(
  q: Queryable,
  { projectId }: Pick<Scope, 'projectId'>,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await q.rows<{ id: string }>(sql`
    select id from skill where project_id = ${projectId} and id = any(${[...ids]}::uuid[]) and is_active`)
  return new Set(rows.map(({ id }) => id))
}

/** Those of the ids that are table collections of the project. */
export async function findCollections(
  q: Queryable,
  { projectId }: Pick<Scope, 'projectId'>,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await q.rows<{ id: string }>(sql`
    select id from collection
    where project_id = ${projectId} and id = any(${[...ids]}::uuid[]) and deleted_at is null`)
  return new Set(rows.map(({ id }) => id))
}
