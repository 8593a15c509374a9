import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Events } from '../../../../kernel/events/events.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import { type Scope, systemScope } from '../../../../kernel/scope.ts'
import type { Audit } from '../../../audit/index.ts'
import type { AuthScheme } from '../../../toolkits/index.ts'
import { type AccountRow, findAccount, setStatus } from '../../store/account.ts'
import { type AuthConfigRow, findConfig } from '../../store/auth-config.ts'
import { holdRefresh, noteRefreshFailure, storeRefreshed } from '../../store/credentials.ts'
import type { SecretBox, SecretValues } from '../secrets.ts'
import type { Grants } from './grants.ts'
import type { TokenResponse } from './token-response.ts'
import type { TokenStore } from './tokens.ts'

export type RefreshDeps = {
  db: Db
  clock: Clock
  newId: NewId
  events: Events
  audit: Audit
  secrets: SecretBox
  grants: Grants
  tokenStore: TokenStore
  schemeOf(scope: Scope, account: AccountRow): Promise<AuthScheme>
}

// Longer than all requests of one refresh; a node that died with the lease is not waited for any longer.
const leaseMs = 60_000
const waitMs = 40
const maxPermanentFailures = 3
const retryAfterFailureMs = 60_000
const maxWrites = 6

/** The scope for work on an account without a request: events concern its end user. */
export const ownerScope = (account: Pick<AccountRow, 'project_id' | 'external_user_id'>): Scope => ({
  ...systemScope(account.project_id),
  externalUser: { id: account.external_user_id, name: '' },
})

/** The service does not renew what we hold: only its owner can fix that. */
export class RefreshRefused extends Error {}

/**
 * Renews the credentials of an account: once for all who ask at the same time, in this process and on all nodes. The
 * response is stored before any caller gets it. Should the node die between the two, what the service rotated is lost
 * with it: the next renewal is then refused, and after three refusals the account has expired and waits for its owner.
 */
export function createRefreshing(deps: RefreshDeps) {
  const { db, clock, newId, events, audit, secrets, grants, tokenStore } = deps
  const inFlight = new Map<string, Promise<AccountRow>>()

  async function reload(scope: Scope, id: string): Promise<AccountRow> {
    const row = await findAccount(db, scope, id, clock.now())
    if (!row) throw new AppError('connected_account_not_found', 'Connected account not found')
    return row
  }

  function ask(
    scope: Scope,
    config: AuthConfigRow,
    scheme: AuthScheme,
    held: SecretValues,
  ): Promise<TokenResponse> {
    if (scheme.name === 'S2S_OAUTH2') return grants.clientCredentials(scope, config, scheme, held)
    if (scheme.name === 'SERVICE_ACCOUNT') return grants.serviceAccount(scope, config, scheme, held)
    return grants.refresh(scope, config, scheme, held)
  }

  async function fail(
    scope: Scope,
    account: AccountRow,
    error: { code: string; message: string },
    isPermanent: boolean,
  ) {
    const at = clock.now()
    await db.tx(async (tx) => {
      const failures = await noteRefreshFailure(tx, scope, account.id, account.credentials_version, {
        error: { ...error, at: at.toISOString() },
        isPermanent,
        retryAt: new Date(at.getTime() + retryAfterFailureMs),
      })
      if (failures === null || failures < maxPermanentFailures || account.status !== 'ACTIVE') return
      await setStatus(tx, scope, account.id, 'EXPIRED', error.message, at)
      await audit.record(tx, scope, {
        action: 'connected_account.expired',
        targetType: 'connected_account',
        targetId: account.id,
        details: { code: error.code },
      })
      const data = { id: account.id, toolkitSlug: account.toolkit_slug, reason: error.code }
      await events.publish(tx, scope, { type: 'connected_account.expired', data })
    })
  }

  /** The old token is spent by now: a database that is away for a moment must not cost the account. */
  async function writeDown(write: () => Promise<boolean>): Promise<boolean> {
    for (let tries = 1; ; tries++) {
      try {
        return await write()
      } catch (error) {
        if (tries === maxWrites) throw error
        await pause(100 * 2 ** tries)
      }
    }
  }

  async function perform(scope: Scope, account: AccountRow): Promise<AccountRow> {
    let response: TokenResponse
    let scheme: AuthScheme
    let config: AuthConfigRow
    let held: SecretValues
    try {
      held = secrets.open('connected-account', account.project_id, account.id, account.credentials!)
      config = (await findConfig(db, scope, account.auth_config_id))!
      scheme = await deps.schemeOf(scope, account)
      response = await ask(scope, config, scheme, held)
    } catch (error) {
      const known = error instanceof AppError ? error : null
      const reason = {
        code: known?.code ?? 'internal_error',
        message: known?.message ?? 'It could not be renewed',
      }
      await fail(scope, account, reason, false)
      throw error
    }
    if (!response.isGranted) {
      const { kind, code, message } = response.refusal
      await fail(scope, account, { code, message }, kind === 'grant')
      throw new RefreshRefused(message)
    }
    const sealed = tokenStore.sealTokens({
      projectId: account.project_id,
      accountId: account.id,
      scheme,
      before: { values: held, facts: account.credential_facts },
      tokens: response.tokens,
      requestedScopes: account.scopes_granted.length > 0 ? account.scopes_granted : config.scopes,
    })
    await writeDown(() =>
      db.tx((tx) => storeRefreshed(tx, scope, account.id, account.credentials_version, sealed, clock.now())),
    )
    return reload(scope, account.id)
  }

  /** A caller that does not get the lease waits for the one who has it, and shares what came of it. */
  async function renewOnce(scope: Scope, account: AccountRow): Promise<AccountRow> {
    const seen = account.credentials_version
    const failedBefore = account.last_error?.at ?? ''
    const giveUpAt = Date.now() + leaseMs + 5_000
    for (;;) {
      const now = clock.now()
      const until = new Date(now.getTime() + leaseMs)
      if (await holdRefresh(db, scope, account.id, { version: seen, holder: newId(), until, now }))
        return perform(scope, account)
      const current = await reload(scope, account.id)
      if (current.credentials_version !== seen) return current
      if (current.refresh_held_until === null && (current.last_error?.at ?? '') > failedBefore)
        throw new RefreshRefused(current.last_error!.message)
      if (Date.now() > giveUpAt)
        throw new AppError('upstream_timeout', 'The token of the account was not refreshed in time')
      await pause(waitMs)
    }
  }

  return {
    /** The account with credentials that are newer than those given. Throws `RefreshRefused` or what went wrong. */
    renew(account: AccountRow): Promise<AccountRow> {
      if (!account.is_renewable || account.credentials === null)
        return Promise.reject(new RefreshRefused('There is nothing by which it could be renewed'))
      const key = `${account.project_id}:${account.id}:${account.credentials_version}`
      let renewal = inFlight.get(key)
      if (!renewal) {
        renewal = renewOnce(ownerScope(account), account).finally(() => inFlight.delete(key))
        inFlight.set(key, renewal)
      }
      return renewal
    },
  }
}

export type Refreshing = ReturnType<typeof createRefreshing>
