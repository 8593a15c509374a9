import type { AreaManifest } from '../../kernel/area.ts'

export const mcpManifest = {
  name: 'mcp',
  parts: ['schema', 'store', 'external', 'protocol', 'service', 'routes'],
  tables: ['mcp_server', 'mcp_server_external', 'mcp_call', 'mcp_toolkit', 'mcp_tool'],
  errors: { mcp_server_not_found: 404, mcp_server_limit_reached: 409 },
  events: {},
  auditActions: ['mcp_server.created', 'mcp_server.updated', 'mcp_server.deleted'],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    mcp: typeof mcpManifest
  }
}
