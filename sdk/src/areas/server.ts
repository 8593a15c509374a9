// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** The page on which an end user agrees to connect an account. */
export const getConnect = (stoa: Stoa, linkToken: string, options?: CallOptions) =>
  stoa.download('/connect/{linkToken}', { ...options, params: { linkToken } })

/** Continue to the service, hand credentials in, or cancel. */
export const connect = (
  stoa: Stoa,
  linkToken: string,
  body: BodyOf<'/connect/{linkToken}', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/connect/{linkToken}', { ...options, params: { linkToken }, body })

/** Where services send people back to. */
export const getOauthCallback = (
  stoa: Stoa,
  query?: QueryOf<'/oauth/callback', 'get'>,
  options?: CallOptions,
) => stoa.download('/oauth/callback', { ...options, query })

/** Where a service without a name of its own sends people back to. */
export const getOauthCallbackByAuthConfigId = (
  stoa: Stoa,
  authConfigId: string,
  query?: QueryOf<'/oauth/callback/{authConfigId}', 'get'>,
  options?: CallOptions,
) => stoa.download('/oauth/callback/{authConfigId}', { ...options, params: { authConfigId }, query })

/** Demonstration service: consent. */
export const getDemoAuthorize = (
  stoa: Stoa,
  query?: QueryOf<'/demo/authorize', 'get'>,
  options?: CallOptions,
) => stoa.download('/demo/authorize', { ...options, query })

/** Demonstration service: allow or deny. */
export const getDemoDecide = (stoa: Stoa, query?: QueryOf<'/demo/decide', 'get'>, options?: CallOptions) =>
  stoa.download('/demo/decide', { ...options, query })

/** Demonstration service: tokens. */
export const demoToken = (stoa: Stoa, body: BodyOf<'/demo/token', 'post'>, options?: CallOptions) =>
  stoa.raw('POST', '/demo/token', { ...options, body })

/** Demonstration service: take a token back. */
export const demoRevoke = (stoa: Stoa, body: BodyOf<'/demo/revoke', 'post'>, options?: CallOptions) =>
  stoa.raw('POST', '/demo/revoke', { ...options, body })

/** Demonstration service: whose token it is. */
export const getDemoUserinfo = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/demo/userinfo', options)

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
