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

/** List toolkit categories. */
export const listCategories = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/toolkits/categories', options)

/** List messaging channels. */
export const listMessagingChannels = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/toolkits/messaging-channels', options)

/** Get a toolkit. */
export const get = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/toolkits/byId/{id}', { ...options, params: { id } })

/** Update a toolkit. */
export const update = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/toolkits/byId/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/toolkits/byId/{id}', { ...options, params: { id }, body })

/** Delete a toolkit. */
export const remove = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/toolkits/byId/{id}', 'delete'>,
  options?: WriteOptions,
) => stoa.delete('/api/v1/toolkits/byId/{id}', { ...options, params: { id }, query })

/** Enable or disable a toolkit. */
export const updateStatus = (
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

/** Refresh the API description of a toolkit. */
export const refresh = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/toolkits/byId/{id}/refresh', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/toolkits/byId/{id}/refresh', { ...options, params: { id }, body })

/** Reset a toolkit to its built-in API description. */
export const reset = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/toolkits/byId/{id}/reset', { ...options, params: { id } })

/** List the changelog of a toolkit. */
export const listChangelog = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/toolkits/byId/{id}/changelog', { ...options, params: { id } })

/** Import an OpenAPI document as a toolkit. */
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

/** List installed toolkits. */
export const listInstalled = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/toolkits/installed', options)

/** Uninstall a toolkit. */
export const uninstall = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/toolkits/uninstall', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/toolkits/uninstall', { ...options, body })

/** Search installable toolkits. */
export const searchOffered = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/toolkits/offered', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/toolkits/offered', { ...options, query })

/** Get the details of an installable toolkit. */
export const getOfferedDetails = (
  stoa: Stoa,
  query: QueryOf<'/api/v1/toolkits/offered/details', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/toolkits/offered/details', { ...options, query })

/** Import the tools of an MCP server as a toolkit. */
export const importMcp = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/toolkits/import/mcp', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/toolkits/import/mcp', { ...options, body })
