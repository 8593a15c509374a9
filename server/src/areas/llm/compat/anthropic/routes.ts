import { z } from 'zod'
import { AppError, type ErrorCode } from '../../../../kernel/errors.ts'
import { type Endpoint, endpoint, type Input, raw } from '../../../../kernel/http/endpoint.ts'
import { toAppError } from '../../../../kernel/http/response/envelope.ts'
import { frameStream } from '../../../../kernel/http/streams/sse.ts'
import { refuseKeyOfStream } from '../../../../kernel/http/streams/unkeyed.ts'
import { withNearMatches } from '../../../../kernel/text/near-names.ts'
import { callBodyBytes, callErrors, callIdHeader } from '../../routes/chat.ts'
import { startedCall } from '../../service/calls/started-call.ts'
import {
  addWarningHeaders,
  type CompatDeps,
  jsonReply,
  type RequestInput,
  streamReply,
} from '../compat-deps.ts'
import { toMessages } from './conversation.ts'
import { anthropicErrors } from './error-form.ts'
import {
  AnthropicModel,
  AnthropicModelPage,
  AnthropicModelParams,
  AnthropicModelQuery,
  exampleModel,
  pageOf,
  toAnthropicModel,
} from './models.ts'
import { nativeRequest } from './native.ts'
import { AnthropicMessage, messageWriter, ownMessage, toAnthropicMessage } from './reply.ts'
import { messagesRequest, toolsOf } from './request.ts'
import { CountTokensBody, MessagesBody } from './shape.ts'

const vendor = 'anthropic'
const shared = { area: 'Anthropic-compatible', errorForm: anthropicErrors }

const CountedTokens = z.looseObject({ input_tokens: z.int() }).meta({ id: 'AnthropicTokenCount' })

