import type { AreaManifest } from '../../kernel/area.ts'

export const agentsManifest = {
  name: 'agents',
  parts: ['schema', 'store', 'prompt', 'messages', 'policy', 'offered', 'loop', 'service', 'routes'],
  tables: ['agent_memory'],
  errors: { agent_not_found: 404, memory_not_found: 404, memory_limit_reached: 409 },
  events: {},
  auditActions: [],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    agents: typeof agentsManifest
  }
}
