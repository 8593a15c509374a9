import type { AreaManifest } from '../../kernel/area.ts'

export const webhooksManifest = {
  name: 'webhooks',
  tables: ['webhook', 'webhook_delivery', 'webhook_attempt'],
  errors: {
    webhook_not_found: 404,
    webhook_delivery_not_found: 404,
    webhook_limit_reached: 409,
  },
  // Of areas that are not there yet: webhooks can be made for them already. Each goes to its area when that is added.
  events: {
    'run.completed': 'An agent replied in a thread.',
    'run.error': 'An agent failed to respond in a thread.',
    'run.interrupted': 'The response of an agent was interrupted.',
  },
  auditActions: [
    'webhook.created',
    'webhook.updated',
    'webhook.secret_rotated',
    'webhook.deleted',
    'webhook.disabled',
    'webhook.tested',
    'webhook.redelivered',
  ],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    webhooks: typeof webhooksManifest
  }
}
