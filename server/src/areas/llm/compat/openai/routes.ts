import { AppError, type ErrorCode } from '../../../../kernel/errors.ts'
import { type Endpoint, endpoint, raw } from '../../../../kernel/http/endpoint.ts'
import { toAppError } from '../../../../kernel/http/response/envelope.ts'
import { frameStream } from '../../../../kernel/http/streams/sse.ts'
import { refuseKeyOfStream } from '../../../../kernel/http/streams/unkeyed.ts'
import { withNearMatches } from '../../../../kernel/text/near-names.ts'
import { callBodyBytes, callErrors, callIdHeader } from '../../routes/chat.ts'
import type { CallEvent, CallRequest } from '../../schema/call-request.ts'
import { startedCall } from '../../service/calls/started-call.ts'
import {
  addWarningHeaders,
  type CompatDeps,
  jsonReply,
  type RequestInput,
  secondsOf,
  streamReply,
} from '../compat-deps.ts'
import { Completion, completionWriter, toCompletion } from './chat-reply.ts'
import { CompletionBody, completionRequest } from './chat-shape.ts'
import { EmbeddingList, EmbeddingsBody, embeddingRequest, toEmbeddingList } from './embeddings.ts'
import { openAiErrors } from './error-form.ts'
import { exampleCompletion, exampleModel, exampleResponse } from './examples.ts'
import { OpenAiModel, OpenAiModelList, OpenAiModelParams, OpenAiModelQuery, toOpenAiModel } from './models.ts'
import { endedResponse, OpenAiResponse, outputOf, startedResponse } from './responses-reply.ts'
import { ResponseBody, responseRequest } from './responses-shape.ts'
import { responseWriter } from './responses-stream.ts'

const vendor = 'openai'
const shared = {
  area: 'OpenAI-compatible',
  access: 'end-user' as const,
  errorForm: openAiErrors,
}

const errorFrame = (code: string, message: string) =>
  `data: ${JSON.stringify(openAiErrors.bodyOf(new AppError(code as ErrorCode, message), ''))}\n\n`

