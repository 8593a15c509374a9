import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { retryOnDeadlock } from '../../../../kernel/db/retry-on-deadlock.ts'
import { AppError, type IgnoreFields } from '../../../../kernel/errors.ts'
import { type NewId, NIL_UUID } from '../../../../kernel/ids.ts'
import type { Page } from '../../../../kernel/page.ts'
import { checkIfMatch } from '../../../../kernel/preconditions.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Audit } from '../../../audit/index.ts'
import {
  type AccountFilter,
  findUsers,
  listAccounts,
  listByToolkit,
  listUsableAccounts,
} from '../../read-accounts.ts'
import type {
  AccountQuery,
  AccountTest,
  CreateAccountBody,
  CreatedAccount,
  Grouped,
  GroupedQuery,
  Impact,
  Revocation,
  UpdateAccountBody,
  WaitQuery,
} from '../../schema/account.ts'
import { type AccountRow, findAccount, lockAccount, setIdentity, updateAccount } from '../../store/account.ts'
import type { AuthConfigRow } from '../../store/auth-config.ts'
import { findRevocation } from '../../store/revocation.ts'
import type { Connecting, CredentialsInput } from '../connect.ts'
import { accountNotFound, type Context, refuseDisabled, schemeIn } from '../context.ts'
import { directFieldsOf, readValues } from '../fields.ts'
import { type Refreshing, RefreshRefused } from '../oauth/refresh.ts'
import type { Revoking } from '../oauth/revoke.ts'
import type { Probe } from '../probe.ts'
import type { SecretBox } from '../secrets.ts'
import { checkCallbackUrl } from '../urls.ts'
import { inState, isByConsent, refuseOtherConfig, refuseOtherScheme } from './creation-rules.ts'
import type { Links } from './links.ts'
import type { Removal } from './removal.ts'
import { showAccount, type VersionedAccount } from './show-account.ts'

// Often enough for a waiting user, seldom enough for many of them.
const lookEveryMs = 250

export type AccountDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  secrets: SecretBox
  context: Context
  links: Links
  connecting: Connecting
  refreshing: Refreshing
  removal: Removal
  revoking: Revoking
  probe: Probe
  publicUrl: URL
}

