import type { Endpoint } from '../../../kernel/http/endpoint.ts'
import { graphify, langgraph } from './shared.ts'

/** Everything a browser may do with a chat token. What changes messages, or costs more than a run, is not among it. */
const accepted: ReadonlySet<string> = new Set([
  'POST /threads',
  'POST /threads/search',
  'POST /threads/count',
  'GET /threads/{thread_id}',
  'PATCH /threads/{thread_id}',
  'DELETE /threads/{thread_id}',
  'GET /threads/{thread_id}/messages',
  'POST /threads/{thread_id}/messages/{messageId}/feedback',
  'GET /threads/{thread_id}/state',
  'GET /threads/{thread_id}/state/{checkpoint_id}',
  'POST /threads/{thread_id}/state/checkpoint',
  'POST /threads/{thread_id}/history',
  'GET /threads/{thread_id}/stream',
  'GET /threads/{thread_id}/runs',
  'POST /threads/{thread_id}/runs',
  'POST /threads/{thread_id}/runs/stream',
  'POST /threads/{thread_id}/runs/wait',
  'GET /threads/{thread_id}/runs/{run_id}',
  'GET /threads/{thread_id}/runs/{run_id}/stream',
  'GET /threads/{thread_id}/runs/{run_id}/join',
  'POST /threads/{thread_id}/runs/{run_id}/cancel',
  'POST /assistants/search',
  'GET /assistants/{assistant_id}',
  'GET /assistants/{assistant_id}/schemas',
  'GET /assistants/{assistant_id}/graph',
  'GET /api/v1/chat/{agentId}',
  'POST /api/v1/chat/{agentId}/ag-ui',
  'POST /api/v1/chat/{agentId}/ui',
  'GET /api/v1/chat/{agentId}/ui/{chatId}/messages',
  'GET /api/v1/chat/{agentId}/ui/{chatId}/stream',
])

const bases = [graphify.base, langgraph.base]

export function withChatTokens(endpoint: Endpoint): Endpoint {
  const base = bases.find((each) => endpoint.path.startsWith(`${each}/`)) ?? ''
  const isAccepted = accepted.has(`${endpoint.method} ${endpoint.path.slice(base.length)}`)
  return isAccepted ? { ...endpoint, acceptsChatTokens: 'all' } : endpoint
}
