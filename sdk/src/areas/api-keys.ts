// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List API keys. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/api-keys', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/api-keys', { ...options, query })

/** List API keys. Every one, page after page. */
export const listAll = (stoa: Stoa, query?: QueryOf<'/api/v1/api-keys', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/api-keys', { ...options, query })

/** Create an API key. */
export const create = (stoa: Stoa, body: BodyOf<'/api/v1/api-keys', 'post'>, options?: WriteOptions) =>
  stoa.post('/api/v1/api-keys', { ...options, body })

/** Get an API key. */
export const get = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/api-keys/{id}', { ...options, params: { id } })

/** Update an API key. */
export const update = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/api-keys/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/api-keys/{id}', { ...options, params: { id }, body })

/** Revoke an API key. */
export const remove = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/api-keys/{id}', { ...options, params: { id } })

/** Rotate an API key. */
export const rotate = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/api-keys/{id}/rotate', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/api-keys/{id}/rotate', { ...options, params: { id }, body })

/** Simulate a request with an API key. */
export const simulate = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/api-keys/{id}/simulate', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/api-keys/{id}/simulate', { ...options, params: { id }, body })
