// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf } from '../operations.ts'
import type { WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** Chat with a model. */
export const chat = (stoa: Stoa, body: BodyOf<'/api/v1/ai/llm/chat', 'post'>, options?: WriteOptions) =>
  stoa.post('/api/v1/ai/llm/chat', { ...options, body })

/** Generate text from a prompt. */
export const generate = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/ai/llm/generate', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/ai/llm/generate', { ...options, body })

/** Create embeddings. */
export const createEmbeddings = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/ai/llm/embeddings', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/ai/llm/embeddings', { ...options, body })

/** Count tokens. */
export const countTokens = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/ai/llm/count-tokens', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/ai/llm/count-tokens', { ...options, body })

/** Create a price quote and hold. */
export const createQuote = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/ai/llm/quote', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/ai/llm/quote', { ...options, body })
