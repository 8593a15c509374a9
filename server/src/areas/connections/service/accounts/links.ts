import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { AppError, type IgnoreFields } from '../../../../kernel/errors.ts'
import { type NewId, newToken } from '../../../../kernel/ids.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { hashToken } from '../../../../kernel/secrets/token.ts'
import type { Audit } from '../../../audit/index.ts'
import { countAccounts, findUnused } from '../../read-accounts.ts'
import type { Link, LinkBody, ReconnectBody } from '../../schema/account.ts'
import type { Values } from '../../schema/auth-config.ts'
import {
  type AccountRow,
  findAccount,
  insertAccount,
  lockAccount,
  lockOwner,
  setConsentUntil,
  setStatus,
} from '../../store/account.ts'
import { type AuthConfigRow, holdConfig } from '../../store/auth-config.ts'
import { insertLink } from '../../store/link.ts'
import { accountNotFound, type Context, configNotFound, refuseDisabled, schemeIn } from '../context.ts'
import { connectionFieldsOf, ignoreNone, readValues } from '../fields.ts'
import type { SecretBox } from '../secrets.ts'
import { checkCallbackUrl, isAllowedCallback } from '../urls.ts'

/** How long a link may wait for its person. */
export const linkMs = 10 * 60 * 1000
const tokenBytes = 32

export type LinkDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  secrets: SecretBox
  context: Context
  publicUrl: URL
  accountLimits?: AccountLimits | undefined
}

/** How many accounts there may be, those that no one has connected yet included. */
export type AccountLimits = { ofUser: number; ofProject: number }

// Far more than anyone has services; a call that makes accounts in a cycle still terminates.
const defaultLimits: AccountLimits = { ofUser: 1000, ofProject: 200_000 }

type OfferedLink = {
  callbackUrl?: string | undefined
  /** Requested in place of those of the auth config: what the account has, and what it lacks. */
  scopes?: readonly string[] | undefined
}

type Prepared = { callbackUrl: string | null; fields: Values; scopes?: readonly string[] | undefined }

type LinkRequest = { callbackUrl?: string | undefined; connectionData?: Values | undefined }

