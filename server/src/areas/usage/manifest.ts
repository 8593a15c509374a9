import type { AreaManifest } from '../../kernel/area.ts'

export const usageManifest = {
  name: 'usage',
  tables: [
    'usage_entry',
    'usage_balance',
    'usage_hold',
    'usage_cap',
    'usage_cap_counter',
    'usage_cap_request',
    'usage_unrolled',
    'usage_day',
    'usage_user_day',
    'usage_user_month',
    'usage_user_total',
  ],
  errors: {
    insufficient_credits: 402,
    budget_exceeded: 402,
    usage_not_found: 404,
    usage_cap_not_found: 404,
    usage_cap_request_not_found: 404,
    usage_cap_conflict: 409,
    hold_exceeded: 409,
  },
  events: {
    'usage.low_balance': 'The credits of the project run low.',
    'usage.cap_reached': 'A limit on credits was reached.',
  },
  auditActions: [
    'usage.granted',
    'usage.adjusted',
    'usage_cap.created',
    'usage_cap.updated',
    'usage_cap.deleted',
    'usage_cap.approved',
    'usage_cap.refused',
  ],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    usage: typeof usageManifest
  }
}
