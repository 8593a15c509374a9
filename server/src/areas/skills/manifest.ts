import type { AreaManifest } from '../../kernel/area.ts'

export const skillsManifest = {
  name: 'skills',
  parts: ['schema', 'package', 'catalogue', 'store', 'registry', 'service', 'agent', 'routes'],
  tables: ['skill', 'skill_version', 'skill_content', 'skill_file'],
  errors: {
    skill_not_found: 404,
    skill_version_not_found: 404,
    skill_file_not_found: 404,
    registry_not_found: 404,
    skill_in_use: 409,
    skill_limit_reached: 409,
    invalid_package: 422,
    skill_ambiguous: 422,
  },
  events: { 'skill.updated': 'A skill was changed.' },
  auditActions: [
    'skill.created',
    'skill.updated',
    'skill.deleted',
    'skill.installed',
    'skill.uninstalled',
    'skill.version_created',
    'skill.rolled_back',
    'skill.synced',
    'skill.update_approved',
  ],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    skills: typeof skillsManifest
  }
}
