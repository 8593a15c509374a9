import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { retryOnDeadlock } from '../../../../kernel/db/retry-on-deadlock.ts'
import { inUseMessage } from '../../../../kernel/dependants.ts'
import { AppError, type IgnoreFields } from '../../../../kernel/errors.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Page } from '../../../../kernel/page.ts'
import { checkIfMatch } from '../../../../kernel/preconditions.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Audit } from '../../../audit/index.ts'
import type { ToolkitEntry } from '../../../toolkits/index.ts'
import { listOfConfig } from '../../read-accounts.ts'
import type {
  AuthConfig,
  AuthConfigQuery,
  AuthFields,
  CreateAuthConfigBody,
  Drift,
  UpdateAuthConfigBody,
} from '../../schema/auth-config.ts'
import {
  type AuthConfigChange,
  type AuthConfigRow,
  countConfigs,
  deleteConfig,
  insertConfig,
  listConfigs,
  listOfToolkit,
  lockConfig,
  lockConfigForRemoval,
  updateConfig,
} from '../../store/auth-config.ts'
import type { Removal } from '../accounts/removal.ts'
import { labelOf } from '../accounts/show-account.ts'
import { type Context, configNotFound, schemeIn, schemeNamed } from '../context.ts'
import { configFieldsOf, connectionFieldsOf, fieldGroup } from '../fields.ts'
import { redirectUriOf } from '../oauth/redirect-uri.ts'
import { masksOf, type SecretBox } from '../secrets.ts'
import { checkCallbackList } from '../urls.ts'
import type { ConfigCredentials } from './config-credentials.ts'

const maxPerToolkit = 50
export type AuthConfigDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  secrets: SecretBox
  context: Context
  credentials: ConfigCredentials
  removal: Removal
  publicUrl: URL
}

type NewConfig = {
  id: string
  toolkit: ToolkitEntry
  authConfig: CreateAuthConfigBody['authConfig']
  ignore: IgnoreFields
}

export type VersionedConfig = AuthConfig & { version: number }

