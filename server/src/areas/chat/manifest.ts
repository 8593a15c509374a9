import type { AreaManifest } from '../../kernel/area.ts'

export const chatManifest = {
  name: 'chat',
  parts: ['schema', 'store', 'protocols', 'service', 'routes'],
  tables: [],
  errors: {
    assistant_not_found: 404,
    agent_required: 422,
    message_invalid: 422,
  },
  events: {
    'thread.deleted': 'A thread was deleted.',
    'thread.message_received': 'A user wrote in a thread that a human answers.',
    'thread.operator_replied': 'A human answered in a thread in place of the agent.',
    'thread.reply_mode_changed': 'A human took over a thread, or handed it back to the agent.',
  },
  auditActions: [
    'thread.deleted',
    'thread.run_deleted',
    'thread.operator_replied',
    'thread.reply_mode_changed',
  ],
  unservedPaths: [
    {
      path: /^\/api\/v1\/langgraph\/(threads\/[^/]+\/)?runs\/crons/,
      message: 'Crons of LangGraph are not served',
      hint: 'Start runs by a schedule of your own.',
    },
    {
      path: /^\/api\/v1\/langgraph\/store\//,
      message: 'The store of LangGraph is not served',
      hint: 'Use tables, /api/v1/table/collections, or the memories of an agent, /api/v1/agents/{id}/memories.',
    },
    {
      path: /^\/api\/v1\/langgraph\/(assistants|ui)(\/|$)/,
      message: 'Assistants are the agents of the project, and are read-only here',
      hint: 'Create, change and delete agents at /api/v1/workflow/manager.',
    },
  ],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    chat: typeof chatManifest
  }
}
