// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf } from '../operations.ts'
import type { CallOptions } from '../options.ts'
import type { EventOptions, Stoa } from '../stoa.ts'

/** Call the default MCP server. */
export const callDefault = (stoa: Stoa, body?: BodyOf<'/api/v1/mcp', 'post'>, options?: CallOptions) =>
  stoa.raw('POST', '/api/v1/mcp', { ...options, body })

/** Refused: the default MCP server has no stream without a request. */
export const streamDefault = (stoa: Stoa, options?: EventOptions) =>
  stoa.events('/api/v1/mcp', options)

/** Call an MCP server. */
export const call = (
  stoa: Stoa,
  serverId: string,
  body?: BodyOf<'/api/v1/mcp/{serverId}', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/mcp/{serverId}', { ...options, params: { serverId }, body })

/** Refused: an MCP server has no stream without a request. */
export const stream = (stoa: Stoa, serverId: string, options?: EventOptions) =>
  stoa.events('/api/v1/mcp/{serverId}', { ...options, params: { serverId } })

/** Call a public MCP server. */
export const callPublic = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/mcp/public/{id}', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/mcp/public/{id}', { ...options, params: { id }, body })
