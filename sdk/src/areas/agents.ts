// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List the memories of an agent. */
export const listMemories = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/agents/{id}/memories', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/agents/{id}/memories', { ...options, params: { id }, query })

/** List the memories of an agent. Every one, page after page. */
export const listMemoriesAll = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/agents/{id}/memories', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/agents/{id}/memories', { ...options, params: { id }, query })

/** Create a memory. */
export const createMemory = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/agents/{id}/memories', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/agents/{id}/memories', { ...options, params: { id }, body })

/** Delete a memory. */
export const removeMemory = (stoa: Stoa, id: string, memoryId: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/agents/{id}/memories/{memoryId}', { ...options, params: { id, memoryId } })

/** List agents. */
export const list = (
  stoa: Stoa,
  query?: Omit<NonNullable<QueryOf<'/api/v1/workflow/manager/list', 'get'>>, 'workflowType'>,
  options?: CallOptions,
) => stoa.page('/api/v1/workflow/manager/list', { ...options, query: { ...query, workflowType: 'agent' } })

/** List agents. Every one, page after page. */
export const listAll = (
  stoa: Stoa,
  query?: Omit<NonNullable<QueryOf<'/api/v1/workflow/manager/list', 'get'>>, 'workflowType'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/workflow/manager/list', { ...options, query: { ...query, workflowType: 'agent' } })

/** Create an agent. */
export const create = (
  stoa: Stoa,
  body?: Omit<NonNullable<BodyOf<'/api/v1/workflow/manager/create', 'post'>>, 'workflowType'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/create', { ...options, body: { ...body, workflowType: 'agent' } })

/** Get an agent. */
export const get = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/workflow/manager/detail/{id}', { ...options, params: { id } })

/** Update an agent. */
export const update = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/workflow/manager/update/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/workflow/manager/update/{id}', { ...options, params: { id }, body })

/** Delete an agent. */
export const remove = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/workflow/manager/delete/{id}', 'delete'>,
  options?: WriteOptions,
) => stoa.delete('/api/v1/workflow/manager/delete/{id}', { ...options, params: { id }, query })

/** Activate or deactivate an agent. */
export const updateActiveStatus = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/workflow/manager/activeStatus/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/workflow/manager/activeStatus/{id}', { ...options, params: { id }, body })

/** Duplicate an agent. */
export const duplicate = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/workflow/manager/{id}/duplicate', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/{id}/duplicate', { ...options, params: { id }, body })

/** Execute an agent. */
export const execute = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/workflow/manager/execute/{id}', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/execute/{id}', { ...options, params: { id }, body })
