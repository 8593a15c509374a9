import type { AreaManifest } from '../../kernel/area.ts'

export const browsersManifest = {
  name: 'browsers',
  parts: ['schema', 'protocol', 'child', 'drivers', 'store', 'service', 'routes'],
  tables: ['browser_session', 'browser_event', 'browser_profile', 'browser_handoff'],
  errors: {
    browser_token_invalid: 401,
    browser_session_not_found: 404,
    browser_profile_not_found: 404,
    browser_handoff_not_found: 404,
    control_held: 409,
    profile_in_use: 409,
    browser_session_gone: 410,
    action_failed: 422,
    unsupported_by_driver: 422,
    browser_unavailable: 503,
    action_timeout: 504,
  },
  events: {
    'browser.session.ended': 'A browser session ended.',
    'browser.session.handoff_requested': 'A browser session requests a human to take over.',
  },
  auditActions: [
    'browser_session.created',
    'browser_session.ended',
    'browser_session.handed_off',
    'browser_profile.created',
    'browser_profile.deleted',
  ],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    browsers: typeof browsersManifest
  }
}
