// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List connected accounts. */
export const list = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/connected_accounts', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/connected_accounts', { ...options, query })

/** List connected accounts. Every one, page after page. */
export const listAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/connected_accounts', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/connected_accounts', { ...options, query })

/** Connect an account with credentials. */
export const connect = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/connected_accounts', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/connected_accounts', { ...options, body })

/** Create a link to connect an account. */
export const createLink = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/connected_accounts/link', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/connected_accounts/link', { ...options, body })

/** List the accounts of an end user by toolkit. */
export const listGroupedByToolkit = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/connected_accounts/grouped-by-toolkit', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/connected_accounts/grouped-by-toolkit', { ...options, query })

/** Get a connected account. */
export const get = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/connected_accounts/{id}', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/connected_accounts/{id}', { ...options, params: { id }, query })

/** Update a connected account. */
export const update = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/connected_accounts/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/connected_accounts/{id}', { ...options, params: { id }, body })

/** Delete a connected account. */
export const remove = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/connected_accounts/{id}', 'delete'>,
  options?: WriteOptions,
) => stoa.delete('/api/v1/connected_accounts/{id}', { ...options, params: { id }, query })

/** Connect an account of the demo service. */
export const connectDemo = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/connected_accounts/demo', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/connected_accounts/demo', { ...options, body })

/** Reconnect an account with a link. */
export const reconnect = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/connected_accounts/{id}/reconnect', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/connected_accounts/{id}/reconnect', { ...options, params: { id }, body })

/** Refresh the token of a connected account. */
export const refresh = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/connected_accounts/{id}/refresh', { ...options, params: { id } })

/** Test a connected account. */
export const test = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/connected_accounts/{id}/test', { ...options, params: { id } })

/** Get the impact of deleting a connected account. */
export const getImpact = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/connected_accounts/{id}/impact', { ...options, params: { id } })

/** Get the revocation of a deleted account. */
export const getRevocation = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/connected_accounts/{id}/revocation', { ...options, params: { id } })
