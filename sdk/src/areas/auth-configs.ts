// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List auth configs. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/auth_configs', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/auth_configs', { ...options, query })

/** List auth configs. Every one, page after page. */
export const listAll = (stoa: Stoa, query?: QueryOf<'/api/v1/auth_configs', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/auth_configs', { ...options, query })

/** Create an auth config. */
export const create = (stoa: Stoa, body: BodyOf<'/api/v1/auth_configs', 'post'>, options?: WriteOptions) =>
  stoa.post('/api/v1/auth_configs', { ...options, body })

/** List the auth fields of a toolkit. */
export const listFields = (
  stoa: Stoa,
  query: QueryOf<'/api/v1/auth_configs/fields', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/auth_configs/fields', { ...options, query })

/** Get an auth config. */
export const get = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/auth_configs/{id}', { ...options, params: { id } })

/** Update an auth config. */
export const update = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/auth_configs/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/auth_configs/{id}', { ...options, params: { id }, body })

/** Delete an auth config. */
export const remove = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/auth_configs/{id}', 'delete'>,
  options?: WriteOptions,
) => stoa.delete('/api/v1/auth_configs/{id}', { ...options, params: { id }, query })

/** Enable or disable an auth config. */
export const updateStatus = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/auth_configs/{id}/status', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/auth_configs/{id}/status', { ...options, params: { id }, body })

/** Test an auth config. */
export const test = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/auth_configs/{id}/test', { ...options, params: { id } })

/** List accounts with missing scopes. */
export const listDrift = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/auth_configs/{id}/drift', { ...options, params: { id } })
