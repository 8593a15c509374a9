import { data, type Endpoint, endpoint, page } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import { CallQuery, LlmCall, LlmCallDetail } from '../schema/call.ts'
import type { History } from '../service/calls/history.ts'
import { exampleReply } from './chat.ts'

const exampleCall: LlmCall = {
  id: exampleReply.id,
  kind: 'chat',
  status: 'succeeded',
  requestedModel: 'local/demo',
  servedModel: 'local/demo',
  provider: 'local',
  stream: false,
  finishReason: 'stop',
  usage: exampleReply.usage,
  firstTokenMs: 2,
  totalMs: 3,
  attempts: [
    {
      model: 'local/demo',
      provider: 'local',
      key: 0,
      startMs: 1,
      firstTokenMs: 2,
      endMs: 3,
      outcome: 'answered',
      error: null,
      status: null,
    },
  ],
  requestId: '0199f1a0-0000-7000-8000-000000000060',
  apiKeyId: '0199f1a0-0000-7000-8000-000000000002',
  eUID: '0199f1a0-0000-7000-8000-000000000001',
  error: null,
  metadata: {},
  createdAt: '2026-01-02T03:04:05.678Z',
  endedAt: '2026-01-02T03:04:05.681Z',
}

export const callRoutes = (history: History): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/ai/calls',
    area: 'LLM',
    summary: 'List model calls',
    description:
      'Newest first, with tokens, price, timings and all attempts. Admins without `x-username` see the calls of all end users. Totals stop at 10,000.',
    access: 'end-user',
    permission: 'llm:read',
    query: CallQuery,
    response: page(LlmCall),
    message: 'Calls',
    example: { query: { model: 'local/demo', limit: '20' }, response: [exampleCall] },
    handle: ({ scope, query }) => history.list(scope, query),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/ai/calls/{id}',
    area: 'LLM',
    summary: 'Get a model call',
    description: 'Includes the prompt and response if the project stores payloads.',
    access: 'end-user',
    permission: 'llm:read',
    params: IdParams,
    response: data(LlmCallDetail),
    message: 'Call',
    errors: ['llm_call_not_found'],
    example: {
      params: { id: exampleCall.id },
      response: {
        ...exampleCall,
        prompt: { messages: [{ role: 'user', content: [{ type: 'text', text: '/say hello' }] }] },
        answer: { text: 'hello', reasoning: '', toolCalls: [] },
      },
    },
    handle: ({ scope, params }) => history.get(scope, params.id),
  }),
]
