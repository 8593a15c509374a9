// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** Show the consent page for an account. */
export const showConnect = (stoa: Stoa, linkToken: string, options?: CallOptions) =>
  stoa.download('/connect/{linkToken}', { ...options, params: { linkToken } })

/** Submit the consent page. */
export const submitConnect = (
  stoa: Stoa,
  linkToken: string,
  body: BodyOf<'/connect/{linkToken}', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/connect/{linkToken}', { ...options, params: { linkToken }, body })

/** Receive an OAuth callback. */
export const receiveOauthCallback = (
  stoa: Stoa,
  query?: QueryOf<'/oauth/callback', 'get'>,
  options?: CallOptions,
) => stoa.download('/oauth/callback', { ...options, query })

/** Receive an OAuth callback for an auth config. */
export const receiveAuthConfigOauthCallback = (
  stoa: Stoa,
  authConfigId: string,
  query?: QueryOf<'/oauth/callback/{authConfigId}', 'get'>,
  options?: CallOptions,
) => stoa.download('/oauth/callback/{authConfigId}', { ...options, params: { authConfigId }, query })

/** Show the consent page of the demo service. */
export const showDemoAuthorize = (
  stoa: Stoa,
  query?: QueryOf<'/demo/authorize', 'get'>,
  options?: CallOptions,
) => stoa.download('/demo/authorize', { ...options, query })

/** Decide on the consent page of the demo service. */
export const decideDemo = (stoa: Stoa, query?: QueryOf<'/demo/decide', 'get'>, options?: CallOptions) =>
  stoa.download('/demo/decide', { ...options, query })

/** Create a token of the demo service. */
export const createDemoToken = (stoa: Stoa, body: BodyOf<'/demo/token', 'post'>, options?: CallOptions) =>
  stoa.raw('POST', '/demo/token', { ...options, body })

/** Revoke a token of the demo service. */
export const revokeDemo = (stoa: Stoa, body: BodyOf<'/demo/revoke', 'post'>, options?: CallOptions) =>
  stoa.raw('POST', '/demo/revoke', { ...options, body })

/** Get the user of the demo service. */
export const getDemoUserinfo = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/demo/userinfo', options)

/** Show the page of a shared agent. */
export const showChat = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.download('/chat/{id}', { ...options, params: { id } })

/** Receive an event for a webhook trigger. */
export const receiveHook = (
  stoa: Stoa,
  token: string,
  body: BodyOf<'/hooks/{token}', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/hooks/{token}', { ...options, params: { token }, body })

/** Confirm the URL of a webhook trigger. */
export const confirmHook = (stoa: Stoa, token: string, options?: CallOptions) =>
  stoa.download('/hooks/{token}', { ...options, params: { token } })

/** Get the OAuth metadata of an MCP server. */
export const getWellKnownOauthProtectedResource = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/.well-known/oauth-protected-resource', options)

/** Get the OAuth metadata of an MCP server. */
export const getMcpOauthProtectedResource = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/.well-known/oauth-protected-resource/api/v1/mcp', options)

/** Get the OAuth metadata of an MCP server. */
export const getMcpServerOauthProtectedResource = (stoa: Stoa, serverId: string, options?: CallOptions) =>
  stoa.download('/.well-known/oauth-protected-resource/api/v1/mcp/{serverId}', { ...options, params: { serverId } })

/** Get the OAuth metadata of the authorization server. */
export const getWellKnownOauthAuthorizationServer = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/.well-known/oauth-authorization-server', options)

/** Register an MCP client. */
export const registerOauth = (stoa: Stoa, body: BodyOf<'/oauth/register', 'post'>, options?: CallOptions) =>
  stoa.raw('POST', '/oauth/register', { ...options, body })

/** Create tokens for an MCP client. */
export const createOauthToken = (stoa: Stoa, body: BodyOf<'/oauth/token', 'post'>, options?: CallOptions) =>
  stoa.raw('POST', '/oauth/token', { ...options, body })

/** Revoke the tokens of an MCP client. */
export const revokeOauth = (stoa: Stoa, body: BodyOf<'/oauth/revoke', 'post'>, options?: CallOptions) =>
  stoa.raw('POST', '/oauth/revoke', { ...options, body })

/** Get whether the server is alive. */
export const getHealthz = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/healthz', options)

/** Get whether the server is ready. */
export const getReadyz = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/readyz', options)

/** Get the Prometheus metrics. */
export const getMetrics = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/metrics', options)

/** Get the OpenAPI document. */
export const getOpenapiJson = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/api/v1/openapi.json', options)
