import { data, type Endpoint, endpoint } from '../../../kernel/http/endpoint.ts'
import { CountBody, EmbeddingBody, EmbeddingReply, TokenCount } from '../schema/embedding.ts'
import { Quote, QuoteBody } from '../schema/quote.ts'
import { quoteRequest } from '../service/calls/requests.ts'
import type { EmbeddingService } from '../service/models/embeddings.ts'
import type { TokenCounter } from '../service/pricing/count-tokens.ts'
import type { Quotes } from '../service/pricing/quotes.ts'
import { callBodyBytes, callErrors, exampleReply } from './chat.ts'

export type MeasureDeps = { embeddings: EmbeddingService; count: TokenCounter; quotes: Quotes }

const perCredit = 1_000_000

/** Endpoints about a model beside completions. */
export const measureRoutes = ({ embeddings, count, quotes }: MeasureDeps): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/api/v1/ai/llm/embeddings',
    area: 'LLM',
    summary: 'Create embeddings',
    description:
      'Defaults to the first configured model; `local/use-lite` needs no API key: it reads English, about the first 450 characters of a text.',
    access: 'end-user',
    permission: 'llm:execute',
    body: EmbeddingBody,
    bodyLimitBytes: callBodyBytes,
    response: data(EmbeddingReply),
    message: 'Embeddings',
    errors: callErrors,
    callsExternalService: true,
    example: {
      body: { input: 'hello', model: 'local/use-lite', dimensions: 4 },
      response: {
        id: exampleReply.id,
        model: 'local/use-lite',
        provider: 'local',
        dimensions: 4,
        embeddings: [[0.1, -0.7, 0.7, 0]],
        usage: { ...exampleReply.usage, promptTokens: 1, completionTokens: 0 },
        latencyMs: 1,
      },
    },
    handle: ({ scope, body, signal }) => embeddings(scope, body, signal),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/ai/llm/count-tokens',
    area: 'LLM',
    summary: 'Count tokens',
    description:
      'Counted locally with the OpenAI tokenizer: exact for OpenAI models, approximate for others. Free of charge.',
    access: 'project',
    permission: 'llm:read',
    isRead: true,
    body: CountBody,
    bodyLimitBytes: callBodyBytes,
    response: data(TokenCount),
    message: 'Tokens',
    example: {
      body: { model: 'openai/gpt-5', prompt: 'hello world' },
      response: {
        tokens: 2,
        encoding: 'o200k_base',
        isExact: true,
        model: 'openai/gpt-5',
        contextLength: 400000,
      },
    },
    handle: ({ body }) => count(body),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/ai/llm/quote',
    area: 'LLM',
    summary: 'Create a price quote and hold',
    description:
      'Returns the minimum and maximum price of a call and holds the maximum for 15 minutes. Sent as `holdId`, it is a hard limit: the call stops with `finishReason: "budget"` before it exceeds it. A quote can be used once.',
    access: 'end-user',
    permission: 'llm:execute',
    body: QuoteBody,
    bodyLimitBytes: callBodyBytes,
    response: data(Quote),
    message: 'Quote',
    errors: callErrors,
    example: {
      body: { model: 'local/demo', prompt: '/say hello' },
      response: {
        holdId: exampleReply.id,
        model: 'local/demo',
        promptTokens: 8,
        maxCompletionTokens: 4096,
        min: { credits: 0, usd: 0 },
        max: { credits: 0, usd: 0 },
        expiresAt: '2026-01-02T03:19:05.678Z',
      },
    },
    handle: ({ scope, body }) =>
      quotes.quote(
        scope,
        quoteRequest(body),
        body.maxCredits === undefined ? null : Math.floor(body.maxCredits * perCredit + 1e-6),
      ),
  }),
]