export function createAccounts(deps: AccountDeps) {
  const { db, clock, audit, secrets, context, links, connecting, refreshing, removal, revoking, probe } = deps

  async function row(scope: Scope, id: string): Promise<AccountRow> {
    const found = await findAccount(db, scope, id, clock.now())
    if (!found) throw accountNotFound()
    return found
  }

  async function show(scope: Scope, rows: readonly AccountRow[]): Promise<VersionedAccount[]> {
    const toolkits = new Map<
      string,
      { slug: string; name: string; logo: string | null; test: string | null }
    >()
    for (const slug of new Set(rows.map((each) => each.toolkit_slug))) {
      const found = await context.findToolkit(db, scope, slug)
      const test = found?.baseUrl && found.currentUserPath ? `${found.baseUrl}${found.currentUserPath}` : null
      toolkits.set(slug, { slug, name: found?.name ?? slug, logo: found?.logo ?? null, test })
    }
    return rows.map((each) => {
      const { test, ...toolkit } = toolkits.get(each.toolkit_slug)!
      return showAccount(each, toolkit, test)
    })
  }

  const visible = async (scope: Scope, id: string) => (await show(scope, [await row(scope, id)]))[0]!

  /**
   * Whose accounts are meant. Any key of the project may act as any of its end users, so it may also name them; the
   * token of an end user is valid for that one only.
   */
  async function usersNamed(scope: Scope, refs: readonly string[]) {
    if (refs.length === 0) return null
    const found = await findUsers(db, scope, refs)
    return scope.actor.kind === 'end-user-token'
      ? found.filter(({ id }) => id === scope.externalUser.id)
      : found
  }

  async function ownerOf(scope: Scope, eUID: string | undefined): Promise<Scope> {
    if (eUID === undefined || eUID === scope.externalUser.id || eUID === scope.externalUser.name) return scope
    const [user] = (await usersNamed(scope, [eUID])) ?? []
    if (!user)
      throw new AppError('external_user_not_found', 'End user not found', {
        hint: 'Omit eUID and send x-username: it creates the user.',
      })
    if (!user.is_active)
      throw new AppError('external_user_inactive', `The end user ${user.name} is inactive`, {
        hint: 'Activate the user to act as them.',
      })
    return { ...scope, externalUser: { id: user.id, name: user.name } }
  }

  return {
    get: visible,
    /** Returns the account once it has the status, or when the time is over. */
    async wait(
      scope: Scope,
      id: string,
      { wait, timeoutMs }: WaitQuery,
      signal: AbortSignal,
    ): Promise<VersionedAccount> {
      const until = Date.now() + timeoutMs
      for (;;) {
        const found = await row(scope, id)
        const isOver = found.shown_status === wait || found.shown_status === 'FAILED'
        const leftMs = until - Date.now()
        if (wait === undefined || isOver || leftMs <= 0 || signal.aborted)
          return (await show(scope, [found]))[0]!
        await pause(Math.min(lookEveryMs, leftMs), null, { signal }).catch(() => undefined)
      }
    },
    async list(scope: Scope, query: AccountQuery): Promise<Page<VersionedAccount>> {
      const users = await usersNamed(scope, query.eUIDs ?? [])
      const filter: AccountFilter = {
        toolkitSlugs: query.toolkitSlugs?.map((slug) => slug.toLowerCase()) ?? [],
        statuses: query.statuses ?? [],
        userIds: users?.map(({ id }) => id) ?? null,
        authConfigIds: query.authConfigIds ?? [],
        accountIds: query.connectedAccountIds ?? [],
        labels: query.labels ?? [],
        q: query.q,
      }
      const found = await listAccounts(db, scope, query, filter, clock.now())
      return { ...found, items: await show(scope, found.items) }
    },
    async grouped(scope: Scope, { eUID, q, limit }: GroupedQuery): Promise<Grouped> {
      const users = eUID === undefined ? null : await usersNamed(scope, [eUID])
      const user = users ? (users[0] ?? { id: NIL_UUID, name: null }) : scope.externalUser
      const none = { toolkitSlugs: [], statuses: [], authConfigIds: [], accountIds: [], labels: [] }
      const { rows, total } = await listByToolkit(
        db,
        scope,
        { ...none, userIds: [user.id], q },
        limit,
        clock.now(),
      )
      const connections = await show(scope, rows)
      const slugs = [...new Set(connections.map(({ toolkit }) => toolkit.slug))]
      return {
        externalUser: { id: user.id, name: user.name },
        groups: slugs.map((slug) => {
          const own = connections.filter(({ toolkit }) => toolkit.slug === slug)
          return { toolkit: own[0]!.toolkit, connections: own }
        }),
        totalConnections: total,
      }
    },
    async create(callerScope: Scope, body: CreateAccountBody, ignore: IgnoreFields): Promise<CreatedAccount> {
      const { state, eUID, callbackUrl, displayName, labels } = body.connection
      const scope = await ownerOf(callerScope, eUID)
      const config = await context.config(db, scope, body.authConfig.id)
      refuseDisabled(config)
      const toolkit = await context.toolkit(scope, config.toolkit_slug)
      refuseOtherScheme(state.authScheme, config)
      const scheme = schemeIn(toolkit, config.auth_scheme)
      checkCallbackUrl(callbackUrl, config.allowed_callback_urls, deps.publicUrl)
      const existing = await existingOf(scope, config, body.connectedAccountId)
      if (!body.allowMultiple && !existing) await refuseSecond(scope, config.id, config.toolkit_slug)
      if (isByConsent(scheme, state.val)) {
        const request = { callbackUrl, connectionData: state.val }
        const ignoreState: IgnoreFields = (unknown, hint) => ignore(unknown.map(inState), hint)
        const link = existing
          ? await links.reconnect(scope, existing.id, request, ignoreState)
          : await links.create(
              scope,
              { authConfigId: config.id, displayName, labels, ...request },
              ignoreState,
            )
        return {
          id: link.connectedAccountId,
          connectionData: { authScheme: scheme.name, val: {} },
          status: 'INITIATED',
          redirectUrl: link.redirectUrl,
        }
      }
      const values = readValues(directFieldsOf(scheme), state.val, {
        path: '/connection/state/val',
        areRequired: true,
        ignore,
      })
      const connect = existing ? connectExisting : connectNew
      const id =
        existing?.id ?? (await db.tx((tx) => links.insertIn(tx, scope, config, { displayName, labels })))
      const mustWork = body.validateCredentials
      await connect(scope, { accountId: id, toolkit, scheme, config, values, mustWork })
      const made = await row(scope, id)
      return {
        id,
        connectionData: { authScheme: scheme.name, val: made.credential_facts },
        status: made.shown_status,
        redirectUrl: null,
      }
    },
    async update(
      scope: Scope,
      id: string,
      body: UpdateAccountBody,
      ifMatch: readonly string[] | null,
    ): Promise<VersionedAccount> {
      await db.tx(async (tx) => {
        const found = await lockAccount(tx, scope, id, clock.now())
        if (!found) throw accountNotFound()
        checkIfMatch(ifMatch, found.version)
        const change = {
          display_name: body.displayName === undefined ? found.display_name : body.displayName,
          labels: body.labels ? [...new Set(body.labels)] : found.labels,
          is_disabled: body.isDisabled ?? found.is_disabled,
        }
        await updateAccount(tx, scope, id, change, clock.now())
        await audit.record(tx, scope, {
          action: 'connected_account.updated',
          targetType: 'connected_account',
          targetId: id,
          details: { fields: Object.keys(body) },
        })
      })
      return visible(scope, id)
    },
    async remove(
      scope: Scope,
      id: string,
      dryRun: boolean,
      ifMatch: readonly string[] | null,
    ): Promise<void> {
      const found = await row(scope, id)
      checkIfMatch(ifMatch, found.version)
      if (dryRun) return
      await retryOnDeadlock(() =>
        db.tx(async (tx) => {
          const account = await lockAccount(tx, scope, id, clock.now())
          if (!account) throw accountNotFound()
          checkIfMatch(ifMatch, account.version)
          const config = await context.config(tx, scope, account.auth_config_id)
          await removal.removeIn(tx, scope, config, account, false)
        }),
      )
    },
    async impact(scope: Scope, id: string): Promise<Impact> {
      const account = await row(scope, id)
      const config = await context.config(db, scope, account.auth_config_id)
      const owner = { ...scope, externalUser: { id: account.external_user_id, name: '' } }
      const others = await listUsableAccounts(db, owner, account.toolkit_slug, clock.now())
      return {
        connectedAccountId: id,
        dependants: await removal.dependantsOf(db, owner, id),
        otherAccounts: others.filter((each) => each.id !== id).length,
        revokesUpstream: (await revoking.grantOf(db, scope, config, account)) !== null,
      }
    },
    /** Only requests new tokens: an account that works keeps its status even if that fails. */
    async refresh(scope: Scope, id: string): Promise<VersionedAccount> {
      const account = await row(scope, id)
      if (!account.is_renewable)
        throw new AppError('invalid_state', 'This account has no refresh token', {
          facts: { state: account.shown_status, authScheme: account.auth_scheme },
          hint: 'If it does not work, reconnect it with POST …/reconnect.',
        })
      try {
        return (await show(scope, [await refreshing.renew(account)]))[0]!
      } catch (error) {
        if (!(error instanceof RefreshRefused)) throw error
        const current = await row(scope, id)
        throw new AppError('refresh_refused', error.message, {
          facts: { state: current.shown_status, connectedAccountId: id },
          hint: 'If it fails again, reconnect it with POST …/reconnect.',
        })
      }
    },
    async test(scope: Scope, id: string): Promise<AccountTest> {
      const account = await row(scope, id)
      if (account.credentials === null)
        throw new AppError('invalid_state', 'This account is not connected yet', {
          facts: { state: account.shown_status },
        })
      const toolkit = await context.toolkit(scope, account.toolkit_slug)
      const scheme = schemeIn(toolkit, account.auth_scheme)
      const values = secrets.open('connected-account', scope.projectId, id, account.credentials)
      const probed = await probe(toolkit, scheme, values)
      if (probed.outcome === 'works' && probed.identity) await setIdentity(db, scope, id, probed.identity)
      const current = await row(scope, id)
      return {
        isWorking: probed.outcome === 'works',
        status: current.shown_status,
        identity: current.identity,
        message: probed.outcome === 'works' ? `${toolkit.name} accepted the credentials` : probed.message,
      }
    },
    async revocation(scope: Scope, id: string): Promise<Revocation> {
      const found = await findRevocation(db, scope, id)
      if (!found) throw new AppError('revocation_not_found', 'No deleted account with this id')
      return {
        connectedAccountId: found.connected_account_id,
        status: found.status,
        tries: found.tries,
        lastError: found.last_error,
        createdAt: found.created_at,
        endedAt: found.ended_at,
      }
    },
  }

  async function existingOf(
    scope: Scope,
    config: AuthConfigRow,
    id: string | undefined,
  ): Promise<AccountRow | null> {
    if (id === undefined) return null
    const found = await row(scope, id)
    refuseOtherConfig(found, config)
    return found
  }

  /** Where the credentials do not work, the account keeps those that it has. */
  async function connectExisting(scope: Scope, input: CredentialsInput): Promise<void> {
    const { accountId } = input
    const credentialed = await connecting.credentialsFrom(scope, input)
    await retryOnDeadlock(() =>
      db.tx(async (tx) => {
        const account = await lockAccount(tx, scope, accountId, clock.now())
        if (!account) throw accountNotFound()
        await connecting.connectIn(tx, scope, account, credentialed)
      }),
    )
  }

  /** Where its credentials do not work, nothing is left of the account. */
  async function connectNew(scope: Scope, input: CredentialsInput): Promise<void> {
    const { accountId } = input
    try {
      await connectExisting(scope, input)
    } catch (error) {
      // The account was announced nowhere yet.
      await db.tx(async (tx) => {
        const account = await lockAccount(tx, scope, accountId, clock.now())
        if (account?.connected_at === null) await removal.discardIn(tx, scope, account)
      })
      throw error
    }
  }

  async function refuseSecond(scope: Scope, configId: string, toolkitSlug: string): Promise<void> {
    const others = await listUsableAccounts(db, scope, toolkitSlug, clock.now())
    const other = others.find((each) => each.auth_config_id === configId)
    if (!other) return
    throw new AppError('invalid_state', 'The end user already has an active account with this auth config', {
      facts: { connectedAccountId: other.id },
      hint: 'Reconnect that account, or omit allowMultiple.',
    })
  }
}
