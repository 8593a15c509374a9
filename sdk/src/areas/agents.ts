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

/** Add a memory. */
export const createMemory = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/agents/{id}/memories', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/agents/{id}/memories', { ...options, params: { id }, body })

/** Delete a memory. */
export const removeMemory = (stoa: Stoa, id: string, memoryId: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/agents/{id}/memories/{memoryId}', { ...options, params: { id, memoryId } })
