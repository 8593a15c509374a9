// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** Get the project. */
export const get = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/project', options)

/** Update the project. */
export const update = (stoa: Stoa, body?: BodyOf<'/api/v1/project', 'patch'>, options?: WriteOptions) =>
  stoa.patch('/api/v1/project', { ...options, body })
