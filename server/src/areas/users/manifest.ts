import type { AreaManifest } from '../../kernel/area.ts'

export const usersManifest = {
  name: 'users',
  tables: ['account', 'project_member', 'account_session', 'setup_token'],
  errors: {
    invalid_credentials: 401,
    invalid_setup_token: 401,
    csrf_token_required: 403,
  },
  events: {},
  auditActions: ['password.changed', 'profile.updated'],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    users: typeof usersManifest
  }
}
