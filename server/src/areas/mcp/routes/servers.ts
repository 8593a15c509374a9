import { data, endpoint, none, page } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import { CallQuery, McpCall } from '../schema/call.ts'
import { McpReport } from '../schema/lint.ts'
import {
  ClearAuthConfigBody,
  CreateServerBody,
  McpServer,
  McpServerConfig,
  ServerQuery,
  SetAuthConfigBody,
  UpdateServerBody,
} from '../schema/server.ts'
import type { Descriptions } from '../service/describe.ts'
import type { Servers } from '../service/servers.ts'
import { area, base, exampleCall, exampleConfig, exampleServer } from './examples.ts'
import { upstreamErrors } from './imports.ts'

const params = { id: exampleServer.id }
const reading = { area, access: 'project', permission: 'mcp:read' } as const
const writing = { area, access: 'project', permission: 'mcp:write' } as const
const etagOf = ({ version }: { version: number }) => version

export const serverRoutes = (servers: Servers, descriptions: Descriptions) => [
  ...storedRoutes(servers),
  ...bindingRoutes(servers),
  endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/{id}/config`,
    summary: 'Get the client configuration of an MCP server',
    description:
      'Its tools as clients see them, and what to paste into Claude Desktop, Cursor, VS Code, Codex and the MCP Inspector.',
    params: IdParams,
    response: data(McpServerConfig),
    message: 'Client configuration',
    errors: ['mcp_server_not_found'],
    example: { params, response: exampleConfig },
    handle: ({ scope, params: { id } }) => descriptions.config(scope, id),
  }),
  endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/{id}/lint`,
    summary: 'Get the report card of an MCP server',
    description:
      'Tokens for each tool, similar names, vague descriptions and unsafe hints: what makes it hard to use for a model, or dangerous for its user.',
    params: IdParams,
    response: data(McpReport),
    message: 'Report card',
    errors: ['mcp_server_not_found'],
    example: {
      params,
      response: {
        toolCount: 1,
        tokens: 84,
        tools: [{ name: 'text_slugify', tokens: 84 }],
        findings: [
          {
            rule: 'vague_description',
            tools: ['text_slugify'],
            message: 'The description does not say when to use the tool.',
          },
        ],
      },
    },
    handle: ({ scope, params: { id } }) => descriptions.lint(scope, id),
  }),
  endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/{id}/calls`,
    summary: 'List the calls of an MCP server',
    description:
      'Tool calls, resources read and prompts fetched, with the client that sent them. Clients of the protocols of 2025 are known by their user agent.',
    params: IdParams,
    query: CallQuery,
    response: page(McpCall),
    message: 'MCP calls',
    errors: ['mcp_server_not_found'],
    example: { params, response: [exampleCall] },
    handle: ({ scope, params: { id }, query }) => descriptions.calls(scope, id, query),
  }),
]

const storedRoutes = (servers: Servers) => [
  endpoint({
    ...reading,
    method: 'GET',
    path: base,
    summary: 'List MCP servers',
    query: ServerQuery,
    queryAliases: { search: 'q' },
    response: page(McpServer),
    message: 'MCP servers',
    example: { response: [exampleServer] },
    handle: ({ scope, query }) => servers.list(scope, query),
  }),
  endpoint({
    ...writing,
    method: 'POST',
    path: base,
    summary: 'Create an MCP server',
    description:
      '`NORMAL` offers exactly the selected tools. `META` offers a few tools with which a client finds and executes all others, or only the selected ones.',
    body: CreateServerBody,
    response: data(McpServer),
    etagOf,
    message: 'MCP server created',
    callsExternalService: true,
    errors: [
      'slug_conflict',
      'mcp_server_limit_reached',
      'toolkit_limit_reached',
      'admin_only',
      ...upstreamErrors,
    ],
    example: {
      body: { name: 'support-desk', mode: 'NORMAL', selectedTools: ['text_slugify'] },
      response: exampleServer,
    },
    handle: ({ scope, body }) => servers.create(scope, body),
  }),
  endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/{id}`,
    summary: 'Get an MCP server',
    params: IdParams,
    response: data(McpServer),
    etagOf,
    message: 'MCP server',
    errors: ['mcp_server_not_found'],
    example: { params, response: exampleServer },
    handle: ({ scope, params: { id } }) => servers.get(scope, id),
  }),
  endpoint({
    ...writing,
    method: 'PATCH',
    path: `${base}/{id}`,
    summary: 'Update an MCP server',
    params: IdParams,
    body: UpdateServerBody,
    response: data(McpServer),
    etagOf,
    message: 'MCP server updated',
    errors: [
      'mcp_server_not_found',
      'slug_conflict',
      'version_conflict',
      'precondition_failed',
      'toolkit_limit_reached',
      'admin_only',
      ...upstreamErrors,
    ],
    callsExternalService: true,
    example: {
      params,
      body: { description: 'Of the second line.' },
      response: { ...exampleServer, description: 'Of the second line.', version: 2 },
    },
    handle: ({ scope, params: { id }, body, ifMatch }) => servers.update(scope, id, body, ifMatch),
  }),
  endpoint({
    ...writing,
    method: 'DELETE',
    path: `${base}/{id}`,
    summary: 'Delete an MCP server and its call log',
    params: IdParams,
    response: none(),
    message: 'MCP server deleted',
    errors: ['mcp_server_not_found', 'precondition_failed'],
    example: { params },
    handle: ({ scope, params: { id }, ifMatch }) => servers.remove(scope, id, ifMatch),
  }),
]

const bindingRoutes = (servers: Servers) => [
  endpoint({
    ...writing,
    method: 'PATCH',
    path: `${base}/set-auth-config/{id}`,
    summary: 'Set the auth config of a toolkit',
    description:
      'Tools of the toolkit that are called through the server use accounts of this auth config alone.',
    params: IdParams,
    body: SetAuthConfigBody,
    response: data(McpServer),
    message: 'Auth config set',
    errors: ['mcp_server_not_found', 'auth_config_not_found', 'version_conflict'],
    example: {
      params,
      body: { toolkitSlug: 'notion', authConfigId: '0199f1a0-0000-7000-8000-0000000000c4' },
      response: { ...exampleServer, authConfigs: { notion: '0199f1a0-0000-7000-8000-0000000000c4' } },
    },
    handle: ({ scope, params: { id }, body: { toolkitSlug, authConfigId } }) =>
      servers.setAuthConfig(scope, id, toolkitSlug, authConfigId),
  }),
  endpoint({
    ...writing,
    method: 'PATCH',
    path: `${base}/clear-auth-config/{id}`,
    summary: 'Clear the auth config of a toolkit',
    params: IdParams,
    body: ClearAuthConfigBody,
    response: data(McpServer),
    message: 'Auth config cleared',
    errors: ['mcp_server_not_found', 'version_conflict'],
    example: { params, body: { toolkitSlug: 'notion' }, response: exampleServer },
    handle: ({ scope, params: { id }, body: { toolkitSlug } }) =>
      servers.clearAuthConfig(scope, id, toolkitSlug),
  }),
]
