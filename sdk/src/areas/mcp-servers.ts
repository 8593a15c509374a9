// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List MCP servers. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/mcp_manager', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/mcp_manager', { ...options, query })

/** List MCP servers. Every one, page after page. */
export const listAll = (stoa: Stoa, query?: QueryOf<'/api/v1/mcp_manager', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/mcp_manager', { ...options, query })

/** Create an MCP server. */
export const create = (stoa: Stoa, body: BodyOf<'/api/v1/mcp_manager', 'post'>, options?: WriteOptions) =>
  stoa.post('/api/v1/mcp_manager', { ...options, body })

/** Get an MCP server. */
export const get = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/mcp_manager/{id}', { ...options, params: { id } })

/** Update an MCP server. */
export const update = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/mcp_manager/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/mcp_manager/{id}', { ...options, params: { id }, body })

/** Delete an MCP server and its call log. */
export const remove = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/mcp_manager/{id}', { ...options, params: { id } })

/** Set the auth config of a toolkit. */
export const setAuthConfig = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/mcp_manager/set-auth-config/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/mcp_manager/set-auth-config/{id}', { ...options, params: { id }, body })

/** Clear the auth config of a toolkit. */
export const clearAuthConfig = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/mcp_manager/clear-auth-config/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/mcp_manager/clear-auth-config/{id}', { ...options, params: { id }, body })

/** Get the client configuration of an MCP server. */
export const getConfig = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/mcp_manager/{id}/config', { ...options, params: { id } })

/** Get the report card of an MCP server. */
export const getLint = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/mcp_manager/{id}/lint', { ...options, params: { id } })

/** List the calls of an MCP server. */
export const listCalls = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/mcp_manager/{id}/calls', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/mcp_manager/{id}/calls', { ...options, params: { id }, query })

/** List the calls of an MCP server. Every one, page after page. */
export const listCallsAll = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/mcp_manager/{id}/calls', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/mcp_manager/{id}/calls', { ...options, params: { id }, query })

/** List the resources of an MCP server. */
export const listResources = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/mcp_manager/{id}/resources', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/mcp_manager/{id}/resources', { ...options, params: { id }, query })

/** List the resources of an MCP server. Every one, page after page. */
export const listResourcesAll = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/mcp_manager/{id}/resources', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/mcp_manager/{id}/resources', { ...options, params: { id }, query })

/** Create a resource of an MCP server. */
export const createResource = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/mcp_manager/{id}/resources', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/mcp_manager/{id}/resources', { ...options, params: { id }, body })

/** Get a resource of an MCP server. */
export const getResource = (stoa: Stoa, id: string, resourceId: string, options?: CallOptions) =>
  stoa.get('/api/v1/mcp_manager/{id}/resources/{resourceId}', { ...options, params: { id, resourceId } })

/** Update a resource of an MCP server. */
export const updateResource = (
  stoa: Stoa,
  id: string,
  resourceId: string,
  body?: BodyOf<'/api/v1/mcp_manager/{id}/resources/{resourceId}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/mcp_manager/{id}/resources/{resourceId}', { ...options, params: { id, resourceId }, body })

/** Delete a resource of an MCP server. */
export const removeResource = (stoa: Stoa, id: string, resourceId: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/mcp_manager/{id}/resources/{resourceId}', { ...options, params: { id, resourceId } })

/** List the prompts of an MCP server. */
export const listPrompts = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/mcp_manager/{id}/prompts', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/mcp_manager/{id}/prompts', { ...options, params: { id }, query })

/** List the prompts of an MCP server. Every one, page after page. */
export const listPromptsAll = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/mcp_manager/{id}/prompts', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/mcp_manager/{id}/prompts', { ...options, params: { id }, query })

/** Create a prompt of an MCP server. */
export const createPrompt = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/mcp_manager/{id}/prompts', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/mcp_manager/{id}/prompts', { ...options, params: { id }, body })

/** Get a prompt of an MCP server. */
export const getPrompt = (stoa: Stoa, id: string, promptId: string, options?: CallOptions) =>
  stoa.get('/api/v1/mcp_manager/{id}/prompts/{promptId}', { ...options, params: { id, promptId } })

/** Update a prompt of an MCP server. */
export const updatePrompt = (
  stoa: Stoa,
  id: string,
  promptId: string,
  body?: BodyOf<'/api/v1/mcp_manager/{id}/prompts/{promptId}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/mcp_manager/{id}/prompts/{promptId}', { ...options, params: { id, promptId }, body })

/** Delete a prompt of an MCP server. */
export const removePrompt = (stoa: Stoa, id: string, promptId: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/mcp_manager/{id}/prompts/{promptId}', { ...options, params: { id, promptId } })

/** Test an external MCP server. */
export const testExternal = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/mcp_manager/external/test', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/mcp_manager/external/test', { ...options, body })

/** List stdio servers. */
export const listExternalStdio = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/mcp_manager/external/stdio', options)

/** List the tools of an external MCP server. */
export const listExternalTools = (stoa: Stoa, id: string, name: string, options?: CallOptions) =>
  stoa.get('/api/v1/mcp_manager/{id}/external/{name}/tools', { ...options, params: { id, name } })

/** Refresh the tools of an external MCP server. */
export const refreshExternal = (
  stoa: Stoa,
  id: string,
  name: string,
  body?: BodyOf<'/api/v1/mcp_manager/{id}/external/{name}/refresh', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/mcp_manager/{id}/external/{name}/refresh', { ...options, params: { id, name }, body })
