import type { ConnectedAccount } from '../../schema/account.ts'
import type { AccountRow } from '../../store/account.ts'

type Named = { slug: string; name: string; logo: string | null }

export type VersionedAccount = ConnectedAccount & { version: number }

/** The display name of an account: never an id, which means nothing to a user. */
export function labelOf(row: AccountRow, toolkitName: string): string {
  const { identity } = row
  return (
    row.display_name ?? row.labels[0] ?? identity?.email ?? identity?.username ?? `${toolkitName} account`
  )
}

export function showAccount(row: AccountRow, toolkit: Named, testEndpoint: string | null): VersionedAccount {
  return {
    id: row.id,
    toolkit: { slug: toolkit.slug, name: toolkit.name, logo: toolkit.logo },
    authConfig: {
      id: row.auth_config_id,
      authScheme: row.auth_scheme,
      isProviderManaged: row.config_is_managed,
      isDisabled: row.config_is_disabled,
    },
    eUID: row.external_user_id,
    label: labelOf(row, toolkit.name),
    displayName: row.display_name,
    labels: row.labels,
    status: row.shown_status,
    statusReason: reasonOf(row),
    isDisabled: row.is_disabled,
    scopesGranted: row.scopes_granted,
    identity: row.identity,
    state: { authScheme: row.auth_scheme, val: row.credential_facts },
    expiresAt: row.expires_at,
    lastRefreshedAt: row.last_refreshed_at,
    lastUsedAt: row.last_used_at,
    lastError: row.last_error,
    testRequestEndpoint: testEndpoint,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

/** Why an account has expired by the clock alone. */
export const lapseReasons = {
  link_expired: 'The link expired before consent was given.',
  token_expired: 'Its token ran out, and there is nothing by which it could be renewed.',
} as const

function reasonOf(row: AccountRow): string | null {
  if (row.shown_status === 'INACTIVE')
    return row.is_disabled ? 'The account is switched off.' : 'Its auth config is switched off.'
  if (row.shown_status === 'EXPIRED' && row.status === 'ACTIVE') return lapseReasons.token_expired
  if (row.shown_status === 'EXPIRED' && row.status !== 'EXPIRED') return lapseReasons.link_expired
  return row.status_reason
}
