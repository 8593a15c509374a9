// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { QueryOf } from '../operations.ts'
import type { CallOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** Get the activity of the project. */
export const getActivity = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/overview/activity', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/overview/activity', { ...options, query })

/** List what needs attention. */
export const listAttention = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/overview/attention', options)

/** Count what the project has. */
export const countContents = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/overview/contents', options)

/** Get which first steps are done. */
export const getFirstSteps = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/overview/first-steps', options)
