import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** Whether an agent is active that every end user of the project may execute. */
export async function isSharedAgent(q: Queryable, { projectId }: Scope, id: string): Promise<boolean> {
  const rows = await q.rows(sql`
    select 1 from workflow where project_id = ${projectId} and id = ${id} and type = 'agent'
      and active_version is not null and (external_user_id = project_id or is_public)`)
  return rows.length === 1
}

export type DefaultAgent = {
  /** The choice of the project, also if its agent cannot be executed any more. */
  chosenId: string | null
  isChosenUsable: boolean
  /** The agent of the project that has been there for longest. */
  oldestId: string | null
}

export async function findDefaultAgent(q: Queryable, { projectId }: Scope): Promise<DefaultAgent> {
  const [row] = await q.rows<DefaultAgent>(sql`
    with usable as (
      select id, created_at from workflow where project_id = ${projectId} and type = 'agent'
        and active_version is not null and (external_user_id = project_id or is_public)
    )
    select p.settings->>'defaultAgentId' as "chosenId",
      exists (select 1 from usable u where u.id = (p.settings->>'defaultAgentId')::uuid) as "isChosenUsable",
      (select id from usable order by created_at, id limit 1) as "oldestId"
    from project p where p.id = ${projectId}`)
  return row!
}