const exampleMessage: AnthropicMessage = {
  id: 'msg_0199f1a0000070008000000000000061',
  type: 'message',
  role: 'assistant',
  model: 'local/demo',
  content: [{ type: 'text', text: 'hello' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: {
    input_tokens: 8,
    output_tokens: 1,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  },
}

// The client sends it with everything that needs a beta header.
const MessagesQuery = z.strictObject({ beta: z.enum(['true', 'false']).optional() })

type MessageInput = RequestInput & Pick<Input, 'ignoreFields'>

/** Anthropic's interface: its official client works with the base URL `/api/v1/anthropic` and a key of the project. */
export const anthropicRoutes = ({
  calls,
  count,
  countAtProvider,
  listUsable,
  modelIdOf,
}: CompatDeps): Endpoint[] => {
  async function respond(
    body: MessagesBody,
    { scope, signal, setHeader, headers: sent, ignoreFields }: MessageInput,
  ) {
    const headers = { 'request-id': scope.requestId }
    const request = messagesRequest(
      body,
      modelIdOf(body.model, vendor),
      nativeRequest(body, sent, ignoreFields),
    )
    if (!request.isStreamed) {
      let message: unknown = null
      const reply = await calls.complete(scope, request, signal, (event) => {
        if (event.type === 'native') message = event.event
      })
      setHeader(callIdHeader, reply.id)
      addWarningHeaders({ setHeader }, reply)
      return { ...jsonReply(message ? ownMessage(message, reply) : toAnthropicMessage(reply)), headers }
    }
    refuseKeyOfStream(sent)
    const errorFrame = (code: string, message: string) => {
      const error = new AppError(code as ErrorCode, message)
      return `event: error\ndata: ${JSON.stringify(anthropicErrors.bodyOf(error, scope.requestId))}\n\n`
    }
    const brokenFrame = (failure: unknown) => {
      const { code, message } = toAppError(failure)
      return errorFrame(code, message)
    }
    const { id, frames } = await startedCall(calls, scope, request, signal, messageWriter(errorFrame))
    setHeader(callIdHeader, id)
    const reply = streamReply(frameStream(frames, signal, brokenFrame))
    return { ...reply, headers: { ...reply.headers, ...headers } }
  }

  return [
    endpoint({
      ...shared,
      method: 'POST',
      path: '/api/v1/anthropic/v1/messages',
      summary: 'Create a message (Anthropic-compatible)',
      description:
        'Supports text, streaming, tools, images, documents, thinking and structured output. Responses and errors have the Anthropic format; any model can be used. A model of Anthropic gets the request unchanged, with `anthropic-beta`, `context_management`, `cache_control`, citations and tools that the client executes.',
      access: 'end-user',
      permission: 'llm:execute',
      query: MessagesQuery,
      body: MessagesBody,
      bodyLimitBytes: callBodyBytes,
      response: raw('application/json', AnthropicMessage),
      alternateMediaTypes: ['text/event-stream'],
      message: 'Message',
      errors: callErrors,
      callsExternalService: true,
      isReplayable: true,
      confirmsAccess: true,
      example: {
        body: { model: 'local/demo', max_tokens: 100, messages: [{ role: 'user', content: '/say hello' }] },
        response: exampleMessage,
      },
      handle: ({ body, ...input }) => respond(body, input),
    }),
    endpoint({
      ...shared,
      method: 'GET',
      path: '/api/v1/anthropic/v1/models',
      summary: 'List models (Anthropic-compatible)',
      description: 'Active chat models with a configured provider.',
      access: 'end-user',
      permission: 'llm:read',
      query: AnthropicModelQuery,
      response: raw('application/json', AnthropicModelPage),
      message: 'Models',
      example: {
        response: { data: [exampleModel], has_more: false, first_id: 'local/demo', last_id: 'local/demo' },
      },
      handle: async ({ scope, query }) => jsonReply(pageOf(await listUsable(scope), query)),
    }),
    endpoint({
      ...shared,
      method: 'GET',
      path: '/api/v1/anthropic/v1/models/{model+}',
      summary: 'Get a model (Anthropic-compatible)',
      access: 'end-user',
      permission: 'llm:read',
      params: AnthropicModelParams,
      response: raw('application/json', AnthropicModel),
      message: 'Model',
      errors: ['model_not_found'],
      example: { params: { model: 'local/demo' }, response: exampleModel },
      handle: async ({ scope, params }) => {
        const requested = modelIdOf(params.model, vendor)
        const usable = (await listUsable(scope)).filter(({ embeds }) => !embeds)
        const found = usable.find(({ id }) => id === requested)
        if (found) return jsonReply(toAnthropicModel(found))
        const error = new AppError('model_not_found', `The model ${params.model} is not available`, {
          hint: 'GET /api/v1/anthropic/v1/models lists them.',
        })
        throw withNearMatches(
          error,
          params.model,
          usable.map(({ id }) => id),
        )
      },
    }),
    endpoint({
      ...shared,
      method: 'POST',
      path: '/api/v1/anthropic/v1/messages/count_tokens',
      summary: 'Count tokens (Anthropic-compatible)',
      description:
        'Counted by Anthropic for its models; for others counted locally, and approximate where they have another tokenizer. Free of charge.',
      access: 'project',
      permission: 'llm:read',
      isRead: true,
      callsExternalService: true,
      isReplayable: true,
      query: MessagesQuery,
      body: CountTokensBody,
      bodyLimitBytes: callBodyBytes,
      response: raw('application/json', CountedTokens),
      message: 'Tokens',
      errors: callErrors,
      example: {
        body: { model: 'local/demo', messages: [{ role: 'user', content: 'hello' }] },
        response: { input_tokens: 8 },
      },
      handle: async ({ scope, body, headers, ignoreFields, signal }) => {
        const model = modelIdOf(body.model, vendor)
        const native = nativeRequest(body, headers, ignoreFields)
        const messages = toMessages(body.system ?? null, body.messages)
        const tools = toolsOf(body)
        const counted = await countAtProvider(scope, { model, native, messages }, signal)
        if (counted.isCounted) return jsonReply(counted.body)
        native.leave()
        const { tokens } = await count({ messages, tools, model })
        return jsonReply({ input_tokens: tokens })
      },
    }),
  ]
}
