import { z } from 'zod'
import { data, endpoint, page } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import { Memory, MemoryBody, MemoryQuery, OneMemoryParams } from '../schema/memory.ts'
import type { Memories } from '../service/memories.ts'

const area = 'agents'
const base = '/api/v1/agents/{id}/memories'
const agentId = '0199f1a0-0000-7000-8000-0000000000a1'
const example: Memory = {
  id: '0199f1a0-0000-7000-8000-0000000000c1',
  agentId,
  eUID: '0199f1a0-0000-7000-8000-000000000001',
  text: 'Prefers to be called Ada.',
  source: { kind: 'user', executionId: null, threadId: null },
  createdAt: '2026-01-02T03:04:05.678Z',
}

export const memoryRoutes = (memories: Memories) => [
  endpoint({
    method: 'GET',
    path: base,
    area,
    summary: 'List the memories of an agent',
    description:
      'Facts about the acting end user, newest first. An agent stores them where `capabilities.longTermMemory` is on.',
    access: 'end-user',
    acceptsChatTokens: 'all',
    permission: 'workflow:read',
    params: IdParams,
    query: MemoryQuery,
    response: page(Memory),
    message: 'Memories',
    errors: ['agent_not_found'],
    example: { params: { id: agentId }, response: [example] },
    handle: ({ scope, params, query }) => memories.list(scope, params.id, query),
  }),
  endpoint({
    method: 'POST',
    path: base,
    area,
    summary: 'Create a memory',
    description: 'A fact about the acting end user that the agent is given in every conversation.',
    access: 'end-user',
    acceptsChatTokens: 'all',
    permission: 'workflow:execute',
    params: IdParams,
    body: MemoryBody,
    response: data(Memory),
    message: 'Memory added',
    errors: ['agent_not_found', 'memory_limit_reached', 'external_user_not_found'],
    example: { params: { id: agentId }, body: { text: example.text }, response: example },
    handle: ({ scope, params, body }) => memories.create(scope, params.id, body.text),
  }),
  endpoint({
    method: 'DELETE',
    path: `${base}/{memoryId}`,
    area,
    summary: 'Delete a memory',
    access: 'end-user',
    acceptsChatTokens: 'all',
    permission: 'workflow:execute',
    params: OneMemoryParams,
    response: data(z.object({ id: z.uuid() })),
    message: 'Memory deleted',
    errors: ['agent_not_found', 'memory_not_found'],
    example: { params: { id: agentId, memoryId: example.id }, response: { id: example.id } },
    handle: ({ scope, params }) => memories.remove(scope, params.id, params.memoryId),
  }),
]
