import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Queryable, Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { isUuid, NIL_UUID } from '../../../../kernel/ids.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { AccountSource, Credentials, ToolkitEntry } from '../../../toolkits/index.ts'
import { findUnused, listConnectedSlugs, listUsableAccounts } from '../../read-accounts.ts'
import type { Link } from '../../schema/account.ts'
import { type AccountRow, findAccount, touchAccount } from '../../store/account.ts'
import { findConfig, listUsable } from '../../store/auth-config.ts'
import { accountNotFound, schemeIn } from '../context.ts'
import { type Refreshing, RefreshRefused } from '../oauth/refresh.ts'
import type { SecretBox } from '../secrets.ts'
import type { Links } from './links.ts'

export type SelectDeps = { db: Db; clock: Clock; secrets: SecretBox; links: Links; refreshing: Refreshing }

type AccountRequest = Parameters<AccountSource['select']>[2]

// A call that takes its time must not see its token run out on the way.
const spareMs = 30_000
const touchEveryMs = 60_000

/** What can be used of an account when it is deleted: sealed by the caller, and only for as long as that takes. */
export type AccountCopy = {
  connectedAccountId: string
  authScheme: string
  values: Credentials['values']
}

/** Accounts for the caller that executes tools. Refresh tokens stay here: no tool has any business with them. */
export function createAccountSource({ db, clock, secrets, links, refreshing }: SelectDeps) {
  function valuesOf(account: AccountRow): Credentials['values'] {
    const { project_id, id, credentials } = account
    const { refresh_token: _, ...values } = secrets.open('connected-account', project_id, id, credentials!)
    return values
  }

  /** The exact id goes before the label, and the label before the newest that the auth config lets use this tool. */
  async function find(
    scope: Scope,
    toolkit: ToolkitEntry,
    requested: AccountRequest,
  ): Promise<AccountRow | null> {
    if (requested.connectedAccountId !== undefined) {
      const id = requested.connectedAccountId.toLowerCase()
      const account = isUuid(id) ? await findAccount(db, scope, id, clock.now()) : null
      if (!account) throw accountNotFound()
      if (account.toolkit_slug !== toolkit.slug)
        throw new AppError(
          'invalid_parameter',
          `The account belongs to ${account.toolkit_slug}, not to ${toolkit.slug}`,
          {
            hint: `Use an account of ${toolkit.slug}, or omit it.`,
          },
        )
      if (mayUse(account.config_restricts, requested.toolSlug)) return account
      throw restricted('The auth config of the account does not allow this tool', account.config_restricts)
    }
    const { label, authConfigId } = requested
    const usable = (await listUsableAccounts(db, scope, toolkit.slug, clock.now())).filter(
      (account) =>
        mayUse(account.config_restricts, requested.toolSlug) &&
        (authConfigId === undefined || account.auth_config_id === authConfigId),
    )
    const meant = usable.filter(
      (each) => label === undefined || each.labels.includes(label) || each.display_name === label,
    )
    return meant.find((each) => each.shown_status === 'ACTIVE') ?? meant[0] ?? null
  }

  /** A link for the person, wherever one can be made that helps: what no auth config allows, no consent will. */
  async function required(
    scope: Scope,
    toolkit: ToolkitEntry,
    { toolSlug, authConfigId, callbackUrl, isOfOther }: AccountRequest,
    account: AccountRow | null,
    reason: string,
    scopes?: readonly string[],
  ): Promise<AppError> {
    let link: Link | null = null
    const configs = (await listUsable(db, scope, toolkit.slug)).filter(
      ({ id }) => authConfigId === undefined || id === authConfigId,
    )
    const newest = configs.find(({ restrict_to_tools }) => mayUse(restrict_to_tools, toolSlug))
    if (!account && !newest && configs.length > 0)
      return restricted(`No auth config of ${toolkit.name} allows this tool`, configs[0]!.restrict_to_tools)
    const config = account ? await findConfig(db, scope, account.auth_config_id) : (newest ?? null)
    if (config && !config.is_disabled && !isOfOther && scope.externalUser.id !== NIL_UUID) {
      const known = account ?? (await findUnused(db, scope, config.id, clock.now()))
      link = await links.offer(scope, config, known, { callbackUrl, scopes })
    }
    return new AppError('connection_required', reason, {
      facts: {
        toolkitSlug: toolkit.slug,
        authConfigId: config?.id ?? null,
        connectedAccountId: link?.connectedAccountId ?? account?.id ?? null,
        state: account?.shown_status ?? null,
        redirectUrl: link?.redirectUrl ?? null,
        expiresAt: link?.expiresAt ?? null,
      },
      hint: link
        ? 'Redirect the end user to redirectUrl, then retry.'
        : `Create an auth config for ${toolkit.slug} first: POST /api/v1/auth_configs.`,
    })
  }

  /** Renews ahead of time; a service that is away costs nothing as long as the old token is good. */
  async function fresh(account: AccountRow): Promise<AccountRow | null> {
    const now = clock.now().getTime()
    const isDue = account.refresh_after !== null && new Date(account.refresh_after).getTime() <= now
    const isGood = account.expires_at === null || new Date(account.expires_at).getTime() > now + spareMs
    if (isGood && !isDue) return account
    if (!account.is_renewable) {
      const isOver = account.expires_at !== null && new Date(account.expires_at).getTime() <= now
      return isOver ? null : account
    }
    try {
      return await refreshing.renew(account)
    } catch (error) {
      if (isGood) return account
      if (error instanceof RefreshRefused) return null
      throw error
    }
  }

  /** Null where there is no account that works. */
  async function copyIn(tx: Tx, scope: Scope, accountId: string): Promise<AccountCopy | null> {
    const account = await findAccount(tx, scope, accountId, clock.now())
    if (account?.shown_status !== 'ACTIVE' || account.credentials === null) return null
    return { connectedAccountId: account.id, authScheme: account.auth_scheme, values: valuesOf(account) }
  }

  const source: AccountSource = {
    async select(scope, toolkit, requested) {
      const account = await find(scope, toolkit, requested)
      if (!account)
        throw await required(
          scope,
          toolkit,
          requested,
          null,
          `${toolkit.name} is not connected for this end user`,
        )
      if (account.shown_status !== 'ACTIVE' || account.credentials === null)
        throw await required(
          scope,
          toolkit,
          requested,
          account,
          `The account is ${account.shown_status}, not ACTIVE`,
        )
      const current = await fresh(account)
      if (!current)
        throw await required(
          scope,
          toolkit,
          requested,
          account,
          'The authorization of the account ran out and was not renewed',
        )
      const at = clock.now()
      if (at.getTime() - new Date(current.last_used_at ?? 0).getTime() > touchEveryMs)
        await touchAccount(db, scope, current.id, at)
      const scheme = schemeIn(toolkit, current.auth_scheme)
      return {
        connectedAccountId: current.id,
        scheme,
        values: valuesOf(current),
        allowedHosts: scheme.allowedHosts,
      }
    },
    async renew(scope, refused) {
      if (refused.connectedAccountId === null) return null
      const account = await findAccount(db, scope, refused.connectedAccountId, clock.now())
      if (!account?.is_renewable || account.credentials === null || account.status !== 'ACTIVE') return null
      const values = valuesOf(account)
      if (values.access_token !== refused.values.access_token) return { ...refused, values }
      try {
        return { ...refused, values: valuesOf(await refreshing.renew(account)) }
      } catch (error) {
        if (error instanceof RefreshRefused || error instanceof AppError) return null
        throw error
      }
    },
    async requireScopes(scope, toolkit, refused, requested, scopes) {
      const { connectedAccountId: id } = refused
      const account = id === null ? null : await findAccount(db, scope, id, clock.now())
      if (account?.auth_scheme !== 'OAUTH2') return
      const lacking = scopes.filter((each) => !account.scopes_granted.includes(each))
      if (lacking.length === 0) return
      const reason = `${toolkit.name} requires more rights of the account: ${lacking.join(', ')}`
      throw await required(scope, toolkit, requested, account, reason, [
        ...account.scopes_granted,
        ...lacking,
      ])
    },
    connectedToolkits: async (q: Queryable, scope: Scope) =>
      new Set(await listConnectedSlugs(q, scope, clock.now())),
  }
  return { ...source, copyIn, credentialsOf }
}

function credentialsOf(
  toolkit: ToolkitEntry,
  { connectedAccountId, authScheme, values }: AccountCopy,
): Credentials {
  const scheme = schemeIn(toolkit, authScheme)
  return { connectedAccountId, scheme, values, allowedHosts: scheme.allowedHosts }
}

const mayUse = (restrictedTo: readonly string[], toolSlug: string): boolean =>
  restrictedTo.length === 0 || restrictedTo.includes(toolSlug)

const restricted = (message: string, allowedTools: readonly string[]) =>
  new AppError('tool_restricted', message, {
    facts: { allowedTools },
    hint: 'Add the tool to restrictToFollowingTools of the auth config.',
  })