/** Invitations to connect an account. Only the hash of a link is stored: its holder is the user it was created for. */
export function createLinks(deps: LinkDeps) {
  const { db, clock, newId, audit, secrets, context, publicUrl, accountLimits = defaultLimits } = deps

  /** Exact for one end user; projects may pass theirs by as many as come at the same moment. */
  async function refuseTooMany(tx: Tx, scope: Scope): Promise<void> {
    await lockOwner(tx, scope)
    const found = await countAccounts(tx, scope, accountLimits)
    const isOfUser = found.ofUser >= accountLimits.ofUser
    if (!isOfUser && found.ofProject < accountLimits.ofProject) return
    const [who, limit] = isOfUser
      ? (['An end user', accountLimits.ofUser] as const)
      : (['A project', accountLimits.ofProject] as const)
    throw new AppError('connected_account_limit_reached', `${who} can have ${limit} connected accounts`, {
      facts: { limit },
      hint: 'Delete unused accounts; accounts that were never connected are deleted after a week.',
    })
  }

  async function prepare(
    scope: Scope,
    config: AuthConfigRow,
    request: LinkRequest,
    ignore: IgnoreFields = ignoreNone,
  ) {
    refuseDisabled(config)
    const toolkit = await context.toolkit(scope, config.toolkit_slug)
    const scheme = schemeIn(toolkit, config.auth_scheme)
    const callbackUrl = checkCallbackUrl(request.callbackUrl, config.allowed_callback_urls, publicUrl)
    const fields = readValues(connectionFieldsOf(scheme), request.connectionData ?? {}, {
      path: '/connectionData',
      areRequired: false,
      ignore,
    })
    return { callbackUrl, fields }
  }

  async function linkIn(
    tx: Tx,
    scope: Scope,
    accountId: string,
    { callbackUrl, fields, scopes }: Prepared,
    isOneOfMany = false,
  ): Promise<Link> {
    const [id, token, at] = [newId(), newToken(tokenBytes), clock.now()]
    const expiresAt = new Date(at.getTime() + linkMs)
    const hasFields = Object.keys(fields).length > 0
    await insertLink(tx, scope, {
      id,
      accountId,
      callbackUrl,
      expiresAt,
      at,
      isOneOfMany,
      tokenHash: hashToken(token),
      scopes: scopes ?? null,
      connectionData: hasFields ? secrets.seal('connection-link', scope.projectId, id, fields) : null,
    })
    await setConsentUntil(tx, scope, accountId, expiresAt)
    return {
      linkToken: token,
      redirectUrl: new URL(`/connect/${token}`, publicUrl).href,
      expiresAt: expiresAt.toISOString(),
      connectedAccountId: accountId,
    }
  }

  async function insertIn(
    tx: Tx,
    scope: Scope,
    config: AuthConfigRow,
    named: { displayName?: string | undefined; labels?: string[] | undefined },
  ): Promise<string> {
    await refuseTooMany(tx, scope)
    if (!(await holdConfig(tx, scope, config.id))) throw configNotFound()
    const [id, at] = [newId(), clock.now()]
    const isInserted = await insertAccount(tx, scope, {
      id,
      auth_config_id: config.id,
      toolkit_slug: config.toolkit_slug,
      auth_scheme: config.auth_scheme,
      display_name: named.displayName ?? null,
      labels: named.labels ?? [],
      status: 'INITIATED',
      consentUntil: new Date(at.getTime() + linkMs),
      at,
    })
    if (!isInserted) throw new AppError('external_user_not_found', 'End user not found')
    await audit.record(tx, scope, {
      action: 'connected_account.initiated',
      targetType: 'connected_account',
      targetId: id,
      details: { toolkitSlug: config.toolkit_slug },
    })
    return id
  }

  /** A new way to consent for an account that is there. Its status is left alone, unless no one ever consented. */
  async function relinkIn(tx: Tx, scope: Scope, account: AccountRow, prepared: Prepared): Promise<Link> {
    if (account.connected_at === null) await setStatus(tx, scope, account.id, 'INITIATED', null, clock.now())
    return linkIn(tx, scope, account.id, prepared)
  }

  return {
    insertIn,
    async create(scope: Scope, body: LinkBody, ignore: IgnoreFields): Promise<Link> {
      const config = await context.config(db, scope, body.authConfigId)
      const prepared = await prepare(scope, config, body, ignore)
      return db.tx(async (tx) => linkIn(tx, scope, await insertIn(tx, scope, config, body), prepared))
    },
    async reconnect(scope: Scope, id: string, body: ReconnectBody, ignore: IgnoreFields): Promise<Link> {
      const found = await findAccount(db, scope, id, clock.now())
      if (!found) throw accountNotFound()
      const config = await context.config(db, scope, found.auth_config_id)
      const prepared = await prepare(scope, config, body, ignore)
      return db.tx(async (tx) => {
        const account = await lockAccount(tx, scope, id, clock.now())
        if (!account) throw accountNotFound()
        const link = await relinkIn(tx, scope, account, prepared)
        await audit.record(tx, scope, {
          action: 'connected_account.reconnect_started',
          targetType: 'connected_account',
          targetId: id,
        })
        return link
      })
    },
    /** For a call that finds no account: the same unused invitation is renewed, so that retries do not pile up. */
    async offer(
      scope: Scope,
      config: AuthConfigRow,
      account: AccountRow | null,
      { callbackUrl, scopes }: OfferedLink = {},
    ): Promise<Link> {
      const isAllowed =
        callbackUrl !== undefined && isAllowedCallback(callbackUrl, config.allowed_callback_urls, publicUrl)
      const prepared = { ...(await prepare(scope, config, isAllowed ? { callbackUrl } : {})), scopes }
      return db.tx(async (tx) => {
        if (account) return relinkIn(tx, scope, account, prepared)
        // Calls that come together find no account: all but the first link to that of the first.
        await lockOwner(tx, scope)
        const added = await findUnused(tx, scope, config.id, clock.now())
        if (added) return linkIn(tx, scope, added.id, prepared, true)
        return linkIn(tx, scope, await insertIn(tx, scope, config, {}), prepared)
      })
    },
  }
}

export type Links = ReturnType<typeof createLinks>
