import { likePattern, type Queryable, type Statement, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { selectPage } from '../../../kernel/db/rows/select-page.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Memory, MemoryQuery, MemorySource } from '../schema/memory.ts'

const columns = sqlText(
  `id, workflow_id as "agentId", external_user_id as "eUID", text, source, created_at as "createdAt"`,
)

/** Memories are of the acting end user alone, also for admins across users. */
const ofUser = ({ projectId, externalUser }: Scope, agentId: string): Statement => sql`
  project_id = ${projectId} and external_user_id = ${externalUser.id} and workflow_id = ${agentId}`

export type NewMemory = { id: string; agentId: string; text: string; source: MemorySource; at: Date }

/** Null when the agent remembers too much of the user already. The same id is stored once. */
export async function insertMemory(
  tx: Tx,
  scope: Scope,
  memory: NewMemory,
  most: number,
): Promise<Memory | null> {
  await tx.rows(sql`
    insert into agent_memory (project_id, id, external_user_id, workflow_id, text, source, created_at)
    select ${scope.projectId}, ${memory.id}, ${scope.externalUser.id}, ${memory.agentId}, ${memory.text},
      ${JSON.stringify(memory.source)}, ${memory.at}
    where (select count(*) from agent_memory where ${ofUser(scope, memory.agentId)}) < ${most}
    on conflict do nothing`)
  const [row] = await tx.rows<Memory>(sql`
    select ${columns} from agent_memory where project_id = ${scope.projectId} and id = ${memory.id}`)
  return row ?? null
}

export async function listMemories(
  q: Queryable,
  scope: Scope,
  agentId: string,
  query: MemoryQuery,
): Promise<Page<Memory>> {
  const matching = query.q
    ? sql`${ofUser(scope, agentId)} and text ilike ${likePattern(query.q)}`
    : ofUser(scope, agentId)
  return selectPage<Memory>(
    q,
    { columns, from: sql`agent_memory where ${matching}`, order: sql`created_at desc, id desc` },
    query,
  )
}

/** The newest ones, oldest first. */
export async function newestMemories(
  q: Queryable,
  scope: Scope,
  agentId: string,
  limit: number,
): Promise<Memory[]> {
  const rows = await q.rows<Memory>(sql`
    select ${columns} from agent_memory where ${ofUser(scope, agentId)}
    order by created_at desc, id desc limit ${limit}`)
  return rows.reverse()
}

export async function deleteMemory(
  q: Queryable,
  scope: Scope,
  agentId: string,
  id: string,
): Promise<boolean> {
  const rows = await q.rows(sql`
    delete from agent_memory where ${ofUser(scope, agentId)} and id = ${id} returning id`)
  return rows.length === 1
}

export const listMemoriesOfUser = (
  q: Queryable,
  { projectId }: Scope,
  userId: string,
  after: string,
  limit: number,
) =>
  q.rows<Memory>(sql`
    select ${columns} from agent_memory
    where project_id = ${projectId} and external_user_id = ${userId} and id > ${after} order by id limit ${limit}`)
