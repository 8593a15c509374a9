import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type {
  AccountSource,
  AuthScheme,
  Credentials,
  RequestedAccount,
  ToolkitEntry,
} from '../../../toolkits/index.ts'
import type { ExecuteBody } from '../../schema/execution.ts'
import type { FoundTool } from '../catalogue/find-tool.ts'
import { hasStoredValues } from '../custom/static-secrets.ts'

export type Chosen = {
  credentials: Credentials | null
  toolkit: ToolkitEntry
  baseUrl?: string | undefined
  /** How the account was chosen; left out where there is none. */
  requested?: RequestedAccount
}

type CredentialRequest = Pick<
  ExecuteBody,
  'connectedAccountId' | 'accountLabel' | 'customAuthParams' | 'customConnectionData'
>

/** How an area that executes tools for its users chooses among accounts. */
export type AccountUse = {
  /**
   * Whose account is used, where that is not the acting user's. The caller has made sure that the owner has granted it. The
   * call is that of the acting user in all else: who is charged, whose log it is.
   */
  accountOwner?: { id: string }
  /** For the link of an account that is missing. */
  callbackUrl?: string
  /** Toolkit → the auth config whose accounts are used. */
  authConfigs?: Readonly<Record<string, string>>
}

/** The scope in which the account is found. */
export const accountScope = (scope: Scope, { accountOwner }: AccountUse): Scope =>
  accountOwner ? { ...scope, acrossUsers: false, externalUser: { id: accountOwner.id, name: '' } } : scope

/** With what a call proves itself: what the caller brought along, else an account of the acting user, else nothing. */
export function createCredentialChoice({ accounts }: { accounts: AccountSource | null }) {
  return async function choose(
    scope: Scope,
    found: FoundTool,
    request: CredentialRequest,
    use: AccountUse = {},
  ): Promise<Chosen> {
    const { definition } = found
    const toolkit: ToolkitEntry = found.toolkit ?? bareToolkit(definition.toolkitSlug)
    if (request.customAuthParams) {
      refuseMovingStoredValues(found, toolkit, request.customAuthParams.baseUrl)
      return withParameters(toolkit, request.customAuthParams)
    }
    if (request.customConnectionData)
      return { toolkit, credentials: withFields(toolkit, request.customConnectionData) }
    const isNamed = request.connectedAccountId !== undefined || request.accountLabel !== undefined
    const needsNone = definition.noAuth || toolkit.noAuth || toolkit.authSchemes.length === 0
    if (needsNone && !isNamed) return { toolkit, credentials: null }
    if (!accounts) throw noAccount(toolkit)
    const authConfigId = use.authConfigs?.[toolkit.slug]
    const requested = {
      toolSlug: definition.slug,
      ...(request.connectedAccountId === undefined ? {} : { connectedAccountId: request.connectedAccountId }),
      ...(request.accountLabel === undefined ? {} : { label: request.accountLabel }),
      ...(use.callbackUrl === undefined ? {} : { callbackUrl: use.callbackUrl }),
      ...(authConfigId === undefined ? {} : { authConfigId }),
      ...(use.accountOwner ? { isOfOther: true as const } : {}),
    }
    const credentials = await accounts.select(accountScope(scope, use), toolkit, requested)
    return { toolkit, credentials, requested }
  }
}

export const noAccount = (toolkit: ToolkitEntry) =>
  new AppError('connection_required', `A connected account of ${toolkit.name} is required`, {
    facts: { toolkitSlug: toolkit.slug },
    hint: 'Connect one with POST /api/v1/connected_accounts/link.',
  })

const bareScheme = (name: AuthScheme['name'], allowedHosts: readonly string[]): AuthScheme => ({
  name,
  configFields: [],
  connectionFields: [],
  placements: [],
  allowedHosts,
})

/** Headers and parameters of the caller's own, to the hosts of the toolkit or to one that the caller names instead. */
function withParameters(toolkit: ToolkitEntry, params: NonNullable<ExecuteBody['customAuthParams']>): Chosen {
  if (params.body !== undefined)
    throw new AppError(
      'invalid_parameter',
      'customAuthParams.body is not supported: send credentials as headers or query parameters',
      {
        hint: 'Add it to the tool arguments.',
      },
    )
  const parameters = params.parameters ?? []
  const baseUrl = params.baseUrl ?? toolkit.baseUrl
  const host = hostOf(baseUrl)
  if (params.baseUrl !== undefined && host === null)
    throw new AppError('invalid_parameter', 'customAuthParams.baseUrl must be an http or https URL')
  const hosts =
    params.baseUrl === undefined
      ? [...toolkit.authSchemes.flatMap(({ allowedHosts }) => allowedHosts), ...(host ? [host] : [])]
      : [host!]
  const scheme: AuthScheme = {
    ...bareScheme('API_KEY', hosts),
    placements: parameters.map(({ name, in: location }, i) => ({
      in: location,
      name,
      prefix: '',
      field: `parameter${i}`,
    })),
  }
  const values = Object.fromEntries(parameters.map(({ value }, i) => [`parameter${i}`, textOf(value)]))
  return {
    toolkit: { ...toolkit, baseUrl: baseUrl ?? null },
    baseUrl: params.baseUrl,
    credentials: { connectedAccountId: null, scheme, values, allowedHosts: hosts },
  }
}

function withFields(
  toolkit: ToolkitEntry,
  data: NonNullable<ExecuteBody['customConnectionData']>,
): Credentials {
  if (data.toolkitSlug.toLowerCase() !== toolkit.slug.toLowerCase())
    throw new AppError(
      'invalid_parameter',
      `customConnectionData is for ${data.toolkitSlug}, but the tool belongs to ${toolkit.slug}`,
    )
  const name = data.authScheme === 'GOOGLE_SERVICE_ACCOUNT' ? 'SERVICE_ACCOUNT' : data.authScheme
  const scheme =
    toolkit.authSchemes.find((each) => each.name === name) ??
    (name === 'NO_AUTH' ? bareScheme('NO_AUTH', []) : null)
  if (!scheme)
    throw new AppError(
      'unsupported_auth_scheme',
      `${toolkit.slug} does not support ${data.authScheme.slice(0, 50)}`,
      {
        facts: { supported: toolkit.authSchemes.map((each) => each.name) },
      },
    )
  return { connectedAccountId: null, scheme, values: data.val, allowedHosts: scheme.allowedHosts }
}

/** Hidden values of a custom tool are for the URL that they were set for, not for one that a caller sets. */
function refuseMovingStoredValues(
  { run }: FoundTool,
  toolkit: ToolkitEntry,
  baseUrl: string | undefined,
): void {
  if (baseUrl === undefined || run.kind !== 'custom' || !hasStoredValues(run.implementation)) return
  if (toolkit.baseUrl !== null && URL.parse(baseUrl)?.origin === URL.parse(toolkit.baseUrl)?.origin) return
  throw new AppError(
    'invalid_parameter',
    'customAuthParams.baseUrl cannot be used with a tool that has hidden values',
    { hint: 'Omit baseUrl, or create your own tool for that URL.' },
  )
}

function hostOf(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address)
  return url && /^https?:$/.test(url.protocol) ? url.hostname : null
}

const textOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

const bareToolkit = (slug: string): ToolkitEntry => ({
  slug,
  name: slug,
  description: '',
  provider: 'LOCAL',
  logo: null,
  categories: [],
  authSchemes: [],
  noAuth: false,
  baseUrl: null,
  currentUserPath: null,
  version: '',
  toolCount: 0,
  triggerCount: 0,
  popularityScore: 0,
  describedAt: null,
})
