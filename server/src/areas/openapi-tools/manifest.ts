import type { AreaManifest } from '../../kernel/area.ts'

export const openApiToolsManifest = {
  name: 'openapi-tools',
  tables: ['toolkit_document', 'toolkit_tool'],
  errors: { invalid_api_description: 422 },
  events: {},
  auditActions: [],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    openApiTools: typeof openApiToolsManifest
  }
}
