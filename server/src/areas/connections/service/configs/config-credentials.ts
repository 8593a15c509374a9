import type { Clock } from '../../../../kernel/clock.ts'
import { AppError, type IgnoreFields } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { AuthScheme, ToolkitEntry } from '../../../toolkits/index.ts'
import { type CreateAuthConfigBody, type Masks, Scopes, type Values } from '../../schema/auth-config.ts'
import type { AuthConfigRow } from '../../store/auth-config.ts'
import { type Context, schemeIn } from '../context.ts'
import { configFieldsOf, readChange, readValues } from '../fields.ts'
import type { Grants } from '../oauth/grants.ts'
import { scopesIn } from '../oauth/token-response.ts'
import { masksOf, type SecretBox, type SecretValues } from '../secrets.ts'

// All else that an auth config holds says where tokens are sent.
const clientNames = new Set(['client_id', 'client_secret'])

/** The preconfigured client of a toolkit; null when there is none. */
export type ManagedClient = (scope: Scope, toolkit: ToolkitEntry) => SecretValues | null

export type ConfigCredentialsDeps = {
  clock: Clock
  secrets: SecretBox
  context: Context
  grants: Grants
  managedClient: ManagedClient
}

/** A parsed change of credentials: what is staged is known once the row is locked. */
export type CredentialsChange = {
  scopes: string[] | undefined
  stage(row: AuthConfigRow): { sealed: string; facts: Masks } | null
}

/** With what a project is known at a service: chosen when an auth config is made, staged when it is changed. */
export function createConfigCredentials(deps: ConfigCredentialsDeps) {
  const { clock, secrets, context, grants, managedClient } = deps

  /** What works without configuration: a preconfigured client, or a scheme without developer fields. */
  function managedScheme(
    scope: Scope,
    toolkit: ToolkitEntry,
  ): { scheme: AuthScheme; values: SecretValues } | null {
    const values = managedClient(scope, toolkit)
    const oauth2 = toolkit.authSchemes.find(({ name }) => name === 'OAUTH2')
    if (values && oauth2) return { scheme: oauth2, values }
    const easy = toolkit.authSchemes.find(
      (each) => !configFieldsOf(each).some(({ isRequired }) => isRequired),
    )
    if (easy && easy.name !== 'OAUTH2') return { scheme: easy, values: {} }
    return toolkit.noAuth ? { scheme: schemeIn(toolkit, 'NO_AUTH'), values: {} } : null
  }

  function managed(scope: Scope, toolkit: ToolkitEntry, values: Values, ignore: IgnoreFields) {
    const found = managedScheme(scope, toolkit)
    if (!found)
      throw new AppError(
        'provider_managed_auth_unavailable',
        `${toolkit.name} has no provider-managed client`,
        {
          hint: 'Register a client at the service and use use_custom_auth with its credentials.',
        },
      )
    const { scopes, rest } = apart(found.scheme, values, path)
    readChange([], rest, { path, ignore })
    return { ...found, scopes, isManaged: true }
  }

  function chosen(
    scope: Scope,
    toolkit: ToolkitEntry,
    input: CreateAuthConfigBody['authConfig'],
    ignore: IgnoreFields,
  ) {
    const credentials = input.credentials ?? {}
    if (input.type === 'use_provider_managed_auth') return managed(scope, toolkit, credentials, ignore)
    if (input.authScheme === undefined)
      throw new AppError('missing_field', 'authConfig.authScheme is required with use_custom_auth', {
        details: [{ in: 'body', path: '/authConfig/authScheme', rule: 'required', message: 'is missing' }],
      })
    const scheme = schemeIn(toolkit, input.authScheme)
    const { scopes, rest } = apart(scheme, credentials, path)
    const values = readValues(configFieldsOf(scheme), rest, { path, areRequired: true, ignore })
    return { scheme, values, scopes, isManaged: false }
  }

  /** What is not named stays as it is, staged or in use, so that a secret can be changed without repeating the rest. */
  function stage(scope: Scope, row: AuthConfigRow, changes: SecretValues) {
    const current = grants.current(scope, row)
    const before = grants.staged(scope, row) ?? current
    const values: SecretValues = { ...before, ...changes }
    const isMoved = Object.keys(values).some(
      (name) => !clientNames.has(name) && values[name] !== before[name],
    )
    // Whatever else is changed with it: codes, tokens and secrets of people who connect go where it says.
    if (isMoved && scope.role !== 'admin')
      throw new AppError('admin_only', 'Only an admin can change where client and account secrets are sent', {
        hint: 'Use an admin key, or create your own auth config with that URL.',
      })
    return {
      sealed: secrets.seal('auth-config', scope.projectId, row.id, values),
      facts: masksOf(values, current, row.credential_facts, clock.now()),
    }
  }

  /** Read before the row is held, since the toolkit is looked up for it. */
  async function readCredentialsChange(
    scope: Scope,
    row: AuthConfigRow,
    changes: Values,
    ignore: IgnoreFields,
  ): Promise<CredentialsChange> {
    const at = '/credentials'
    const scheme = schemeIn(await context.toolkit(scope, row.toolkit_slug), row.auth_scheme)
    const { scopes, rest } = apart(scheme, changes, at)
    const isOfScopesAlone = scopes !== undefined && Object.keys(rest).length === 0
    if (row.is_provider_managed && !isOfScopesAlone)
      throw new AppError(
        'invalid_state',
        'The credentials of a provider-managed auth config cannot be changed',
        {
          facts: { isProviderManaged: true },
          hint: 'Create an auth config with use_custom_auth.',
        },
      )
    const values = readChange(configFieldsOf(scheme), rest, { path: at, ignore })
    return { scopes, stage: (held) => (isOfScopesAlone ? null : stage(scope, held, values)) }
  }

  return { managedScheme, chosen, readCredentialsChange }
}

export type ConfigCredentials = ReturnType<typeof createConfigCredentials>

const path = '/authConfig/credentials'

/** Clients of the reference surface send scopes along with the client. A toolkit may ask for a field of that name. */
function apart(
  scheme: AuthScheme,
  values: Values,
  at: string,
): { scopes: string[] | undefined; rest: Values } {
  const isField = configFieldsOf(scheme).some(({ name }) => name === 'scopes')
  if (isField || values.scopes === undefined) return { scopes: undefined, rest: values }
  const { scopes, ...rest } = values
  if (scopes === null) return { scopes: undefined, rest }
  const read = Scopes.safeParse(typeof scopes === 'string' ? scopesIn(scopes) : scopes)
  if (read.success) return { scopes: read.data, rest }
  throw new AppError('invalid_parameter', 'scopes must be a list of names', {
    details: [{ in: 'body', path: `${at}/scopes`, rule: 'type', message: 'must be a list of names' }],
  })
}
