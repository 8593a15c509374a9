import type { AreaManifest } from '../../kernel/area.ts'

export const openApiToolsManifest = {
  name: 'openapi-tools',
  parts: ['schema', 'document', 'request', 'digest', 'store', 'shipped', 'service', 'routes'],
  tables: ['toolkit_document', 'toolkit_tool'],
  errors: {},
  events: {},
  auditActions: [],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    openApiTools: typeof openApiToolsManifest
  }
}
