import type { AreaManifest } from '../../kernel/area.ts'

export const toolsManifest = {
  name: 'tools',
  parts: ['schema', 'store', 'service', 'built-in', 'routes'],
  tables: ['tool', 'tool_version', 'tool_setting', 'tool_execution', 'tool_question', 'tool_fixture'],
  errors: {
    admin_only_field: 403,
    tool_not_found: 404,
    tool_version_not_found: 404,
    tool_log_not_found: 404,
    tool_fixture_not_found: 404,
    human_request_not_found: 404,
    tool_disabled: 409,
    tool_changed: 409,
    tool_in_use: 409,
    tool_limit_reached: 409,
    tool_not_executable: 422,
  },
  events: {
    'human_request.created': 'A tool asked a human a question.',
    'human_request.answered': 'A human answered the question of a tool.',
  },
  auditActions: [
    'tool.created',
    'tool.updated',
    'tool.deleted',
    'tool_fixture.created',
    'tool_fixture.deleted',
    'human_request.answered',
  ],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    tools: typeof toolsManifest
  }
}
