import type { AreaManifest } from '../../kernel/area.ts'

export const mcpAuthManifest = {
  name: 'mcp-auth',
  tables: ['mcp_grant'],
  errors: { mcp_client_not_found: 404, authorization_request_invalid: 400 },
  events: {},
  auditActions: ['mcp_client.authorized', 'mcp_client.revoked'],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    'mcp-auth': typeof mcpAuthManifest
  }
}
