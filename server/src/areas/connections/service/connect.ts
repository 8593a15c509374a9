import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { ExternalUsers } from '../../external-users/index.ts'
import type { AuthScheme, ToolkitEntry } from '../../toolkits/index.ts'
import type { Identity } from '../schema/account.ts'
import { type AccountRow, lockAccount, setStatus } from '../store/account.ts'
import type { AuthConfigRow } from '../store/auth-config.ts'
import { connectAccount, type SealedCredentials } from '../store/credentials.ts'
import { accountNotFound } from './context.ts'
import type { Grants } from './oauth/grants.ts'
import { identityIn, type TokenStore } from './oauth/tokens.ts'
import type { Probe } from './probe.ts'
import type { SecretValues } from './secrets.ts'

export type ConnectDeps = {
  db: Db
  clock: Clock
  audit: Audit
  events: Events
  externalUsers: ExternalUsers
  grants: Grants
  tokenStore: TokenStore
  probe: Probe
}

export type Credentialed = { sealed: SealedCredentials; identity: Identity | null }

export type CredentialsInput = {
  accountId: string
  toolkit: ToolkitEntry
  scheme: AuthScheme
  config: AuthConfigRow
  values: SecretValues
  /** Refuses what the service does not take, where there is a way to ask. */
  mustWork: boolean
}

/** How an account comes to work, whichever way its credentials came. */
export function createConnecting(deps: ConnectDeps) {
  const { clock, audit, events, externalUsers, grants, tokenStore, probe } = deps

  const nothing = { values: {}, facts: {} }

  return {
    /** Turns input fields into credentials: as they are, or by requesting a token with them. */
    async credentialsFrom(scope: Scope, input: CredentialsInput): Promise<Credentialed> {
      const { accountId, toolkit, scheme, config, values, mustWork } = input
      const context = { projectId: scope.projectId, accountId, scheme }
      if (scheme.name === 'S2S_OAUTH2' || scheme.name === 'SERVICE_ACCOUNT') {
        const response =
          scheme.name === 'S2S_OAUTH2'
            ? await grants.clientCredentials(scope, config, scheme, values)
            : await grants.serviceAccount(scope, config, scheme, values)
        if (!response.isGranted) throw rejected(response.refusal.message)
        const before = { values, facts: {} }
        const sealed = tokenStore.sealTokens({
          ...context,
          before,
          tokens: response.tokens,
          requestedScopes: config.scopes,
        })
        return { sealed, identity: identityIn(response.tokens.raw) }
      }
      const probed = mustWork ? await probe(toolkit, scheme, values) : null
      if (probed?.outcome === 'refused') throw rejected(probed.message)
      if (probed?.outcome === 'unknown' && toolkit.currentUserPath !== null)
        throw new AppError('upstream_error', `The credentials could not be checked: ${probed.message}`, {
          hint: 'Try again later, or omit validateCredentials.',
        })
      return {
        sealed: tokenStore.sealProvided({ ...context, before: nothing, values }, config.scopes),
        identity: probed?.outcome === 'works' ? probed.identity : null,
      }
    },
    /** The account works from now on: counted once, and published. */
    async connectIn(
      tx: Tx,
      scope: Scope,
      account: AccountRow,
      { sealed, identity }: Credentialed,
    ): Promise<void> {
      const owner = { ...scope, externalUser: { id: account.external_user_id, name: '' } }
      await connectAccount(tx, owner, account.id, sealed, identity, clock.now())
      if (account.connected_at === null) await externalUsers.count(tx, owner, { connectionCount: 1 })
      await audit.record(tx, owner, {
        action:
          account.connected_at === null ? 'connected_account.connected' : 'connected_account.reconnected',
        targetType: 'connected_account',
        targetId: account.id,
        details: { toolkitSlug: account.toolkit_slug },
      })
      await events.publish(tx, owner, {
        type: 'connected_account.active',
        data: { id: account.id, toolkitSlug: account.toolkit_slug, authConfigId: account.auth_config_id },
      })
    },
    /** Consent was not given. An account that worked before stays as it was. */
    async failIn(tx: Tx, scope: Scope, accountId: string, code: string, reason: string): Promise<void> {
      const account = await lockAccount(tx, scope, accountId, clock.now())
      if (!account) throw accountNotFound()
      const owner = { ...scope, externalUser: { id: account.external_user_id, name: '' } }
      const isNew = account.connected_at === null
      if (isNew) await setStatus(tx, owner, accountId, 'FAILED', reason, clock.now())
      await audit.record(tx, owner, {
        action: 'connected_account.consent_failed',
        targetType: 'connected_account',
        targetId: accountId,
        details: { code },
      })
      if (!isNew) return
      const data = { id: accountId, toolkitSlug: account.toolkit_slug, reason: code }
      await events.publish(tx, owner, { type: 'connected_account.failed', data })
    },
  }
}

export type Connecting = ReturnType<typeof createConnecting>

const rejected = (message: string) =>
  new AppError('credentials_rejected', message, { hint: 'Check the values and send them again.' })
