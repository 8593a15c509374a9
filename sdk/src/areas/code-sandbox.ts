// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf } from '../operations.ts'
import type { WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** Run a script. */
export const run = (stoa: Stoa, body: BodyOf<'/api/v1/code-sandbox/run', 'post'>, options?: WriteOptions) =>
  stoa.post('/api/v1/code-sandbox/run', { ...options, body })
