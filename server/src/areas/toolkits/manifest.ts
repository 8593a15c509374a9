import type { AreaManifest } from '../../kernel/area.ts'

export const toolkitsManifest = {
  name: 'toolkits',
  parts: ['schema', 'ports', 'catalogue', 'store', 'service', 'jobs', 'routes'],
  tables: ['toolkit', 'toolkit_setting'],
  errors: {
    toolkit_not_found: 404,
    toolkit_in_use: 409,
    toolkit_limit_reached: 409,
    approval_outdated: 409,
    unsupported_auth_scheme: 422,
    tool_arguments_invalid: 422,
    invalid_api_description: 422,
  },
  events: {
    'toolkit.drifted': 'The published description of an imported API differs from the version in use.',
  },
  auditActions: [
    'toolkit.created',
    'toolkit.updated',
    'toolkit.deleted',
    'toolkit.reset',
    'toolkit.refreshed',
  ],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    toolkits: typeof toolkitsManifest
  }
}
