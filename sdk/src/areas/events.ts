// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { QueryOf } from '../operations.ts'
import type { EventOptions, Stoa } from '../stoa.ts'

/** Stream project events. */
export const stream = (stoa: Stoa, query?: QueryOf<'/api/v1/events', 'get'>, options?: EventOptions) =>
  stoa.events('/api/v1/events', { ...options, query })
