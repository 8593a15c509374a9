// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** Create a message (Anthropic-compatible). */
export const createMessage = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/anthropic/v1/messages', 'post'>,
  query?: QueryOf<'/api/v1/anthropic/v1/messages', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/anthropic/v1/messages', { ...options, body, query })

/** List models (Anthropic-compatible). */
export const listModels = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/anthropic/v1/models', 'get'>,
  options?: CallOptions,
) => stoa.download('/api/v1/anthropic/v1/models', { ...options, query })

/** Get a model (Anthropic-compatible). */
export const getModel = (stoa: Stoa, model: string, options?: CallOptions) =>
  stoa.download('/api/v1/anthropic/v1/models/{model}', { ...options, params: { model } })

/** Count tokens (Anthropic-compatible). */
export const countTokens = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/anthropic/v1/messages/count_tokens', 'post'>,
  query?: QueryOf<'/api/v1/anthropic/v1/messages/count_tokens', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/anthropic/v1/messages/count_tokens', { ...options, body, query })
