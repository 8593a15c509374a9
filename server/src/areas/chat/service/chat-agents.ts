import type { Db } from '../../../kernel/db/db.ts'
import { boundAgentOf, type Scope } from '../../../kernel/scope.ts'
import type { ChatAgent } from '../schema/chat-agent.ts'
import { isAgent } from '../store/assistant.ts'
import { findChatAgent } from '../store/chat-agent.ts'
import { agentNotFound } from './refusals.ts'

/** Agents as a chat shows them: never their prompt, tools or model. */
export function createChatAgents({ db }: { db: Db }) {
  async function require(scope: Scope, id: string): Promise<void> {
    if (!(await isAgent(db, scope, id))) throw agentNotFound()
  }

  return {
    require,
    async get(scope: Scope, id: string): Promise<ChatAgent> {
      await require(scope, id)
      const found = await findChatAgent(db, scope, id)
      if (!found) throw agentNotFound()
      const bound = boundAgentOf(scope.actor)
      return {
        id,
        name: found.displayName || found.name,
        description: found.description,
        greeting: found.greeting || null,
        starterPrompts: found.starterPrompts ?? [],
        canApprove: bound?.canApprove ?? true,
        canAttach: bound?.isVisitor !== true,
      }
    },
  }
}

export type ChatAgents = ReturnType<typeof createChatAgents>
