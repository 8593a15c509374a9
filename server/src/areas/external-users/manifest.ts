import type { AreaManifest } from '../../kernel/area.ts'

export const externalUsersManifest = {
  name: 'external-users',
  tables: [
    'external_user',
    'external_user_stats',
    'external_user_alias',
    'external_user_token',
    'deletion_receipt',
  ],
  blobFolders: ['avatars'],
  errors: {
    deletion_receipt_not_found: 404,
    avatar_not_found: 404,
    default_user_protected: 409,
  },
  events: {
    'external_user.created': 'An end user was made, by name or by the first call with x-username.',
    'external_user.deactivated': 'An end user was switched off.',
    'external_user.deleted': 'An end user was erased, or merged into another.',
  },
  auditActions: [
    'external_user.created',
    'external_user.updated',
    'external_user.activated',
    'external_user.deactivated',
    'external_user.token_created',
    'external_user.tokens_revoked',
    'external_user.deleted',
    'external_user.merged',
  ],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    externalUsers: typeof externalUsersManifest
  }
}
