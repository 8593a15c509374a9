import { z } from 'zod'
import { AppError, type ErrorCode } from '../../../../kernel/errors.ts'
import { type Endpoint, endpoint, raw } from '../../../../kernel/http/endpoint.ts'
import { toAppError } from '../../../../kernel/http/response/envelope.ts'
import { frameStream } from '../../../../kernel/http/streams/sse.ts'
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
import { AnthropicMessage, messageWriter, toAnthropicMessage } from './reply.ts'
import { messagesRequest, toolsOf } from './request.ts'
import { CountTokensBody, MessagesBody } from './shape.ts'

const vendor = 'anthropic'
const shared = { area: 'Anthropic-compatible', errorForm: anthropicErrors }

const CountedTokens = z.object({ input_tokens: z.int() }).meta({ id: 'AnthropicTokenCount' })

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

/** Anthropic's interface: its official client works with the base URL `/api/v1/anthropic` and a key of the project. */
export const anthropicRoutes = ({ calls, count, listUsable, modelIdOf }: CompatDeps): Endpoint[] => {
  async function respond(body: MessagesBody, { scope, signal, setHeader }: RequestInput) {
    const headers = { 'request-id': scope.requestId }
    const request = messagesRequest(body, modelIdOf(body.model, vendor))
    if (!request.isStreamed) {
      const reply = await calls.complete(scope, request, signal)
      setHeader(callIdHeader, reply.id)
      addWarningHeaders({ setHeader }, reply)
      return { ...jsonReply(toAnthropicMessage(reply)), headers }
    }
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
        'Supports text, streaming, tools, images, documents, thinking and structured output. Responses and errors have the Anthropic format; any model can be used.',
      access: 'end-user',
      permission: 'llm:execute',
      body: MessagesBody,
      bodyLimitBytes: callBodyBytes,
      response: raw('application/json', AnthropicMessage),
      alternateMediaTypes: ['text/event-stream'],
      message: 'Message',
      errors: callErrors,
      callsExternalService: true,
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
        const found = (await listUsable(scope)).find(({ id, embeds }) => id === requested && !embeds)
        if (found) return jsonReply(toAnthropicModel(found))
        throw new AppError('model_not_found', `The model ${params.model} is not available`, {
          hint: 'GET /api/v1/anthropic/v1/models lists them.',
        })
      },
    }),
    endpoint({
      ...shared,
      method: 'POST',
      path: '/api/v1/anthropic/v1/messages/count_tokens',
      summary: 'Count tokens (Anthropic-compatible)',
      description: 'Counted locally; approximate for models with another tokenizer. Free of charge.',
      access: 'project',
      permission: 'llm:read',
      isRead: true,
      body: CountTokensBody,
      bodyLimitBytes: callBodyBytes,
      response: raw('application/json', CountedTokens),
      message: 'Tokens',
      errors: ['model_not_found', 'unsupported_parameter'],
      example: {
        body: { model: 'local/demo', messages: [{ role: 'user', content: 'hello' }] },
        response: { input_tokens: 8 },
      },
      handle: async ({ body }) => {
        const { tokens } = await count({
          messages: toMessages(body.system ?? null, body.messages),
          tools: toolsOf(body),
          model: modelIdOf(body.model, vendor),
        })
        return jsonReply({ input_tokens: tokens })
      },
    }),
  ]
}
