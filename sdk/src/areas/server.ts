// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { CallOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** Whether the process lives. */
export const getHealthz = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/healthz', options)

/** Whether requests can be served. */
export const getReadyz = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/readyz', options)

/** Figures for Prometheus. */
export const getMetrics = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/metrics', options)

/** This description. */
export const getOpenapiJson = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/api/v1/openapi.json', options)
