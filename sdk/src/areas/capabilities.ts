// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { CallOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** Get server capabilities. */
export const get = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/capabilities', options)
