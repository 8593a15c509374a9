// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List AI models. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/ai/models', 'get'>, options?: CallOptions) =>
  stoa.get('/api/v1/ai/models', { ...options, query })

/** Get the counts of AI models. */
export const getSummary = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/ai/models/summary', options)

/** Get an AI model. */
export const get = (stoa: Stoa, modelId: string, options?: CallOptions) =>
  stoa.get('/api/v1/ai/models/{modelId}', { ...options, params: { modelId } })

/** Enable or disable an AI model. */
export const update = (
  stoa: Stoa,
  modelId: string,
  body: BodyOf<'/api/v1/ai/models/{modelId}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/ai/models/{modelId}', { ...options, params: { modelId }, body })

/** Sync models from providers. */
export const sync = (stoa: Stoa, options?: WriteOptions) =>
  stoa.post('/api/v1/ai/models/sync', options)
