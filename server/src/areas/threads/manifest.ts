import type { AreaManifest } from '../../kernel/area.ts'

export const threadsManifest = {
  name: 'threads',
  tables: ['thread', 'thread_branch', 'thread_entry', 'thread_run', 'thread_feedback'],
  errors: {
    thread_not_found: 404,
    checkpoint_not_found: 404,
    message_not_found: 404,
    thread_exists: 409,
    run_in_progress: 409,
    run_queue_full: 409,
  },
  events: {},
  auditActions: [],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    threads: typeof threadsManifest
  }
}
