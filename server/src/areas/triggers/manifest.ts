import type { AreaManifest } from '../../kernel/area.ts'

export const triggersManifest = {
  name: 'triggers',
  tables: [
    'trigger_instance',
    'trigger_invocation',
    'trigger_plan',
    'trigger_window',
    'trigger_pause',
    'trigger_creation',
    'trigger_unregistration',
    'trigger_dead_hook',
    'trigger_event_rate',
    'trigger_event_gap',
  ],
  errors: {
    webhook_signature_invalid: 401,
    trigger_not_found: 404,
    trigger_type_not_found: 404,
    trigger_invocation_not_found: 404,
    trigger_limit_reached: 409,
    trigger_disabled: 410,
    trigger_config_invalid: 422,
    trigger_type_unsupported: 422,
    triggers_paused: 503,
  },
  events: {
    'trigger.fired': 'A trigger started a workflow or an agent.',
    'trigger.disabled': 'A trigger was disabled, by a user or after repeated failures.',
    'trigger.failed': 'A trigger could not start its workflow or agent, or is overdue by two intervals.',
    'trigger.paused': 'All triggers of the project were paused.',
    'trigger.resumed': 'All triggers of the project were resumed.',
  },
  auditActions: [
    'trigger.created',
    'trigger.updated',
    'trigger.secret_rotated',
    'trigger.enabled',
    'trigger.disabled',
    'trigger.deleted',
    'trigger.paused',
    'trigger.resumed',
    'trigger.backfilled',
    'trigger.registration_uncertain',
    'trigger.webhook_removed',
    'trigger.webhook_removal_failed',
  ],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    triggers: typeof triggersManifest
  }
}
