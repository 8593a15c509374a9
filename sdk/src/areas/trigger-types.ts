// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { QueryOf } from '../operations.ts'
import type { CallOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List trigger types. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/trigger_types', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/trigger_types', { ...options, query })

/** List trigger types. Every one, page after page. */
export const listAll = (stoa: Stoa, query?: QueryOf<'/api/v1/trigger_types', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/trigger_types', { ...options, query })

/** Get a trigger type. */
export const get = (stoa: Stoa, slug: string, options?: CallOptions) =>
  stoa.get('/api/v1/trigger_types/{slug}', { ...options, params: { slug } })
