import type { AreaManifest } from '../../kernel/area.ts'

export const llmManifest = {
  name: 'llm',
  parts: ['schema', 'providers', 'catalogue', 'store', 'service', 'jobs', 'routes', 'compat'],
  tables: [
    'model_setting',
    'llm_call',
    'llm_call_open',
    'llm_provider',
    'llm_quote',
    'llm_model',
    'llm_media_job',
    'llm_settings_mark',
  ],
  errors: {
    unsupported_parameter: 400,
    model_not_found: 404,
    provider_not_found: 404,
    llm_call_not_found: 404,
    llm_quote_not_found: 404,
    media_job_not_found: 404,
    model_inactive: 409,
    provider_not_configured: 422,
    model_unpriced: 422,
    context_length_exceeded: 422,
    upstream_rate_limited: 429,
    provider_unavailable: 503,
  },
  events: {},
  auditActions: ['model.activated', 'model.deactivated', 'llm_provider.updated', 'llm_provider.deleted'],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    llm: typeof llmManifest
  }
}
