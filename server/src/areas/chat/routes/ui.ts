import { z } from 'zod'
import {
  data,
  type Endpoint,
  type EventFraming,
  endpoint,
  events,
  eventsReply,
  rawReply,
} from '../../../kernel/http/endpoint.ts'
import { ChatParams, UiBody, UiMessage } from '../schema/ui.ts'
import { UiChunk } from '../schema/ui-chunks.ts'
import type { UiChat } from '../service/ui-chat.ts'
import { messageEndpoint } from './message-endpoint.ts'
import { exampleAgentId, exampleThreadId } from './shared.ts'

const framing: EventFraming = {
  first: '',
  last: 'data: [DONE]\n\n',
  ping: ': ping\n\n',
  isCutOnStop: true,
  errorEvent: ({ message }) => ({ data: { type: 'error', errorText: message } }),
}

const shared = { area: 'Chat', access: 'end-user' } as const
const header = ['x-vercel-ai-ui-message-stream', 'v1'] as const

/** The endpoint of `useChat` of the AI SDK, and the one by which it resumes a stream. */
export const uiRoutes = (chat: UiChat): Endpoint[] => [
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/v1/chat/{agentId}/ui',
    summary: 'Stream a chat to the AI SDK',
    description:
      'The UI message stream of the AI SDK: use it as `api` of its `DefaultChatTransport`. Approvals are its tool approvals; sending a message again with other content begins a branch.',
    ...messageEndpoint,
    response: events(UiChunk),
    body: UiBody,
    message: 'UI message stream',
    example: {
      params: { agentId: exampleAgentId },
      body: {
        id: exampleThreadId,
        messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Where is my order?' }] }],
        trigger: 'submit-message',
      },
    },
    handle: async ({ scope, signal, params, body, ignoreFields, setHeader }) => {
      const caller = { scope, signal, ignoreFields, isBare: true }
      const source = await chat.send(caller, params.agentId, body)
      setHeader(...header)
      return eventsReply(source, framing)
    },
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/chat/{agentId}/ui/{chatId}/messages',
    summary: 'List messages for the AI SDK',
    description:
      'The newest 2000 messages of the thread as `messages` of `useChat`; none of a chat that is new. With `resume: true` it continues with a run that is active.',
    permission: 'chat:read',
    params: ChatParams,
    response: data(z.array(UiMessage)),
    message: 'UI messages',
    errors: ['assistant_not_found'],
    example: {
      params: { agentId: exampleAgentId, chatId: exampleThreadId },
      response: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Where is my order?' }] }],
    },
    handle: ({ scope, params }) => chat.messages(scope, params),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/chat/{agentId}/ui/{chatId}/stream',
    summary: 'Resume a chat of the AI SDK',
    description: 'The run that is active or waits for a human, from its beginning; 204 when there is none.',
    permission: 'chat:read',
    params: ChatParams,
    response: events(UiChunk),
    message: 'UI message stream',
    errors: ['assistant_not_found'],
    example: { params: { agentId: exampleAgentId, chatId: exampleThreadId } },
    handle: async ({ scope, signal, params, ignoreFields, setHeader }) => {
      const source = await chat.resume({ scope, signal, ignoreFields, isBare: true }, params)
      if (!source) return rawReply({ status: 204, body: '', contentType: 'text/event-stream' })
      setHeader(...header)
      return eventsReply(source, framing)
    },
  }),
]
