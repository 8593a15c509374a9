// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { QueryOf } from '../operations.ts'
import type { CallOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List feedback. */
export const listFeedback = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/graphify/feedback', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/graphify/feedback', { ...options, query })

/** List feedback. Every one, page after page. */
export const listFeedbackAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/graphify/feedback', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/graphify/feedback', { ...options, query })

/** Get feedback statistics. */
export const getFeedbackStatistics = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/graphify/feedback/statistics', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/graphify/feedback/statistics', { ...options, query })