export function createAuthConfigs(deps: AuthConfigDeps) {
  const { db, clock, newId, audit, secrets, context, credentials, removal, publicUrl } = deps

  /** Defined by the toolkit, or by the auth config itself. */
  async function issuersOf(scope: Scope, rows: readonly AuthConfigRow[]): Promise<ReadonlySet<string>> {
    const named = new Set<string>()
    for (const slug of new Set(rows.map((row) => row.toolkit_slug))) {
      const toolkit = await context.findToolkit(db, scope, slug)
      if (toolkit?.authSchemes.some(({ oauth2 }) => oauth2?.issuer)) named.add(slug)
    }
    return named
  }

  const record = (
    tx: Tx,
    scope: Scope,
    row: Pick<AuthConfigRow, 'id' | 'name' | 'display_name'>,
    what: 'created' | 'updated' | 'enabled' | 'disabled' | 'deleted',
    details?: Record<string, unknown>,
  ) =>
    audit.record(tx, scope, {
      action: `auth_config.${what}`,
      targetType: 'auth_config',
      targetId: row.id,
      details: { name: row.display_name ?? row.name, ...details },
    })

  async function show(scope: Scope, rows: readonly AuthConfigRow[]): Promise<VersionedConfig[]> {
    const names = await context.namesOf(
      scope,
      rows.map((row) => row.toolkit_slug),
    )
    const named = await issuersOf(scope, rows)
    return rows.map((row) => {
      const hasIssuer = named.has(row.toolkit_slug) || row.credential_facts.issuer?.hasValue === true
      const redirectUri = redirectUriOf(publicUrl, row.id, hasIssuer)
      return toConfig(row, names.get(row.toolkit_slug)!, redirectUri, clock.now())
    })
  }

  async function insert(tx: Tx, scope: Scope, { id, toolkit, authConfig, ignore }: NewConfig): Promise<void> {
    if (authConfig.authScheme !== undefined) schemeNamed(authConfig.authScheme)
    if (authConfig.proxyConfig) throw noProxy()
    const { scheme, values, scopes, isManaged } = credentials.chosen(scope, toolkit, authConfig, ignore)
    const at = clock.now()
    const fallback = scheme.oauth2?.scopes.map(({ name }) => name) ?? []
    const row = {
      id,
      name: `${toolkit.slug}-${suffix()}`,
      display_name: authConfig.displayName ?? (authConfig.name || null),
      toolkit_slug: toolkit.slug,
      auth_scheme: scheme.name,
      is_provider_managed: isManaged,
      scopes: authConfig.scopes ?? scopes ?? fallback,
      credentials: secrets.seal('auth-config', scope.projectId, id, values),
      credential_facts: masksOf(values, {}, {}, at),
      restrict_to_tools: authConfig.restrictToFollowingTools ?? [],
      creation_tools: authConfig.toolAccessConfig?.toolsForConnectedAccountCreation ?? [],
      allowed_callback_urls: checkCallbackList(authConfig.allowedCallbackUrls ?? []),
    }
    if ((await countConfigs(tx, scope, toolkit.slug)) >= maxPerToolkit)
      throw new AppError('auth_config_limit_reached', `A toolkit can have ${maxPerToolkit} auth configs`, {
        hint: 'Delete an unused one.',
      })
    await insertConfig(tx, scope, row, at)
    await record(tx, scope, row, 'created', { toolkitSlug: toolkit.slug, authScheme: scheme.name })
  }

  const visible = async (scope: Scope, id: string) =>
    (await show(scope, [await context.config(db, scope, id)]))[0]!

  return {
    get: visible,
    async list(scope: Scope, query: AuthConfigQuery): Promise<Page<VersionedConfig>> {
      const slugs = (query.toolkitSlug ?? query.provider ?? []).map((slug) => slug.toLowerCase())
      const found = await listConfigs(db, scope, query, slugs)
      return { ...found, items: await show(scope, found.items) }
    },
    async create(scope: Scope, body: CreateAuthConfigBody, ignore: IgnoreFields): Promise<VersionedConfig> {
      const id = newId()
      const toolkit = await context.toolkit(scope, body.toolkit.slug)
      await db.tx((tx) => insert(tx, scope, { id, toolkit, authConfig: body.authConfig, ignore }))
      return visible(scope, id)
    },
    /** For a toolkit that the same transaction creates. */
    async createIn(
      tx: Tx,
      scope: Scope,
      id: string,
      { toolkit: { slug }, authConfig }: CreateAuthConfigBody,
    ) {
      const toolkit = await context.toolkit(scope, slug, tx)
      await insert(tx, scope, { id, toolkit, authConfig, ignore: () => undefined })
    },
    /** New credentials are only staged: accounts use the old ones until the new ones have worked. */
    async update(
      scope: Scope,
      id: string,
      body: UpdateAuthConfigBody,
      { ifMatch, ignore }: { ifMatch: readonly string[] | null; ignore: IgnoreFields },
    ): Promise<VersionedConfig> {
      const seen = await context.config(db, scope, id)
      const callbackUrls = body.allowedCallbackUrls && checkCallbackList(body.allowedCallbackUrls)
      const input =
        body.credentials && (await credentials.readCredentialsChange(scope, seen, body.credentials, ignore))
      await db.tx(async (tx) => {
        const row = await lockConfig(tx, scope, id)
        if (!row) throw configNotFound()
        checkIfMatch(ifMatch, row.version)
        const next = input?.stage(row) ?? null
        const change: AuthConfigChange = {
          display_name: body.displayName === undefined ? row.display_name : body.displayName,
          scopes: body.scopes ?? input?.scopes ?? row.scopes,
          next_credentials: next ? next.sealed : row.next_credentials,
          next_facts: next ? next.facts : row.next_facts,
          restrict_to_tools: body.restrictToFollowingTools ?? row.restrict_to_tools,
          creation_tools: body.toolAccessConfig?.toolsForConnectedAccountCreation ?? row.creation_tools,
          allowed_callback_urls: callbackUrls ?? row.allowed_callback_urls,
          is_disabled: row.is_disabled,
        }
        await updateConfig(tx, scope, id, change, clock.now())
        await record(tx, scope, { ...row, ...change }, 'updated', { fields: Object.keys(body) })
      })
      return visible(scope, id)
    },
    async setEnabled(scope: Scope, id: string, enabled: boolean): Promise<VersionedConfig> {
      await db.tx(async (tx) => {
        const row = await lockConfig(tx, scope, id)
        if (!row) throw configNotFound()
        if (row.is_disabled === !enabled) return
        await updateConfig(tx, scope, id, { ...row, is_disabled: !enabled }, clock.now())
        await record(tx, scope, row, enabled ? 'enabled' : 'disabled')
      })
      return visible(scope, id)
    },
    async remove(
      scope: Scope,
      id: string,
      cascade: boolean,
      ifMatch: readonly string[] | null,
    ): Promise<void> {
      await retryOnDeadlock(() =>
        db.tx(async (tx) => {
          const row = await lockConfigForRemoval(tx, scope, id)
          if (!row) throw configNotFound()
          checkIfMatch(ifMatch, row.version)
          const connected = row.connection_count
          if (connected > 0 && !cascade)
            throw new AppError('auth_config_in_use', `${connected} connected accounts use this auth config`, {
              facts: { connectionCount: connected },
              hint: 'Delete the accounts first, or set cascade=true.',
            })
          const used = cascade ? null : await removal.dependantsOfConfig(tx, scope, id)
          if (used && used.count > 0)
            throw new AppError('auth_config_in_use', inUseMessage(used), {
              facts: { connectionCount: 0, usedBy: used.named },
              hint: 'Clear it with PATCH /api/v1/workflow/manager/clear-auth-config/{id}, or set cascade=true.',
            })
          await removeIn(tx, scope, row)
        }),
      )
    },
    /** What goes with a toolkit of the project's own. */
    dependants: {
      what: 'auth configs',
      countSecrets: (tx: Tx, scope: Scope, slug: string) => countConfigs(tx, scope, slug),
      count: (tx: Tx, scope: Scope, slug: string) => countConfigs(tx, scope, slug),
      async remove(tx: Tx, scope: Scope, { slug }: ToolkitEntry): Promise<void> {
        for (const row of await listOfToolkit(tx, scope, slug)) await removeIn(tx, scope, row)
      },
    },
    async fields(scope: Scope, toolkitSlug: string, authScheme: string | undefined): Promise<AuthFields> {
      const toolkit = await context.toolkit(scope, toolkitSlug.toLowerCase())
      const schemes = authScheme === undefined ? toolkit.authSchemes : [schemeIn(toolkit, authScheme)]
      const managed = credentials.managedScheme(scope, toolkit)
      return {
        toolkit: { slug: toolkit.slug, name: toolkit.name, logo: toolkit.logo },
        schemes: schemes.map((scheme) => ({
          authScheme: scheme.name,
          isProviderManaged: managed?.scheme.name === scheme.name,
          // The id is not known before there is a config.
          redirectUri:
            scheme.name === 'OAUTH2'
              ? decodeURI(redirectUriOf(publicUrl, '{authConfigId}', scheme.oauth2?.issuer !== undefined))
              : null,
          scopes: scheme.oauth2?.scopes.map((each) => ({ ...each })) ?? [],
          authConfigCreation: fieldGroup(configFieldsOf(scheme)),
          connectedAccountInitiation: fieldGroup(connectionFieldsOf(scheme)),
        })),
      }
    },
    /** Which accounts were connected before the config required its current scopes. */
    async drift(scope: Scope, id: string): Promise<Drift> {
      const config = await context.config(db, scope, id)
      const accounts = (await listOfConfig(db, scope, id, clock.now())).filter(
        (each) => each.connected_at !== null,
      )
      const names = await context.namesOf(scope, [config.toolkit_slug])
      const lacking = accounts.map((account) => ({
        id: account.id,
        label: labelOf(account, names.get(config.toolkit_slug)!.name),
        eUID: account.external_user_id,
        missingScopes: config.scopes.filter((each) => !account.scopes_granted.includes(each)),
      }))
      return {
        scopes: config.scopes,
        accounts: lacking.filter(({ missingScopes }) => missingScopes.length > 0),
        totalAccounts: accounts.length,
      }
    },
  }

  async function removeIn(tx: Tx, scope: Scope, row: AuthConfigRow): Promise<void> {
    for (const account of await listOfConfig(tx, scope, row.id, clock.now()))
      await removal.removeIn(tx, scope, row, account, false)
    await removal.releaseConfig(tx, scope, row.id)
    await deleteConfig(tx, scope, row.id)
    await record(tx, scope, row, 'deleted', { accounts: row.connection_count })
  }
}

