import { z } from 'zod'
import {
  data,
  type Endpoint,
  endpoint,
  largeData,
  largePage,
  none,
  page,
} from '../../../kernel/http/endpoint.ts'
import { ThreadParams } from '../schema/run.ts'
import {
  CountBody,
  MessagesQuery,
  SearchBody,
  Thread,
  ThreadBody,
  ThreadMessage,
  ThreadPatch,
} from '../schema/thread.ts'
import type { Deletion } from '../service/deletion.ts'
import type { ThreadViews } from '../service/threads.ts'
import {
  exampleAgentId,
  exampleMessage,
  exampleThread,
  exampleThreadId,
  exampleValues,
  isBareCall,
  type Surface,
  shared,
  threadParams,
} from './shared.ts'

export const threadRoutes = (
  surface: Surface,
  views: ThreadViews,
  deletion: Pick<Deletion, 'thread'>,
): Endpoint[] => [
  endpoint({
    ...shared(surface),
    method: 'POST',
    path: `${surface.base}/threads`,
    summary: 'Create a thread',
    permission: 'chat:write',
    body: ThreadBody,
    response: data(Thread),
    message: 'Thread created',
    errors: ['thread_exists', 'thread_not_found', 'assistant_not_found'],
    example: {
      body: { workflowId: exampleAgentId, metadata: { title: 'Order 1042' } },
      response: { ...exampleThread, messageCount: 0, lastMessageAt: null, creditsTotal: 0 },
    },
    handle: ({ scope, body }) => views.create(scope, body),
  }),
  endpoint({
    ...shared(surface),
    method: 'POST',
    path: `${surface.base}/threads/search`,
    summary: 'Search threads',
    description:
      'Threads of the acting user, last changed first. `metadata` finds those that contain it; with `select: ["values"]` they have their messages.',
    permission: 'chat:read',
    isRead: true,
    body: SearchBody,
    response: largePage(Thread),
    message: 'Threads',
    example: {
      body: { status: 'idle', limit: 10 },
      response: [{ ...exampleThread, preview: 'Where is my order?' }],
    },
    handle: ({ scope, body, headers }) => views.search(scope, body, isBareCall(surface, headers)),
  }),
  endpoint({
    ...shared(surface),
    method: 'POST',
    path: `${surface.base}/threads/count`,
    summary: 'Count threads',
    permission: 'chat:read',
    isRead: true,
    body: CountBody,
    response: data(z.int()),
    message: 'Number of threads',
    example: { body: { status: 'busy' }, response: 3 },
    handle: ({ scope, body }) => views.count(scope, body),
  }),
  endpoint({
    ...shared(surface),
    method: 'GET',
    path: `${surface.base}/threads/{thread_id}`,
    summary: 'Get a thread',
    description: 'With its messages, and what its run waits for.',
    permission: 'chat:read',
    params: ThreadParams,
    response: largeData(Thread),
    message: 'Thread',
    errors: ['thread_not_found'],
    example: {
      params: threadParams,
      response: { ...exampleThread, preview: 'Where is my order?', values: exampleValues, interrupts: {} },
    },
    handle: ({ scope, params }) => views.get(scope, params.thread_id),
  }),
  endpoint({
    ...shared(surface),
    method: 'PATCH',
    path: `${surface.base}/threads/{thread_id}`,
    summary: 'Update a thread',
    permission: 'chat:write',
    params: ThreadParams,
    body: ThreadPatch,
    response: data(Thread),
    message: 'Thread updated',
    errors: ['thread_not_found', 'assistant_not_found'],
    example: { params: threadParams, body: { metadata: { title: 'Order 1042' } }, response: exampleThread },
    handle: ({ scope, params, body }) => views.update(scope, params.thread_id, body),
  }),
  endpoint({
    ...shared(surface),
    method: 'DELETE',
    path: `${surface.base}/threads/{thread_id}`,
    summary: 'Delete a thread',
    description:
      'Its runs are cancelled first. Messages, checkpoints, events and feedback are deleted; usage and the times of executions remain.',
    permission: 'chat:write',
    callsExternalService: true,
    params: ThreadParams,
    response: none(),
    message: 'Thread deleted',
    errors: ['thread_not_found'],
    example: { params: threadParams },
    handle: ({ scope, params }) => deletion.thread(scope, params.thread_id),
  }),
]

/** What LangGraph has no call for. */
export const messageRoutes = (surface: Surface, views: ThreadViews): Endpoint[] => [
  endpoint({
    ...shared(surface),
    method: 'GET',
    path: `${surface.base}/threads/{thread_id}/messages`,
    summary: 'List messages',
    description: 'Of the current branch, oldest first unless `order=desc`, or as they were at a checkpoint.',
    permission: 'chat:read',
    params: ThreadParams,
    query: MessagesQuery,
    response: page(ThreadMessage),
    message: 'Messages',
    errors: ['thread_not_found', 'checkpoint_not_found'],
    example: { params: { thread_id: exampleThreadId }, response: [exampleMessage] },
    handle: ({ scope, params, query }) => views.messages(scope, params.thread_id, query),
  }),
]
