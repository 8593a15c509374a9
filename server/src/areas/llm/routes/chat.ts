import { data, type Endpoint, endpoint, type Input, rawReply } from '../../../kernel/http/endpoint.ts'
import { errorResponse, toAppError } from '../../../kernel/http/response/envelope.ts'
import { eventFrame, frameStream, retryFrame } from '../../../kernel/http/streams/sse.ts'
import { refuseKeyOfStream } from '../../../kernel/http/streams/unkeyed.ts'
import type { CallEvent, CallRequest } from '../schema/call-request.ts'
import { ChatBody, ChatReply, GenerateBody } from '../schema/chat.ts'
import type { Calls } from '../service/calls/calls.ts'
import { chatRequest, generateRequest } from '../service/calls/requests.ts'
import { startedCall } from '../service/calls/started-call.ts'

// Long conversations with images in them; what is larger is uploaded as a file and named by its id.
export const callBodyBytes = 12 * 1024 * 1024

// On every compatible API, so that the reader of a response finds its call, its price and its attempts.
export const callIdHeader = 'x-llm-call-id'

export const callErrors = [
  ...([
    'model_not_found',
    'model_inactive',
    'unsupported_parameter',
    'provider_not_configured',
    'model_unpriced',
  ] as const),
  ...([
    'context_length_exceeded',
    'file_not_found',
    'file_too_large',
    'llm_quote_not_found',
    'invalid_state',
  ] as const),
  ...(['insufficient_credits', 'budget_exceeded', 'concurrency_limited', 'upstream_rate_limited'] as const),
  ...(['upstream_error', 'upstream_timeout', 'provider_unavailable', 'service_unavailable'] as const),
]

export const exampleReply: ChatReply = {
  id: '0199f1a0-0000-7000-8000-000000000061',
  text: 'hello',
  message: { role: 'assistant', content: 'hello' },
  finishReason: 'stop',
  model: 'local/demo',
  provider: 'local',
  usage: {
    promptTokens: 8,
    completionTokens: 1,
    cachedInputTokens: 0,
    cacheCreationInputTokens: 0,
    reasoningTokens: 0,
    credits: 0,
    usd: 0,
    estimated: false,
    unpriced: false,
  },
  latencyMs: 3,
}

const streaming =
  'With `stream: true` the response is an event stream: `start` with the `id` of the call and the `model`, `delta` with `text`, `reasoning` with `text`, `tool_call_delta` with `index`, `id`, `name` and a fragment of the `arguments`, then `usage`, then `done` with the regular response. A failure after the first token is an `error` event with `code` and `partial: true`, followed by `usage` and `done`; tokens generated so far are charged.'

export const chatRoutes = (calls: Calls): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/api/v1/ai/llm/chat',
    area: 'LLM',
    summary: 'Chat with a model',
    description: `Accepts \`{role, content}\` and \`{type, content: [blocks]}\` messages; reference project files by \`fileId\`. ${streaming}`,
    access: 'end-user',
    permission: 'llm:execute',
    body: ChatBody,
    bodyLimitBytes: callBodyBytes,
    response: data(ChatReply),
    alternateMediaTypes: ['text/event-stream'],
    message: 'Answer',
    errors: callErrors,
    callsExternalService: true,
    confirmsAccess: true,
    example: {
      body: { model: 'local/demo', messages: [{ role: 'user', content: '/say hello' }] },
      response: exampleReply,
    },
    handle: ({ body, ...input }) => respond(calls, chatRequest(body), input),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/ai/llm/generate',
    area: 'LLM',
    summary: 'Generate text from a prompt',
    description: `Up to 4096 tokens unless \`maxTokens\` is set. ${streaming}`,
    access: 'end-user',
    permission: 'llm:execute',
    body: GenerateBody,
    bodyLimitBytes: callBodyBytes,
    response: data(ChatReply),
    alternateMediaTypes: ['text/event-stream'],
    message: 'Text',
    errors: callErrors,
    callsExternalService: true,
    confirmsAccess: true,
    example: { body: { model: 'local/demo', prompt: '/say hello' }, response: exampleReply },
    handle: ({ body, ...input }) => respond(calls, generateRequest(body), input),
  }),
]

async function respond(
  calls: Calls,
  request: CallRequest,
  { scope, signal, headers, setHeader }: Pick<Input, 'scope' | 'signal' | 'headers' | 'setHeader'>,
) {
  if (!request.isStreamed) {
    const reply = await calls.complete(scope, request, signal)
    setHeader(callIdHeader, reply.id)
    return reply
  }
  refuseKeyOfStream(headers)
  const { id, frames } = await startedCall(calls, scope, request, signal, framesOf)
  const onError = (failure: unknown) =>
    eventFrame({
      event: 'error',
      data: JSON.parse(errorResponse(toAppError(failure), scope.requestId, null).body) as unknown,
    })
  return rawReply({
    body: frameStream(frames, signal, onError),
    contentType: 'text/event-stream',
    headers: { 'x-accel-buffering': 'no', [callIdHeader]: id },
  })
}

function framesOf(event: CallEvent): string {
  switch (event.type) {
    case 'start': {
      const { id, model, provider, fallbackFrom } = event
      const data = { id, model, provider, ...(fallbackFrom ? { fallbackFrom } : {}) }
      return retryFrame + eventFrame({ event: 'start', data })
    }
    case 'text':
      return eventFrame({ event: 'delta', data: { text: event.delta } })
    case 'reasoning':
      return eventFrame({ event: 'reasoning', data: { text: event.delta } })
    case 'tool-call-start': {
      const { index, id, name } = event
      return eventFrame({ event: 'tool_call_delta', data: { index, id, name, arguments: '' } })
    }
    case 'tool-call-delta': {
      const { index, id, delta } = event
      return eventFrame({ event: 'tool_call_delta', data: { index, id, arguments: delta } })
    }
    case 'error': {
      const { code, message } = event
      return eventFrame({ event: 'error', data: { code, message, partial: true } })
    }
    case 'end': {
      const usage = eventFrame({ event: 'usage', data: event.reply.usage })
      return usage + eventFrame({ event: 'done', data: ChatReply.parse(event.reply) })
    }
    default:
      return ''
  }
}
