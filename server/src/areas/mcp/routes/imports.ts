import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import type { Toolkits } from '../../toolkits/index.ts'
import { importMcpBody } from '../schema/import.ts'
import type { McpImports } from '../service/imports.ts'

/** The shared example of an import, as one of an MCP server. */
export const importOf = (example: Toolkits['exampleImport']) => ({
  ...example,
  toolkit: { ...example.toolkit, provider: 'MCP' as const },
  version: '1',
  baseUrl: null,
  authSchemes: [],
})

export const upstreamErrors = [
  'address_not_allowed',
  'upstream_error',
  'upstream_timeout',
  'upstream_too_large',
  'compute_limit_exceeded',
] as const

export const importRoutes = (
  imports: McpImports,
  { shapes, exampleImport }: Pick<Toolkits, 'shapes' | 'exampleImport'>,
) => [
  endpoint({
    area: 'Toolkits',
    access: 'project',
    method: 'POST',
    path: '/api/v1/toolkits/import/mcp',
    summary: 'Import the tools of an MCP server as a toolkit',
    description:
      'Over streamable HTTP, or the SSE transport of earlier servers. What the server says about a tool is approved as it is now: when it changes, the tool is refused until the toolkit is refreshed. `dryRun` returns a preview.',
    permission: 'toolkits:write',
    callsExternalService: true,
    body: importMcpBody(shapes),
    response: data(shapes.ImportOutcome),
    message: 'MCP server imported',
    errors: ['slug_conflict', 'toolkit_limit_reached', 'approval_outdated', ...upstreamErrors],
    example: {
      body: {
        slug: 'weather-mcp',
        url: 'https://mcp.weather.example/mcp',
        headers: { authorization: 'Bearer …' },
      },
      response: importOf(exampleImport),
    },
    handle: ({ scope, body }) => imports.importMcp(scope, body),
  }),
]
