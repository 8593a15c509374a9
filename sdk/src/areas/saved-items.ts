// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List saved items of one kind. */
export const list = (stoa: Stoa, query: QueryOf<'/api/v1/saved-items', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/saved-items', { ...options, query })

/** List saved items of one kind. Every one, page after page. */
export const listAll = (stoa: Stoa, query: QueryOf<'/api/v1/saved-items', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/saved-items', { ...options, query })

/** Create a saved item. */
export const create = (stoa: Stoa, body: BodyOf<'/api/v1/saved-items', 'post'>, options?: WriteOptions) =>
  stoa.post('/api/v1/saved-items', { ...options, body })

/** Get a saved item. */
export const get = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/saved-items/{id}', { ...options, params: { id } })

/** Rename a saved item, or replace its data. */
export const update = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/saved-items/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/saved-items/{id}', { ...options, params: { id }, body })

/** Delete a saved item. */
export const remove = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/saved-items/{id}', { ...options, params: { id } })
