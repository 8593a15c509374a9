import type { Db } from '../../../kernel/db/db.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type {
  Assistant,
  AssistantCountBody,
  AssistantSearchBody,
  AssistantVersionsBody,
} from '../schema/assistant.ts'
import {
  type AssistantRow,
  countAssistants,
  findAssistant,
  findAssistantByName,
  listAssistantVersions,
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
    count: (scope: Scope, { name }: AssistantCountBody): Promise<number> =>
      countAssistants(db, scope, name ?? null),
    /** Newest first. An agent that was never changed has one. */
    async versions(scope: Scope, id: string, { limit, offset }: AssistantVersionsBody): Promise<Assistant[]> {
      const current = await get(scope, id)
      const versions = await listAssistantVersions(db, scope, current.assistant_id, {
        limit: limit ?? 10,
        offset: offset ?? 0,
      })
      return versions.map(({ version, createdAt }) => ({
        ...current,
        version,
        created_at: createdAt,
        updated_at: createdAt,
      }))
    },
    /** Agents inside of an agent are chosen by the model: there is no graph of them. */
    async subgraphs(scope: Scope, id: string) {
      await get(scope, id)
      return {}
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
