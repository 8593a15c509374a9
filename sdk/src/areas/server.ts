// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** Consent page for connecting an account. */
export const getConnect = (stoa: Stoa, linkToken: string, options?: CallOptions) =>
  stoa.download('/connect/{linkToken}', { ...options, params: { linkToken } })

/** Submit the consent page. */
export const connect = (
  stoa: Stoa,
  linkToken: string,
  body: BodyOf<'/connect/{linkToken}', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/connect/{linkToken}', { ...options, params: { linkToken }, body })

/** OAuth callback. */
export const getOauthCallback = (
  stoa: Stoa,
  query?: QueryOf<'/oauth/callback', 'get'>,
  options?: CallOptions,
) => stoa.download('/oauth/callback', { ...options, query })

/** OAuth callback of an auth config. */
export const getOauthCallbackByAuthConfigId = (
  stoa: Stoa,
  authConfigId: string,
  query?: QueryOf<'/oauth/callback/{authConfigId}', 'get'>,
  options?: CallOptions,
) => stoa.download('/oauth/callback/{authConfigId}', { ...options, params: { authConfigId }, query })

/** Demo service: consent page. */
export const getDemoAuthorize = (
  stoa: Stoa,
  query?: QueryOf<'/demo/authorize', 'get'>,
  options?: CallOptions,
) => stoa.download('/demo/authorize', { ...options, query })

/** Demo service: allow or deny. */
export const getDemoDecide = (stoa: Stoa, query?: QueryOf<'/demo/decide', 'get'>, options?: CallOptions) =>
  stoa.download('/demo/decide', { ...options, query })

/** Demo service: token endpoint. */
export const demoToken = (stoa: Stoa, body: BodyOf<'/demo/token', 'post'>, options?: CallOptions) =>
  stoa.raw('POST', '/demo/token', { ...options, body })

/** Demo service: revoke a token. */
export const demoRevoke = (stoa: Stoa, body: BodyOf<'/demo/revoke', 'post'>, options?: CallOptions) =>
  stoa.raw('POST', '/demo/revoke', { ...options, body })

/** Demo service: user info. */
export const getDemoUserinfo = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/demo/userinfo', options)

/** Page of a shared agent. */
export const getChat = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.download('/chat/{id}', { ...options, params: { id } })

/** Receive an event for a webhook trigger. */
export const hooks = (
  stoa: Stoa,
  token: string,
  body: BodyOf<'/hooks/{token}', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/hooks/{token}', { ...options, params: { token }, body })

/** Confirm the URL of a webhook trigger. */
export const getHook = (stoa: Stoa, token: string, options?: CallOptions) =>
  stoa.download('/hooks/{token}', { ...options, params: { token } })

/** OAuth metadata of an MCP server. */
export const getWellKnownOauthProtectedResource = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/.well-known/oauth-protected-resource', options)

/** OAuth metadata of an MCP server. */
export const getWellKnownOauthProtectedResourceApiV1Mcp = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/.well-known/oauth-protected-resource/api/v1/mcp', options)

/** OAuth metadata of an MCP server. */
export const getWellKnownOauthProtectedResourceApiV1McpByServerId = (
  stoa: Stoa,
  serverId: string,
  options?: CallOptions,
) => stoa.download('/.well-known/oauth-protected-resource/api/v1/mcp/{serverId}', { ...options, params: { serverId } })

/** OAuth metadata of the authorization server. */
export const getWellKnownOauthAuthorizationServer = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/.well-known/oauth-authorization-server', options)

/** Register an MCP client. */
export const registerOauth = (stoa: Stoa, body: BodyOf<'/oauth/register', 'post'>, options?: CallOptions) =>
  stoa.raw('POST', '/oauth/register', { ...options, body })

/** Get tokens for an MCP client. */
export const oauthToken = (stoa: Stoa, body: BodyOf<'/oauth/token', 'post'>, options?: CallOptions) =>
  stoa.raw('POST', '/oauth/token', { ...options, body })

/** Revoke the tokens of an MCP client. */
export const oauthRevoke = (stoa: Stoa, body: BodyOf<'/oauth/revoke', 'post'>, options?: CallOptions) =>
  stoa.raw('POST', '/oauth/revoke', { ...options, body })

/** Liveness probe. */
export const getHealthz = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/healthz', options)

/** Readiness probe. */
export const getReadyz = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/readyz', options)

/** Prometheus metrics. */
export const getMetrics = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/metrics', options)

/** Get the OpenAPI document. */
export const getOpenapiJson = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/api/v1/openapi.json', options)
