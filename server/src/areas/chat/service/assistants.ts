import type { Db } from '../../../kernel/db/db.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Assistant, AssistantSearchBody } from '../schema/assistant.ts'
import {
  type AssistantRow,
  findAssistant,
  findAssistantByName,
  searchAssistants,
} from '../store/assistant.ts'
import { agentNotFound } from './refusals.ts'

const toAssistant = ({
  id,
  name,
  description,
  version,
  isActive,
  createdAt,
  updatedAt,
}: AssistantRow): Assistant => ({
  assistant_id: id,
  graph_id: 'agent',
  name,
  description,
  version,
  config: {},
  context: {},
  metadata: { isActive, created_by: 'user' },
  created_at: createdAt,
  updated_at: updatedAt,
})

const messageSchema = {
  type: 'object',
  properties: { messages: { type: 'array', items: { type: 'object' } } },
}

/** Agents as LangGraph's clients list them. */
export function createAssistants({ db }: { db: Db }) {
  async function get(scope: Scope, idOrName: string): Promise<Assistant> {
    const found = isUuid(idOrName)
      ? await findAssistant(db, scope, idOrName.toLowerCase())
      : await findAssistantByName(db, scope, idOrName)
    if (!found) throw agentNotFound()
    return toAssistant(found)
  }

  return {
    get,
    async search(scope: Scope, { name, limit, offset }: AssistantSearchBody): Promise<Assistant[]> {
      const search = { name: name ?? null, limit: limit ?? 10, offset: offset ?? 0 }
      return (await searchAssistants(db, scope, search)).map(toAssistant)
    },
    async schemas(scope: Scope, id: string) {
      await get(scope, id)
      return {
        graph_id: 'agent',
        input_schema: messageSchema,
        output_schema: messageSchema,
        state_schema: messageSchema,
        config_schema: {},
        context_schema: {},
      }
    },
    /** Every agent is the same small graph to them. */
    async graph(scope: Scope, id: string) {
      await get(scope, id)
      return {
        nodes: ['__start__', 'agent', 'tools', '__end__'].map((name) => ({
          id: name,
          type: 'runnable',
          data: { name },
        })),
        edges: [
          { source: '__start__', target: 'agent' },
          { source: 'agent', target: 'tools', conditional: true },
          { source: 'tools', target: 'agent' },
          { source: 'agent', target: '__end__', conditional: true },
        ],
      }
    },
  }
}

export type Assistants = ReturnType<typeof createAssistants>
