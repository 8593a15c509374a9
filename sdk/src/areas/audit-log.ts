// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { QueryOf } from '../operations.ts'
import type { CallOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List audit log entries. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/audit-log', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/audit-log', { ...options, query })

/** List audit log entries. Every one, page after page. */
export const listAll = (stoa: Stoa, query?: QueryOf<'/api/v1/audit-log', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/audit-log', { ...options, query })
