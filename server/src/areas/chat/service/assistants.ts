import type { Db } from '../../../kernel/db/db.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { withNearMatches } from '../../../kernel/text/near-names.ts'
import type {
  Assistant,
  AssistantCountBody,
  AssistantSearchBody,
  AssistantVersionsBody,
} from '../schema/assistant.ts'
import {
  type AssistantFilter,
  type AssistantRow,
  countAssistants,
  findAssistant,
  findAssistantByName,
  graphId,
  listAssistantVersions,
  searchAssistants,
} from '../store/assistant.ts'
import { agentNotFound } from './refusals.ts'

const authors: Record<string, unknown> = { created_by: 'user' }

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
  graph_id: graphId,
  name,
  description,
  version,
  config: {},
  context: {},
  metadata: { isActive, ...authors },
  created_at: createdAt,
  updated_at: updatedAt,
})

/** Null where no agent can match. */
function filterOf({ name, graph_id: graph, metadata }: AssistantCountBody): AssistantFilter | null {
  const { isActive, ...others } = metadata ?? {}
  const isOther = Object.entries(others).some(([key, value]) => authors[key] !== value)
  if (isOther || (graph && graph !== graphId)) return null
  if (isActive !== undefined && typeof isActive !== 'boolean') return null
  return { name: name ?? null, isActive: isActive ?? null }
}

const maxNames = 1_000
const anyAgent = { name: null, isActive: null, sortBy: 'created_at', sortOrder: 'desc' } as const

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
    if (found) return toAssistant(found)
    const usable = await searchAssistants(db, scope, { ...anyAgent, limit: maxNames, offset: 0 })
    throw withNearMatches(
      agentNotFound(),
      idOrName,
      usable.map(({ name }) => name),
    )
  }

  return {
    get,
    async search(scope: Scope, body: AssistantSearchBody): Promise<Assistant[]> {
      const filter = filterOf(body)
      if (!filter) return []
      const rows = await searchAssistants(db, scope, {
        ...filter,
        sortBy: body.sort_by ?? 'created_at',
        sortOrder: body.sort_order ?? 'desc',
        limit: body.limit ?? 10,
        offset: body.offset ?? 0,
      })
      return rows.map(toAssistant)
    },
    async count(scope: Scope, body: AssistantCountBody): Promise<number> {
      const filter = filterOf(body)
      return filter ? countAssistants(db, scope, filter) : 0
    },
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
        graph_id: graphId,
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
