import type { AreaManifest } from '../../kernel/area.ts'

export const chatManifest = {
  name: 'chat',
  parts: ['schema', 'store', 'protocols', 'service', 'routes'],
  tables: [],
  errors: {
    approval_not_allowed: 403,
    assistant_not_found: 404,
    agent_required: 422,
    message_invalid: 422,
  },
  events: {
    'thread.deleted': 'A thread was deleted.',
    'thread.operator_replied': 'A human answered in a thread in place of the agent.',
    'thread.reply_mode_changed': 'A human took over a thread, or handed it back to the agent.',
  },
  auditActions: ['thread.deleted', 'thread.operator_replied', 'thread.reply_mode_changed'],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    chat: typeof chatManifest
  }
}
