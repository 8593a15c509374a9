import type { AreaManifest } from '../../kernel/area.ts'

export const agentsManifest = {
  name: 'agents',
  parts: ['schema', 'store', 'prompt', 'messages', 'policy', 'offered', 'loop', 'service', 'routes'],
  tables: [],
  errors: {},
  events: {},
  auditActions: [],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    agents: typeof agentsManifest
  }
}
