import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

export type ChatAgentRow = {
  name: string
  description: string
  displayName: string | null
  greeting: string | null
  starterPrompts: string[] | null
}

/** What the active version of an agent shows to its users. The caller has checked that it is one of theirs. */
export async function findChatAgent(
  q: Queryable,
  { projectId }: Scope,
  id: string,
): Promise<ChatAgentRow | null> {
  const [row] = await q.rows<ChatAgentRow>(sql`
    select w.name, w.description,
      v.definition->'agent'->'behavior'->'persona'->>'displayName' as "displayName",
      v.definition->'agent'->'behavior'->'cannedResponses'->>'greeting' as greeting,
      v.definition->'agent'->'starterPrompts' as "starterPrompts"
    from workflow w
    left join workflow_version v on v.project_id = w.project_id and v.workflow_id = w.id
      and v.version = coalesce(w.active_version, w.version)
    where w.project_id = ${projectId} and w.id = ${id}`)
  return row ?? null
}
