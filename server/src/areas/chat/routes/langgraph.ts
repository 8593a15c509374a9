import { z } from 'zod'
import { type Endpoint, endpoint, isEventsReply, isRawReply, raw } from '../../../kernel/http/endpoint.ts'
import { checkedJson, encodeInPieces, isLongText } from '../../../kernel/http/response/in-pieces.ts'
import { openObject } from '../../../kernel/http/shapes.ts'
import type { Page } from '../../../kernel/page.ts'
import {
  Assistant,
  AssistantCountBody,
  AssistantParams,
  AssistantSearchBody,
  AssistantVersionsBody,
} from '../schema/assistant.ts'
import type { Assistants } from '../service/assistants.ts'
import { exampleAgentId, exampleAt, langgraph, shared } from './shared.ts'

const json = 'application/json'

/** The same endpoint with bare responses, for clients that cannot set a header. */
export function bare(requested: Endpoint): Endpoint {
  const { response, handle } = requested
  if (response.kind === 'events') return requested
  const schema =
    response.kind === 'data'
      ? response.schema
      : response.kind === 'page'
        ? z.array(response.schema)
        : z.object({})
  const dataOf = (result: unknown): unknown =>
    response.kind === 'page' ? (result as Page<unknown>).items : response.kind === 'none' ? {} : result
  return {
    ...requested,
    response: raw(json, schema),
    async handle(input) {
      const result = await handle(input)
      if (isRawReply(result) || isEventsReply(result)) return result
      const isLarge = 'isLarge' in response && response.isLarge === true
      return {
        body: isLarge
          ? await largeBody(schema, dataOf(result))
          : JSON.stringify(schema.parse(dataOf(result))),
      }
    },
  }
}

/** A whole conversation: others are served while it is written. */
async function largeBody(schema: z.ZodType, value: unknown): Promise<string | Buffer> {
  const text = await checkedJson(schema, value)
  return isLongText(text) ? encodeInPieces(text) : text
}

const assistant = {
  assistant_id: exampleAgentId,
  graph_id: 'agent',
  name: 'Support',
  description: '',
  version: 1,
  config: {},
  context: {},
  metadata: { isActive: true, created_by: 'user' },
  created_at: exampleAt,
  updated_at: exampleAt,
}
const params = { assistant_id: exampleAgentId }

const bareReply = (value: unknown) => ({ body: JSON.stringify(value) })

/** What LangGraph's clients read of agents and of the server itself. */
export const assistantRoutes = (assistants: Assistants): Endpoint[] => [
  endpoint({
    ...shared(langgraph),
    method: 'POST',
    path: `${langgraph.base}/assistants/search`,
    summary: 'Search assistants',
    description: 'Agents that the acting user can execute.',
    permission: 'chat:read',
    isRead: true,
    body: AssistantSearchBody,
    isExact: true,
    response: raw(json, z.array(Assistant)),
    example: { body: { limit: 10 }, response: [assistant] },
    handle: async ({ scope, body }) => bareReply(await assistants.search(scope, body)),
  }),
  endpoint({
    ...shared(langgraph),
    method: 'GET',
    path: `${langgraph.base}/assistants/{assistant_id}`,
    summary: 'Get an assistant',
    permission: 'chat:read',
    params: AssistantParams,
    response: raw(json, Assistant),
    errors: ['assistant_not_found'],
    example: { params, response: assistant },
    handle: async ({ scope, params: { assistant_id: id } }) => bareReply(await assistants.get(scope, id)),
  }),
  endpoint({
    ...shared(langgraph),
    method: 'GET',
    path: `${langgraph.base}/assistants/{assistant_id}/schemas`,
    summary: 'Get the schemas of an assistant',
    permission: 'chat:read',
    params: AssistantParams,
    response: raw(json, openObject()),
    errors: ['assistant_not_found'],
    example: { params },
    handle: async ({ scope, params: { assistant_id: id } }) => bareReply(await assistants.schemas(scope, id)),
  }),
  endpoint({
    ...shared(langgraph),
    method: 'GET',
    path: `${langgraph.base}/assistants/{assistant_id}/graph`,
    summary: 'Get the graph of an assistant',
    permission: 'chat:read',
    params: AssistantParams,
    response: raw(json, openObject()),
    errors: ['assistant_not_found'],
    example: { params },
    handle: async ({ scope, params: { assistant_id: id } }) => bareReply(await assistants.graph(scope, id)),
  }),
  endpoint({
    ...shared(langgraph),
    method: 'POST',
    path: `${langgraph.base}/assistants/count`,
    summary: 'Count assistants',
    permission: 'chat:read',
    isRead: true,
    body: AssistantCountBody,
    isExact: true,
    response: raw(json, z.int()),
    example: { body: {}, response: 3 },
    handle: async ({ scope, body }) => bareReply(await assistants.count(scope, body)),
  }),
  endpoint({
    ...shared(langgraph),
    method: 'POST',
    path: `${langgraph.base}/assistants/{assistant_id}/versions`,
    summary: 'List the versions of an assistant',
    permission: 'chat:read',
    isRead: true,
    params: AssistantParams,
    body: AssistantVersionsBody,
    response: raw(json, z.array(Assistant)),
    errors: ['assistant_not_found'],
    example: { params, body: { limit: 10 }, response: [assistant] },
    handle: async ({ scope, params: { assistant_id: id }, body }) =>
      bareReply(await assistants.versions(scope, id, body)),
  }),
  endpoint({
    ...shared(langgraph),
    method: 'GET',
    path: `${langgraph.base}/assistants/{assistant_id}/subgraphs`,
    summary: 'List the subgraphs of an assistant',
    description: 'Always empty: agents inside of an agent are chosen by the model.',
    permission: 'chat:read',
    params: AssistantParams,
    response: raw(json, openObject()),
    errors: ['assistant_not_found'],
    example: { params, response: {} },
    handle: async ({ scope, params: { assistant_id: id } }) =>
      bareReply(await assistants.subgraphs(scope, id)),
  }),
  endpoint({
    area: langgraph.area,
    access: 'public',
    method: 'GET',
    path: `${langgraph.base}/ok`,
    summary: 'Check the server',
    response: raw(json, z.object({ ok: z.boolean() })),
    example: { response: { ok: true } },
    handle: () => bareReply({ ok: true }),
  }),
  endpoint({
    area: langgraph.area,
    access: 'public',
    method: 'GET',
    path: `${langgraph.base}/info`,
    summary: 'Get server information',
    response: raw(json, openObject()),
    example: { response: { version: '0', flags: { assistants: true, crons: false, langsmith: false } } },
    handle: () => bareReply({ version: '0', flags: { assistants: true, crons: false, langsmith: false } }),
  }),
]
