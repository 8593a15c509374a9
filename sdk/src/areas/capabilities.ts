// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { CallOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** Tell what this server can do. */
export const get = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/capabilities', options)
