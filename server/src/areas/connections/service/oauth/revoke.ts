import type { Clock } from '../../../../kernel/clock.ts'
import type { Queryable, Tx } from '../../../../kernel/db/db.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import { type Scope, systemScope } from '../../../../kernel/scope.ts'
import type { AccountRow } from '../../store/account.ts'
import type { AuthConfigRow } from '../../store/auth-config.ts'
import { insertRevocation } from '../../store/revocation.ts'
import type { Context } from '../context.ts'
import type { SecretBox, SecretValues } from '../secrets.ts'
import type { Grants } from './grants.ts'
import type { OAuthService } from './service-urls.ts'

export const revokeKind = 'connections.revoke'
export type RevokeInput = { accountId: string; notBefore?: string }
// Long enough for some calls of a service that is slow.
const neededMs = 5 * 60_000

/** Everything needed to revoke a grant: the auth config may be deleted by then. */
export type StoredGrant = { service: OAuthService; accessToken: string | null; refreshToken: string | null }

export type RevokingDeps = {
  clock: Clock
  runs: Pick<Runs, 'enqueue'>
  secrets: SecretBox
  context: Context
  grants: Grants
}

/** Begins to give back what an account was granted, in the transaction that deletes it. */
export function createRevoking({ clock, runs, secrets, context, grants }: RevokingDeps) {
  /** Null where the service has no way to do so, or nothing was granted. */
  async function grantOf(
    q: Queryable,
    scope: Scope,
    config: AuthConfigRow,
    account: AccountRow,
  ): Promise<StoredGrant | null> {
    if (account.credentials === null || account.auth_scheme !== 'OAUTH2') return null
    const toolkit = await context.findToolkit(q, scope, account.toolkit_slug)
    const scheme = toolkit?.authSchemes.find(({ name }) => name === 'OAUTH2')
    if (!scheme) return null
    let held: SecretValues
    let service: OAuthService | null
    try {
      held = secrets.open('connected-account', account.project_id, account.id, account.credentials)
      service = grants.revocable(scope, config, scheme, held)
    } catch {
      // What cannot be opened cannot be given back, and must not keep anyone from deleting it.
      return null
    }
    const text = (value: unknown) => (typeof value === 'string' ? value : null)
    const [accessToken, refreshToken] = [text(held.access_token), text(held.refresh_token)]
    return service === null || (accessToken ?? refreshToken) === null
      ? null
      : { service, accessToken, refreshToken }
  }

  return {
    grantOf,
    async beginIn(
      tx: Tx,
      account: AccountRow,
      stored: StoredGrant | null,
      { isErased, isNeeded = false }: { isErased: boolean; isNeeded?: boolean },
    ): Promise<void> {
      // Not the user's own run: it must outlive a user who is erased.
      const scope = systemScope(account.project_id)
      if (account.connected_at === null) return
      await insertRevocation(tx, scope, {
        accountId: account.id,
        userId: isErased ? null : account.external_user_id,
        toolkitSlug: account.toolkit_slug,
        grant:
          stored === null
            ? null
            : secrets.seal('connection-revocation', account.project_id, account.id, stored),
        at: clock.now(),
      })
      if (stored === null) return
      const notBefore = new Date(clock.now().getTime() + neededMs).toISOString()
      const input: RevokeInput = { accountId: account.id, ...(isNeeded ? { notBefore } : {}) }
      await runs.enqueue(tx, scope, { kind: revokeKind, input })
    },
  }
}

export type Revoking = ReturnType<typeof createRevoking>
