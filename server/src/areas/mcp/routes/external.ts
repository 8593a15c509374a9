import { z } from 'zod'
import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import type { Toolkits } from '../../toolkits/index.ts'
import {
  ExternalParams,
  ExternalTest,
  ExternalTools,
  refreshExternalBody,
  StdioServer,
  TestExternalBody,
} from '../schema/external.ts'
import type { ExternalServers } from '../service/external-servers.ts'
import { area, base, exampleExternal, exampleRemoteTool, exampleServer } from './examples.ts'
import { importOf, upstreamErrors } from './imports.ts'

const path = `${base}/{id}/external/{name}`
const params = { id: exampleServer.id, name: exampleExternal.name }
const shared = { area, access: 'project' } as const

export const externalRoutes = (
  external: ExternalServers,
  { shapes, exampleImport }: Pick<Toolkits, 'shapes' | 'exampleImport'>,
) => [
  endpoint({
    ...shared,
    method: 'POST',
    path: `${base}/external/test`,
    summary: 'Test an external MCP server',
    description:
      'Connects and lists its tools; nothing is stored. That it cannot be reached, or requires credentials, is a status and no error.',
    permission: 'toolkits:write',
    callsExternalService: true,
    body: TestExternalBody,
    response: data(ExternalTest),
    message: 'External MCP server tested',
    errors: ['address_not_allowed'],
    example: {
      body: { url: exampleExternal.url },
      response: {
        status: 'healthy',
        serverName: 'Weather',
        transport: 'http',
        tools: [exampleRemoteTool],
        error: null,
      },
    },
    handle: ({ scope, body }) => external.test(scope, body),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: `${base}/external/stdio`,
    summary: 'List stdio servers',
    description:
      'Programs that the operator allows to be run as MCP servers (`STOA_MCP_STDIO`), without their commands. None by default.',
    permission: 'mcp:read',
    response: data(z.array(StdioServer)),
    message: 'Stdio servers',
    example: {
      response: [{ name: 'everything', url: 'stdio:everything', description: 'Examples of every feature.' }],
    },
    handle: () => external.listStdio(),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: `${path}/tools`,
    summary: 'List the tools of an external MCP server',
    description: 'As they were approved; the external server is not called.',
    permission: 'mcp:read',
    params: ExternalParams,
    response: data(ExternalTools),
    message: 'Tools of the external MCP server',
    errors: ['mcp_server_not_found', 'toolkit_not_found'],
    example: {
      params,
      response: {
        name: exampleExternal.name,
        status: 'healthy',
        lastCheckedAt: exampleExternal.lastCheckedAt,
        tools: [{ ...exampleRemoteTool, slug: 'weather-mcp_forecast', isOffered: true }],
      },
    },
    handle: ({ scope, params: { id, name } }) => external.tools(scope, id, name),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: `${path}/refresh`,
    summary: 'Refresh the tools of an external MCP server',
    description:
      'Approves what the server says about its tools now; `dryRun` returns what has changed, and a `sha256` that approves exactly that. Requires `toolkits:write` too.',
    permission: 'mcp:write',
    callsExternalService: true,
    params: ExternalParams,
    body: refreshExternalBody(shapes),
    response: data(shapes.ImportOutcome),
    message: 'External MCP server refreshed',
    errors: [
      'mcp_server_not_found',
      'toolkit_not_found',
      'version_conflict',
      'approval_outdated',
      ...upstreamErrors,
    ],
    example: { params, body: { dryRun: true }, response: importOf(exampleImport) },
    handle: ({ scope, params: { id, name }, body }) => external.refresh(scope, id, name, body),
  }),
]
