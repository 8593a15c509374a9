// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List tools. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/tools', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/tools', { ...options, query })

/** List tools. Every one, page after page. */
export const listAll = (stoa: Stoa, query?: QueryOf<'/api/v1/tools', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/tools', { ...options, query })

/** Create a tool. */
export const create = (stoa: Stoa, body: BodyOf<'/api/v1/tools', 'post'>, options?: WriteOptions) =>
  stoa.post('/api/v1/tools', { ...options, body })

/** Get a tool. */
export const get = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/tools/byId/{id}', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/tools/byId/{id}', { ...options, params: { id }, query })

/** Update a tool. */
export const update = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/tools/byId/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/tools/byId/{id}', { ...options, params: { id }, body })

/** Delete a tool. */
export const remove = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/tools/byId/{id}', 'delete'>,
  options?: WriteOptions,
) => stoa.delete('/api/v1/tools/byId/{id}', { ...options, params: { id }, query })

/** Enable or disable a tool. */
export const updateStatus = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/tools/byId/{id}/status', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/tools/byId/{id}/status', { ...options, params: { id }, body })

/** Get a tool as a function schema. */
export const getAsSchema = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/tools/byId/{id}/schema', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/tools/byId/{id}/schema', { ...options, params: { id }, query })

/** Search tools. */
export const search = (stoa: Stoa, body: BodyOf<'/api/v1/tools/search', 'post'>, options?: WriteOptions) =>
  stoa.post('/api/v1/tools/search', { ...options, body })

/** List options for a tool field. */
export const listOptions = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/tools/byId/{id}/options', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/tools/byId/{id}/options', { ...options, params: { id }, body })

/** Execute a tool. */
export const execute = (
  stoa: Stoa,
  toolSlug: string,
  body?: BodyOf<'/api/v1/tools/execute/{toolSlug}', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/tools/execute/{toolSlug}', { ...options, params: { toolSlug }, body })

/** Execute several tools. */
export const executeBatch = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/tools/execute-batch', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/tools/execute-batch', { ...options, body })

/** Proxy a request through a connected account. */
export const proxy = (stoa: Stoa, body: BodyOf<'/api/v1/tools/proxy', 'post'>, options?: WriteOptions) =>
  stoa.post('/api/v1/tools/proxy', { ...options, body })

/** List tool executions. */
export const listExecutionLogs = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/tools/execution-logs', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/tools/execution-logs', { ...options, query })

/** List tool executions. Every one, page after page. */
export const listExecutionLogsAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/tools/execution-logs', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/tools/execution-logs', { ...options, query })

/** Get a tool execution. */
export const getExecutionLog = (stoa: Stoa, logId: string, options?: CallOptions) =>
  stoa.get('/api/v1/tools/execution-logs/{logId}', { ...options, params: { logId } })

/** Create a fixture from an execution. */
export const createFixture = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/tools/fixtures', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/tools/fixtures', { ...options, body })

/** List fixtures. */
export const listFixtures = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/tools/fixtures', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/tools/fixtures', { ...options, query })

/** List fixtures. Every one, page after page. */
export const listFixturesAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/tools/fixtures', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/tools/fixtures', { ...options, query })

/** Replay the fixtures of a tool. */
export const replayFixtures = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/tools/fixtures/replay', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/tools/fixtures/replay', { ...options, body })

/** Get a fixture. */
export const getFixture = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/tools/fixtures/{id}', { ...options, params: { id } })

/** Delete a fixture. */
export const removeFixture = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/tools/fixtures/{id}', { ...options, params: { id } })

/** Replay a fixture. */
export const replayFixture = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/tools/fixtures/{id}/replay', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/tools/fixtures/{id}/replay', { ...options, params: { id }, body })

/** List human requests. */
export const listHumanRequests = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/tools/human-requests', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/tools/human-requests', { ...options, query })

/** List human requests. Every one, page after page. */
export const listHumanRequestsAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/tools/human-requests', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/tools/human-requests', { ...options, query })

/** Get a human request. */
export const getHumanRequest = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/tools/human-requests/{id}', { ...options, params: { id } })

/** Answer a human request. */
export const answerHumanRequest = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/tools/human-requests/{id}/answer', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/tools/human-requests/{id}/answer', { ...options, params: { id }, body })
