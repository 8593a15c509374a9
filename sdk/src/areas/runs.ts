// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List background runs. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/runs', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/runs', { ...options, query })

/** List background runs. Every one, page after page. */
export const listAll = (stoa: Stoa, query?: QueryOf<'/api/v1/runs', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/runs', { ...options, query })

/** Get a background run. */
export const get = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/runs/{id}', { ...options, params: { id } })

/** Cancel a background run. */
export const cancel = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/runs/{id}/cancel', { ...options, params: { id } })
