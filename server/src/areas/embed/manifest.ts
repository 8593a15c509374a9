import type { AreaManifest } from '../../kernel/area.ts'

export const embedManifest = {
  name: 'embed',
  tables: ['agent_share', 'agent_share_run'],
  errors: {
    username_required: 400,
    chat_token_not_found: 404,
    agent_not_public: 409,
    visitor_limit_reached: 429,
  },
  events: {},
  auditActions: ['agent.share_updated'],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    embed: typeof embedManifest
  }
}
