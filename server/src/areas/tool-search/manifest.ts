import type { AreaManifest } from '../../kernel/area.ts'

export const toolSearchManifest = {
  name: 'tool-search',
  tables: [],
  errors: {},
  events: {},
  auditActions: [],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    toolSearch: typeof toolSearchManifest
  }
}
