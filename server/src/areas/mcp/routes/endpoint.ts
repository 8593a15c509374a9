import { AppError } from '../../../kernel/errors.ts'
import { endpoint, raw } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import { McpBody, McpMessage, McpReply, McpResponse, ServerParams } from '../schema/message.ts'
import type { McpOrigins } from '../service/origins.ts'
import type { ServingService } from '../service/serving.ts'
import { endpointPath, publicPath } from '../service/view-server.ts'
import { area, exampleListed, exampleListing, exampleServer } from './examples.ts'

const description =
  'The Model Context Protocol over HTTP, for clients of 2026-07-28 and of 2025-03-26 to 2025-11-25. There are no sessions: a restart of the server between two requests is not noticed. Responses are JSON, or a stream of events while a call reports progress.'

const shared = {
  area,
  access: 'end-user',
  permission: 'mcp:execute',
  acceptsEndUserTokens: true,
  acceptsMcpTokens: true,
} as const
const example = { body: exampleListing, response: exampleListed }
const serverParams = { serverId: exampleServer.name }

const posting = {
  method: 'POST',
  description,
  body: McpBody,
  isRead: (body: unknown) => [body as McpBody].flat().every(({ method }) => !logged.has(method ?? '')),
  response: raw('application/json', McpReply),
  alternateMediaTypes: ['text/event-stream'],
  // What is no message, or names an unknown version or method, is refused by the protocol.
  protocolErrors: { 400: McpResponse, 404: McpResponse },
  alsoReturns: { 202: { description: 'Notifications and responses are taken', isEmpty: true } },
  callsExternalService: true,
} as const

/** The log of calls names the end user of these, so they create the one of `x-username`; nothing else does. */
const logged = new Set(['tools/call', 'resources/read', 'prompts/get'])

/** There is nothing that the server would send by itself. */
function refuseStream(): never {
  throw new AppError('method_not_allowed', 'This MCP endpoint has no stream without a request: send a POST', {
    headers: { allow: 'POST' },
  })
}

export const endpointRoutes = (serving: ServingService, { challenge }: McpOrigins) => [
  endpoint({
    ...shared,
    challenge,
    ...posting,
    path: endpointPath,
    summary: 'Call the default MCP server',
    errors: ['not_acceptable'],
    example,
    handle: ({ scope, headers, body, signal }) => serving.serveDefault(scope, { headers, body, signal }),
  }),
  endpoint({
    ...shared,
    challenge,
    method: 'GET',
    path: endpointPath,
    summary: 'Refused: the default MCP server has no stream without a request',
    response: raw('text/event-stream'),
    errors: ['method_not_allowed'],
    example: {},
    handle: refuseStream,
  }),
  endpoint({
    ...shared,
    challenge,
    ...posting,
    path: `${endpointPath}/{serverId}`,
    summary: 'Call an MCP server',
    params: ServerParams,
    errors: ['mcp_server_not_found', 'not_acceptable'],
    example: { ...example, params: serverParams },
    handle: ({ scope, params: { serverId }, headers, body, signal }) =>
      serving.serveNamed(scope, serverId, { headers, body, signal }),
  }),
  endpoint({
    ...shared,
    challenge,
    method: 'GET',
    path: `${endpointPath}/{serverId}`,
    summary: 'Refused: an MCP server has no stream without a request',
    params: ServerParams,
    response: raw('text/event-stream'),
    errors: ['mcp_server_not_found', 'method_not_allowed'],
    example: { params: serverParams },
    async handle({ scope, params: { serverId } }) {
      await serving.requireNamed(scope, serverId)
      return refuseStream()
    },
  }),
  endpoint({
    ...posting,
    area,
    access: 'public',
    path: `${publicPath}/{id}`,
    summary: 'Call a public MCP server',
    description: `${description} Without credentials; all callers act as one end user of the project, \`mcp_\` and the name of the server.`,
    params: IdParams,
    // One for each request, so that the rate limit counts them.
    body: McpMessage,
    response: raw('application/json', McpResponse),
    bodyLimitBytes: 64 * 1024,
    errors: ['mcp_server_not_found', 'not_acceptable'],
    example: { ...example, params: { id: exampleServer.id } },
    handle: ({ scope, params: { id }, headers, body, signal }) =>
      serving.servePublic(scope, id, { headers, body, signal }),
  }),
]
