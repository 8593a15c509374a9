// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List calls of models. */
export const listCalls = (stoa: Stoa, query?: QueryOf<'/api/v1/ai/calls', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/ai/calls', { ...options, query })

/** List calls of models. Every one, page after page. */
export const listCallsAll = (stoa: Stoa, query?: QueryOf<'/api/v1/ai/calls', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/ai/calls', { ...options, query })

/** Get a call of a model. */
export const getCall = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/ai/calls/{id}', { ...options, params: { id } })

/** List model providers. */
export const listProviders = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/ai/providers', options)

/** Set up a model provider for the project. */
export const setProviders = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/ai/providers', 'put'>,
  options?: WriteOptions,
) => stoa.put('/api/v1/ai/providers', { ...options, body })

/** Remove the project's own settings of a model provider. */
export const removeProvider = (stoa: Stoa, name: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/ai/providers/{name}', { ...options, params: { name } })

/** Test a model provider with one call. */
export const providersTest = (
  stoa: Stoa,
  name: string,
  body?: BodyOf<'/api/v1/ai/providers/{name}/test', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/ai/providers/{name}/test', { ...options, params: { name }, body })
