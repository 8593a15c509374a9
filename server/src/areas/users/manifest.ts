import type { AreaManifest } from '../../kernel/area.ts'

export const usersManifest = {
  name: 'users',
  tables: ['account', 'project_member', 'account_session', 'setup_token', 'project_invitation'],
  errors: {
    invalid_credentials: 401,
    invalid_setup_token: 401,
    invalid_invitation: 401,
    invalid_reset_token: 401,
    csrf_token_required: 403,
    no_membership: 403,
    member_not_found: 404,
    invitation_not_found: 404,
    already_member: 409,
    last_admin: 409,
    last_project: 409,
    server_owner: 409,
    invitation_limit_reached: 409,
  },
  events: {},
  auditActions: [
    'password.changed',
    'password.reset_link_created',
    'password.reset',
    'profile.updated',
    'member.joined',
    'member.role_changed',
    'member.removed',
    'invitation.created',
    'invitation.resent',
    'invitation.revoked',
  ],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    users: typeof usersManifest
  }
}
