// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { QueryOf } from '../operations.ts'
import type { CallOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List proposed writes of all collections. */
export const listProposals = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/table/proposals', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/table/proposals', { ...options, query })

/** List proposed writes of all collections. Every one, page after page. */
export const listProposalsAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/table/proposals', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/table/proposals', { ...options, query })
