import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

type Listed = { ids: readonly string[]; type: 'agent' | 'static' }

export type DelegateRow = { id: string; version: number; name: string; description: string }

/** Of the agents or graphs, those that are active and that the acting user can use, in the given order. */
export const listDelegates = (q: Queryable, scope: Scope, { ids, type }: Listed): Promise<DelegateRow[]> =>
  q.rows<DelegateRow>(sql`
    select w.id, w.active_version as version, w.name, w.description from workflow w
    where w.project_id = ${scope.projectId} and w.id = any(${ids}::uuid[]) and w.type = ${type}
      and w.active_version is not null
      and (${scope.acrossUsers} or w.is_public or w.external_user_id in (${scope.externalUser.id}, ${scope.projectId}))
    order by array_position(${ids}::uuid[], w.id)`)

export async function findOwnerOf(
  q: Queryable,
  { projectId }: Pick<Scope, 'projectId'>,
  workflowId: string,
): Promise<string | null> {
  const [row] = await q.rows<{ userId: string }>(sql`
    select external_user_id as "userId" from workflow where project_id = ${projectId} and id = ${workflowId}`)
  return row?.userId ?? null
}
