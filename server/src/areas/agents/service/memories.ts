import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import { boundAgentOf, type Scope } from '../../../kernel/scope.ts'
import { deleteUserRows, exportUserRows, moveUserRows } from '../../../kernel/user-rows.ts'
import type { Memory, MemoryQuery, MemorySource } from '../schema/memory.ts'
import {
  deleteMemory,
  insertMemory,
  listMemories,
  listMemoriesOfUser,
  newestMemories,
} from '../store/memory.ts'

export const maxMemories = 200
const maxInPrompt = 30

/** Whether an agent of this id exists for the caller; given by the area that has agents. */
export type AgentFinder = (scope: Scope, agentId: string) => Promise<boolean>

export type MemoriesDeps = { db: Db; clock: Clock; newId: NewId }

/** What agents remember about end users: explicit facts, which the user can read and delete. */
export function createMemories({ db, clock, newId }: MemoriesDeps) {
  let findAgent: AgentFinder = async () => false

  async function requireAgent(scope: Scope, agentId: string): Promise<void> {
    const bound = boundAgentOf(scope.actor)
    if ((bound && bound.id !== agentId) || !(await findAgent(scope, agentId)))
      throw new AppError('agent_not_found', 'Agent not found')
  }

  const add = (
    scope: Scope,
    agentId: string,
    { text, source, id = newId() }: { text: string; source: MemorySource; id?: string },
  ): Promise<Memory> =>
    db.tx(async (tx) => {
      const stored = await insertMemory(
        tx,
        scope,
        { id, agentId, text, source, at: clock.now() },
        maxMemories,
      )
      if (stored) return stored
      throw new AppError(
        'memory_limit_reached',
        `An agent remembers at most ${maxMemories} facts of a user`,
        {
          hint: 'Delete some of them first.',
        },
      )
    })

  return {
    registerAgents(finder: AgentFinder): void {
      findAgent = finder
    },
    add,
    newest: (scope: Scope, agentId: string) => newestMemories(db, scope, agentId, maxInPrompt),
    search: async (scope: Scope, agentId: string, q: string): Promise<Memory[]> =>
      (await listMemories(db, scope, agentId, { q, page: 1, limit: 20 })).items,
    async list(scope: Scope, agentId: string, query: MemoryQuery): Promise<Page<Memory>> {
      await requireAgent(scope, agentId)
      return listMemories(db, scope, agentId, query)
    },
    async create(scope: Scope, agentId: string, text: string): Promise<Memory> {
      await requireAgent(scope, agentId)
      return add(scope, agentId, { text, source: { kind: 'user', executionId: null, threadId: null } })
    },
    async remove(scope: Scope, agentId: string, id: string): Promise<{ id: string }> {
      await requireAgent(scope, agentId)
      if (!(await deleteMemory(db, scope, agentId, id)))
        throw new AppError('memory_not_found', 'The agent has no such memory')
      return { id }
    },
  }
}

export type Memories = ReturnType<typeof createMemories>

export const memoryUserData = {
  countedAs: null,
  permission: 'workflow:read',
  erase: deleteUserRows('agent_memory'),
  move: moveUserRows('agent_memory'),
  export: exportUserRows('agent_memory', listMemoriesOfUser, (row) => row),
}
