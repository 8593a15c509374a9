import type { AreaManifest } from '../../kernel/area.ts'

export const overviewManifest = {
  name: 'overview',
  tables: ['notification_read'],
  errors: {},
  events: {},
  auditActions: [],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    overview: typeof overviewManifest
  }
}