const noProxy = () =>
  new AppError('invalid_parameter', 'proxyConfig is not supported: requests are always sent by this server', {
    details: [
      { in: 'body', path: '/authConfig/proxyConfig', rule: 'unsupported', message: 'must be omitted' },
    ],
    hint: 'Configure a proxy for the server instead.',
  })

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const suffix = () => [...randomBytes(6)].map((byte) => letters[byte % letters.length]).join('')

function toConfig(
  row: AuthConfigRow,
  toolkit: { slug: string; name: string; logo: string | null },
  redirectUri: string,
  now: Date,
): VersionedConfig {
  const isHonoured = row.previous_until !== null && new Date(row.previous_until) > now
  return {
    id: row.id,
    name: row.name,
    displayName: row.display_name,
    toolkit,
    authScheme: row.auth_scheme,
    isProviderManaged: row.is_provider_managed,
    scopes: row.scopes,
    redirectUri: row.auth_scheme === 'OAUTH2' ? redirectUri : null,
    status: row.is_disabled ? 'DISABLED' : 'ENABLED',
    isDisabled: row.is_disabled,
    connectionCount: row.connection_count,
    restrictToFollowingTools: row.restrict_to_tools,
    toolAccessConfig: { toolsForConnectedAccountCreation: row.creation_tools },
    allowedCallbackUrls: row.allowed_callback_urls,
    credentials: row.credential_facts,
    nextCredentials: row.next_facts,
    previousCredentialsUntil: isHonoured ? row.previous_until : null,
    lastTest: row.last_test,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}
