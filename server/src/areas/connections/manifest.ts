import type { AreaManifest } from '../../kernel/area.ts'

export const connectionsManifest = {
  name: 'connections',
  tables: ['auth_config', 'connected_account', 'connection_link', 'connection_revocation', 'demo_grant'],
  errors: {
    callback_url_not_allowed: 400,
    oauth_state_invalid: 400,
    tool_restricted: 403,
    auth_config_not_found: 404,
    connected_account_not_found: 404,
    revocation_not_found: 404,
    link_not_found: 404,
    auth_config_in_use: 409,
    auth_config_disabled: 409,
    auth_config_limit_reached: 409,
    connected_account_limit_reached: 409,
    link_used: 409,
    provider_managed_auth_unavailable: 422,
    credentials_rejected: 422,
    refresh_refused: 422,
    connection_required: 422,
  },
  events: {
    'connected_account.active': 'A connected account can be used.',
    'connected_account.expired': 'The authorization of a connected account ran out.',
    'connected_account.failed': 'An account could not be connected.',
    'connected_account.deleted': 'A connected account was deleted.',
  },
  auditActions: [
    'auth_config.created',
    'auth_config.updated',
    'auth_config.enabled',
    'auth_config.disabled',
    'auth_config.deleted',
    'auth_config.credentials_promoted',
    'connected_account.initiated',
    'connected_account.reconnect_started',
    'connected_account.connected',
    'connected_account.reconnected',
    'connected_account.consent_failed',
    'connected_account.updated',
    'connected_account.expired',
    'connected_account.deleted',
    'connected_account.revoked',
    'connected_account.revocation_failed',
  ],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    connections: typeof connectionsManifest
  }
}
