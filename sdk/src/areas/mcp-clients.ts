// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** Preview the authorization of an MCP client. */
export const previewAuthorize = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/mcp_clients/authorize/preview', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/mcp_clients/authorize/preview', { ...options, body })

/** Authorize or deny an MCP client. */
export const authorize = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/mcp_clients/authorize', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/mcp_clients/authorize', { ...options, body })

/** List authorized MCP clients. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/mcp_clients', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/mcp_clients', { ...options, query })

/** List authorized MCP clients. Every one, page after page. */
export const listAll = (stoa: Stoa, query?: QueryOf<'/api/v1/mcp_clients', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/mcp_clients', { ...options, query })

/** Revoke an MCP client. */
export const remove = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/mcp_clients/{id}', { ...options, params: { id } })
