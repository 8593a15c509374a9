// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf } from '../operations.ts'
import type { CallOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** A response on OpenAI's wire. */
export const createResponse = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/openai/responses', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/openai/responses', { ...options, body })

/** A chat completion on OpenAI's wire. */
export const createChatCompletion = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/openai/chat/completions', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/openai/chat/completions', { ...options, body })

/** Embeddings on OpenAI's wire. */
export const createEmbedding = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/openai/embeddings', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/openai/embeddings', { ...options, body })

/** Models on OpenAI's wire. */
export const getModels = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/api/v1/openai/models', options)

/** One model on OpenAI's wire. */
export const getModel = (stoa: Stoa, model: string, options?: CallOptions) =>
  stoa.download('/api/v1/openai/models/{model}', { ...options, params: { model } })
