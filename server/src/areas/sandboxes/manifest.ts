import type { AreaManifest } from '../../kernel/area.ts'

export const sandboxesManifest = {
  name: 'sandboxes',
  tables: ['sandbox_session', 'sandbox_execution'],
  blobFolders: ['sandbox'],
  errors: {
    sandbox_session_not_found: 404,
    sandbox_execution_not_found: 404,
    sandbox_command_not_found: 404,
    sandbox_file_not_found: 404,
    sandbox_session_gone: 410,
  },
  events: {
    'sandbox.session.ended': 'A sandbox session ended.',
  },
  auditActions: ['sandbox_session.created', 'sandbox_session.ended'],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    sandboxes: typeof sandboxesManifest
  }
}
