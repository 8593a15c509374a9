import { data, endpoint, page } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import { AuthorizationRequest, DecideBody, Decided, PreviewBody } from '../schema/authorization.ts'
import { ClientQuery, McpClient, RevokedClient } from '../schema/client.ts'
import type { Authorization } from '../service/authorization.ts'
import type { AuthorizedClients } from '../service/authorized-clients.ts'
import { area, exampleClient, exampleDescribed, exampleRequest } from './examples.ts'

export type ClientRouteDeps = { authorization: Authorization; authorized: AuthorizedClients }

const base = '/api/v1/mcp_clients'
const reading = { area, access: 'project', permission: 'mcp:read' } as const
const consenting = {
  area,
  method: 'POST',
  access: 'end-user',
  permission: 'mcp:write',
  errors: ['authorization_request_invalid', 'mcp_server_not_found', 'insufficient_scope'],
} as const

export const clientRoutes = ({ authorization, authorized }: ClientRouteDeps) => [
  endpoint({
    ...consenting,
    path: `${base}/authorize/preview`,
    isRead: true,
    summary: 'Preview the authorization of an MCP client',
    description:
      'For a consent page: what the client requests, with the query of `/oauth/authorize` as it came. The dashboard has such a page; a product with its own sign-in shows its own, and acts as the end user of `x-username`.',
    body: PreviewBody,
    response: data(AuthorizationRequest),
    message: 'Authorization request',
    example: { body: { request: exampleRequest }, response: exampleDescribed },
    handle: ({ scope, headers, body }) => authorization.preview(scope, headers.host, body.request),
  }),
  endpoint({
    ...consenting,
    path: `${base}/authorize`,
    summary: 'Authorize or deny an MCP client',
    description:
      'Send the browser to `redirectUrl` afterwards. An approved client can call one MCP server as one end user, and nothing else.',
    body: DecideBody,
    response: data(Decided),
    message: 'Decided',
    example: {
      body: { request: exampleRequest, decision: 'approve' },
      response: { redirectUrl: `${exampleClient.redirectUri}?code=…&state=xyz` },
    },
    handle: ({ scope, headers, body }) => authorization.decide(scope, headers.host, body),
  }),
  endpoint({
    ...reading,
    method: 'GET',
    path: base,
    summary: 'List authorized MCP clients',
    query: ClientQuery,
    queryAliases: { search: 'q' },
    response: page(McpClient),
    message: 'MCP clients',
    example: { response: [exampleClient] },
    handle: ({ scope, query }) => authorized.list(scope, query),
  }),
  endpoint({
    area,
    access: 'project',
    permission: 'mcp:write',
    method: 'DELETE',
    path: `${base}/{id}`,
    summary: 'Revoke an MCP client',
    description: 'Its tokens end immediately. It can request access again.',
    params: IdParams,
    response: data(RevokedClient),
    message: 'MCP client revoked',
    errors: ['mcp_client_not_found'],
    example: { params: { id: exampleClient.id }, response: { id: exampleClient.id } },
    handle: ({ scope, params: { id } }) => authorized.revoke(scope, id),
  }),
]
