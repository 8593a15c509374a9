// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** Create a response (OpenAI-compatible). */
export const createResponse = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/openai/responses', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/openai/responses', { ...options, body })

/** Create a chat completion (OpenAI-compatible). */
export const createChatCompletion = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/openai/chat/completions', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/openai/chat/completions', { ...options, body })

/** Create embeddings (OpenAI-compatible). */
export const createEmbeddings = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/openai/embeddings', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/openai/embeddings', { ...options, body })

/** List models (OpenAI-compatible). */
export const listModels = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/openai/models', 'get'>,
  options?: CallOptions,
) => stoa.download('/api/v1/openai/models', { ...options, query })

/** Get a model (OpenAI-compatible). */
export const getModel = (stoa: Stoa, model: string, options?: CallOptions) =>
  stoa.download('/api/v1/openai/models/{model}', { ...options, params: { model } })
