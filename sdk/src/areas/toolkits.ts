// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List and search toolkits. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/toolkits', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/toolkits', { ...options, query })

/** List and search toolkits. Every one, page after page. */
export const listAll = (stoa: Stoa, query?: QueryOf<'/api/v1/toolkits', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/toolkits', { ...options, query })

/** Create a toolkit. */
export const create = (stoa: Stoa, body: BodyOf<'/api/v1/toolkits', 'post'>, options?: WriteOptions) =>
  stoa.post('/api/v1/toolkits', { ...options, body })

/** List the categories of toolkits. */
export const listCategories = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/toolkits/categories', options)

/** List the toolkits that reach people in a chat. */
export const getMessagingChannels = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/toolkits/messaging-channels', options)

/** Get a toolkit. */
export const getById = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/toolkits/byId/{id}', { ...options, params: { id } })

/** Change a toolkit. */
export const updateById = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/toolkits/byId/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/toolkits/byId/{id}', { ...options, params: { id }, body })

/** Delete a toolkit. */
export const removeById = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/toolkits/byId/{id}', 'delete'>,
  options?: WriteOptions,
) => stoa.delete('/api/v1/toolkits/byId/{id}', { ...options, params: { id }, query })

/** Switch a toolkit on or off. */
export const updateByIdStatus = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/toolkits/byId/{id}/status', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/toolkits/byId/{id}/status', { ...options, params: { id }, body })

/** List toolkits with their tools. */
export const listWithTools = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/toolkits/with-tools', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/toolkits/with-tools', { ...options, query })

/** List toolkits with their tools. Every one, page after page. */
export const listWithToolsAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/toolkits/with-tools', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/toolkits/with-tools', { ...options, query })

/** Read the description of a toolkit again. */
export const byIdRefresh = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/toolkits/byId/{id}/refresh', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/toolkits/byId/{id}/refresh', { ...options, params: { id }, body })

/** Go back to the description that comes with the product. */
export const byIdReset = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/toolkits/byId/{id}/reset', { ...options, params: { id } })

/** List the versions of a toolkit and what changed. */
export const listByIdChangelog = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/toolkits/byId/{id}/changelog', { ...options, params: { id } })

/** Import an API description as a toolkit. */
export const importOpenapi = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/toolkits/import/openapi', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/toolkits/import/openapi', { ...options, body })

/** Install a toolkit from the npm registry. */
export const install = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/toolkits/install', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/toolkits/install', { ...options, body })

/** List the toolkits that were installed. */
export const listInstalled = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/toolkits/installed', options)

/** Remove a toolkit that was installed. */
export const uninstall = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/toolkits/uninstall', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/toolkits/uninstall', { ...options, body })

/** Find toolkits that could be installed. */
export const listOffered = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/toolkits/offered', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/toolkits/offered', { ...options, query })

/** Read what the registry says about a toolkit. */
export const getOfferedDetails = (
  stoa: Stoa,
  query: QueryOf<'/api/v1/toolkits/offered/details', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/toolkits/offered/details', { ...options, query })
