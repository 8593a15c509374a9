import type { AreaManifest } from '../../kernel/area.ts'

export const mcpManifest = {
  name: 'mcp',
  parts: ['schema', 'store', 'external', 'protocol', 'service', 'routes'],
  tables: ['mcp_server', 'mcp_server_external', 'mcp_call', 'mcp_content', 'mcp_toolkit', 'mcp_tool'],
  errors: {
    mcp_server_not_found: 404,
    mcp_server_limit_reached: 409,
    mcp_resource_not_found: 404,
    mcp_resource_limit_reached: 409,
    mcp_prompt_not_found: 404,
    mcp_prompt_limit_reached: 409,
  },
  events: {},
  auditActions: [
    'mcp_server.created',
    'mcp_server.updated',
    'mcp_server.deleted',
    'mcp_resource.created',
    'mcp_resource.updated',
    'mcp_resource.deleted',
    'mcp_prompt.created',
    'mcp_prompt.updated',
    'mcp_prompt.deleted',
  ],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    mcp: typeof mcpManifest
  }
}
