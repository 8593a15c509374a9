import type { AreaManifest } from '../../kernel/area.ts'

export const projectsManifest = {
  name: 'projects',
  tables: ['project', 'api_key'],
  errors: {
    api_key_expired: 401,
    exceeds_key_limits: 403,
    ip_not_allowed: 403,
    api_key_not_found: 404,
    project_not_found: 404,
    last_admin_key: 409,
    key_limit_reached: 409,
  },
  events: {
    'api_key.revoked': 'An API key was revoked.',
  },
  auditActions: [
    'project.created',
    'project.updated',
    'project.deleted',
    'api_key.created',
    'api_key.updated',
    'api_key.rotated',
    'api_key.revoked',
  ],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    projects: typeof projectsManifest
  }
}
