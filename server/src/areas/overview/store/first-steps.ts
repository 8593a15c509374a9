import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { FirstSteps } from '../schema.ts'

/** What the project itself has done, which is the user with its id: what was added as an example is none of it. */
export async function readFirstSteps(q: Queryable, { projectId }: Scope): Promise<FirstSteps> {
  const own = sql`project_id = ${projectId} and external_user_id = ${projectId}`
  const [row] = await q.rows<FirstSteps>(sql`
    select
      exists (select from api_key where project_id = ${projectId} and last_used_at is not null) as "hasCalledApi",
      exists (select from llm_call where ${own} and kind <> 'embedding' and status = 'succeeded') as "hasAnswer",
      exists (select from tool_execution where ${own} and status = 'succeeded') as "hasToolRun",
      exists (select from workflow_execution where ${own} and type <> 'agent') as "hasWorkflowRun",
      exists (select from document where project_id = ${projectId} and owner_id = ${projectId}) as "hasRow"`)
  return row!
}
