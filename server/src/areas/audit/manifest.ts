import type { AreaManifest } from '../../kernel/area.ts'

export const auditManifest = {
  name: 'audit',
  parts: ['schema', 'export', 'store', 'service', 'routes'],
  tables: ['audit_entry'],
  errors: {},
  events: {},
  auditActions: [],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    audit: typeof auditManifest
  }
}