/** OpenAI's interface: its official client works with the base URL `/api/v1/openai` and a key of the project. */
export const openAiRoutes = (deps: CompatDeps): Endpoint[] => {
  const { clock, calls, embeddings, listUsable, modelIdOf } = deps

  async function whole({ scope, signal, setHeader }: RequestInput, request: CallRequest) {
    const reply = await calls.complete(scope, request, signal)
    setHeader(callIdHeader, reply.id)
    addWarningHeaders({ setHeader }, reply)
    return reply
  }

  async function streamed(
    { scope, signal, setHeader, headers }: RequestInput,
    request: CallRequest,
    write: (event: CallEvent) => string,
  ) {
    refuseKeyOfStream(headers)
    const { id, frames } = await startedCall(calls, scope, request, signal, write)
    setHeader(callIdHeader, id)
    return streamReply(frameStream(frames, signal, brokenFrame))
  }

  async function complete(body: CompletionBody, requesting: RequestInput) {
    const request = completionRequest(body, modelIdOf(body.model, vendor))
    const created = secondsOf(clock)
    if (!request.isStreamed) return jsonReply(toCompletion(await whole(requesting, request), created))
    const includesUsage = body.stream_options?.include_usage === true
    return streamed(requesting, request, completionWriter({ created, includesUsage, errorFrame }))
  }

  async function respond(body: ResponseBody, requesting: RequestInput) {
    const request = responseRequest(body, modelIdOf(body.model, vendor))
    const createdAt = secondsOf(clock)
    if (request.isStreamed) return streamed(requesting, request, responseWriter(body, createdAt))
    const reply = await whole(requesting, request)
    return jsonReply(endedResponse(startedResponse(body, { ...reply, createdAt }), outputOf(reply), reply))
  }

  return [
    endpoint({
      ...shared,
      method: 'POST',
      path: '/api/v1/openai/responses',
      summary: 'Create a response (OpenAI-compatible)',
      description:
        'Supports text and item input, instructions, functions, structured output, reasoning and streaming. Responses are not stored: `previous_response_id` and items of the type `item_reference` are rejected, send the conversation as `input`.',
      permission: 'llm:execute',
      body: ResponseBody,
      bodyLimitBytes: callBodyBytes,
      response: raw('application/json', OpenAiResponse),
      alternateMediaTypes: ['text/event-stream'],
      message: 'Response',
      errors: callErrors,
      callsExternalService: true,
      isReplayable: true,
      confirmsAccess: true,
      example: { body: { model: 'local/demo', input: '/say hello' }, response: exampleResponse },
      handle: ({ body, ...input }) => respond(body, input),
    }),
    endpoint({
      ...shared,
      method: 'POST',
      path: '/api/v1/openai/chat/completions',
      summary: 'Create a chat completion (OpenAI-compatible)',
      description:
        'Supports text, streaming, tools, structured output, images and files. Responses and errors have the OpenAI format. `stream: true` streams chunks up to `[DONE]`.',
      permission: 'llm:execute',
      body: CompletionBody,
      bodyLimitBytes: callBodyBytes,
      response: raw('application/json', Completion),
      alternateMediaTypes: ['text/event-stream'],
      message: 'Completion',
      errors: callErrors,
      callsExternalService: true,
      isReplayable: true,
      confirmsAccess: true,
      example: {
        body: { model: 'local/demo', messages: [{ role: 'user', content: '/say hello' }] },
        response: exampleCompletion,
      },
      handle: ({ body, ...input }) => complete(body, input),
    }),
    endpoint({
      ...shared,
      method: 'POST',
      path: '/api/v1/openai/embeddings',
      summary: 'Create embeddings (OpenAI-compatible)',
      permission: 'llm:execute',
      body: EmbeddingsBody,
      bodyLimitBytes: callBodyBytes,
      response: raw('application/json', EmbeddingList),
      message: 'Embeddings',
      errors: callErrors,
      callsExternalService: true,
      isReplayable: true,
      example: {
        body: { model: 'local/use-lite', input: 'hello', dimensions: 4 },
        response: {
          object: 'list',
          model: 'local/use-lite',
          data: [{ object: 'embedding', index: 0, embedding: [0.1, -0.7, 0.7, 0] }],
          usage: { prompt_tokens: 1, total_tokens: 1 },
        },
      },
      handle: async ({ scope, body, signal, setHeader }) => {
        const request = embeddingRequest(body, modelIdOf(body.model, vendor))
        const reply = await embeddings(scope, request, signal)
        setHeader(callIdHeader, reply.id)
        return jsonReply(toEmbeddingList(reply, body.encoding_format))
      },
    }),
    endpoint({
      ...shared,
      method: 'GET',
      path: '/api/v1/openai/models',
      summary: 'List models (OpenAI-compatible)',
      description: 'Active models with a configured provider.',
      permission: 'llm:read',
      query: OpenAiModelQuery,
      response: raw('application/json', OpenAiModelList),
      message: 'Models',
      example: { response: { object: 'list', data: [exampleModel] } },
      handle: async ({ scope, query }) =>
        jsonReply({
          object: 'list',
          data: (await listUsable(scope)).slice(0, query.limit).map(toOpenAiModel),
        }),
    }),
    endpoint({
      ...shared,
      method: 'GET',
      path: '/api/v1/openai/models/{model+}',
      summary: 'Get a model (OpenAI-compatible)',
      permission: 'llm:read',
      params: OpenAiModelParams,
      response: raw('application/json', OpenAiModel),
      message: 'Model',
      errors: ['model_not_found'],
      example: { params: { model: 'local/demo' }, response: exampleModel },
      handle: async ({ scope, params }) => {
        const requested = modelIdOf(params.model, vendor)
        const usable = await listUsable(scope)
        const found = usable.find(({ id }) => id === requested)
        if (!found)
          throw withNearMatches(
            noModel(params.model),
            params.model,
            usable.map(({ id }) => id),
          )
        return jsonReply(toOpenAiModel(found))
      },
    }),
  ]
}

const brokenFrame = (failure: unknown): string => {
  const { code, message } = toAppError(failure)
  return errorFrame(code, message)
}

const noModel = (model: string) =>
  new AppError('model_not_found', `The model ${model} is not available`, {
    hint: 'GET /api/v1/openai/models lists them.',
  })
