import { AppError } from '../../../kernel/errors.ts'
import { hostIn } from '../../../kernel/net/host-in.ts'
import {
  type AuthField,
  type AuthScheme,
  type AuthSchemeName,
  authSchemeNames,
  type CredentialPlacement,
  type OAuth2Settings,
} from '../ports/auth-scheme.ts'
import type {
  AuthDetails,
  AuthDetailsInput,
  AuthFieldInput,
  AuthFieldOutput,
  AuthMode,
} from '../schema/auth-details.ts'

export type SchemeFields = {
  authSchemes?: readonly AuthMode[] | undefined
  authConfigDetails?: readonly AuthDetailsInput[] | undefined
  baseUrl?: string | null | undefined
}

/** The schemes of a toolkit from what its maker said: the details where there are some, else what is usual. */
export function schemesOf({
  authSchemes = [],
  authConfigDetails = [],
  baseUrl = null,
}: SchemeFields): AuthScheme[] {
  const detailed = new Map(authConfigDetails.map((details) => [nameOf(details.mode), details]))
  const names = new Set([...authSchemes.map(nameOf), ...detailed.keys()])
  return [...names].map((name) => schemeOf(name, detailed.get(name) ?? null, baseUrl))
}

/** The schemes after a change: omitted ones stay, and follow a change of the base URL. */
export function changedSchemes(
  known: readonly AuthScheme[],
  change: SchemeFields,
  bases: { old: string | null; next: string | null },
): AuthScheme[] {
  const { authSchemes, authConfigDetails = [] } = change
  const detailed = new Map(authConfigDetails.map((details) => [nameOf(details.mode), details]))
  const names = new Set([...(authSchemes?.map(nameOf) ?? known.map(({ name }) => name)), ...detailed.keys()])
  return [...names].map((name) => {
    const old = known.find((scheme) => scheme.name === name)
    if (detailed.has(name) || !old) return schemeOf(name, detailed.get(name) ?? null, bases.next)
    return bases.old === bases.next ? old : moved(old, bases)
  })
}

function moved(scheme: AuthScheme, { old, next }: { old: string | null; next: string | null }): AuthScheme {
  const oldHosts = hostsIn(old)
  const others = scheme.allowedHosts.filter((host) => !oldHosts.includes(host))
  return {
    ...scheme,
    connectionFields: [...scheme.connectionFields, ...variablesOf(next, scheme.connectionFields)],
    allowedHosts: [...new Set([...others, ...hostsIn(next)])],
  }
}

function nameOf(mode: AuthMode): AuthSchemeName {
  const name = mode === 'GOOGLE_SERVICE_ACCOUNT' ? 'SERVICE_ACCOUNT' : mode
  const known = authSchemeNames.find((each) => each === name)
  if (known) return known
  throw new AppError('unsupported_auth_scheme', `The auth mode ${mode} is not supported`, {
    facts: { supported: authSchemeNames },
    hint: `Use one of ${authSchemeNames.join(', ')}.`,
  })
}

function schemeOf(
  name: AuthSchemeName,
  details: AuthDetailsInput | null,
  baseUrl: string | null,
): AuthScheme {
  const fallback = defaultFields[name]
  const configFields = fieldsOf(details?.fields.authConfigCreation)
  const connectionFields = fieldsOf(details?.fields.connectedAccountInitiation)
  const oauth2 = isOAuth(name) ? oauth2Of(name, details) : null
  const request = connectionFields.length > 0 ? connectionFields : fallback.connection
  return {
    name,
    configFields: configFields.length > 0 ? configFields : fallback.config,
    connectionFields: [...request, ...variablesOf(baseUrl, request)],
    placements: details?.placements ?? placementsOf(name, request),
    ...(oauth2 ? { oauth2 } : {}),
    allowedHosts: [baseUrl, details?.proxy?.baseUrl].flatMap(hostsIn),
  }
}

const isOAuth = (name: AuthSchemeName) =>
  name === 'OAUTH2' || name === 'S2S_OAUTH2' || name === 'SERVICE_ACCOUNT'

function oauth2Of(name: AuthSchemeName, details: AuthDetailsInput | null): OAuth2Settings | null {
  const oauth2 = details?.oauth2
  const tokenUrl = oauth2?.tokenUrl ?? details?.deprecatedAuthProviderDetails?.token_url ?? ''
  const authorizationUrl =
    oauth2?.authorizationUrl ?? details?.deprecatedAuthProviderDetails?.authorization_url ?? ''
  if (tokenUrl === '' || (name === 'OAUTH2' && authorizationUrl === '')) {
    if (details === null || name !== 'OAUTH2') return null
    throw new AppError('invalid_parameter', 'OAUTH2 requires an authorization URL and a token URL', {
      hint: 'Set oauth2.authorizationUrl and oauth2.tokenUrl.',
    })
  }
  return {
    authorizationUrl,
    tokenUrl,
    ...(oauth2?.revocationUrl === undefined ? {} : { revocationUrl: oauth2.revocationUrl }),
    ...(oauth2?.issuer === undefined ? {} : { issuer: oauth2.issuer }),
    ...(oauth2?.expectedIssuer === undefined ? {} : { expectedIssuer: oauth2.expectedIssuer }),
    scopes: oauth2?.scopes ?? [],
    scopeSeparator: oauth2?.scopeSeparator ?? ' ',
    hasPkce: oauth2?.hasPkce ?? true,
    clientAuthentication: oauth2?.clientAuthentication ?? 'body',
    ...(oauth2?.resource === undefined ? {} : { resource: oauth2.resource }),
    ...(oauth2?.authorizationParameters ? { authorizationParameters: oauth2.authorizationParameters } : {}),
  }
}

function placementsOf(name: AuthSchemeName, request: readonly AuthField[]): CredentialPlacement[] {
  const bearer = (field: string) => [
    { in: 'header' as const, name: 'authorization', prefix: 'Bearer ', field },
  ]
  const first = (request.find(({ isSecret }) => isSecret) ?? request[0])?.name
  switch (name) {
    case 'API_KEY':
      return [{ in: 'header', name: 'x-api-key', prefix: '', field: first ?? 'api_key' }]
    case 'BEARER_TOKEN':
      return bearer(first ?? 'token')
    case 'OAUTH2':
    case 'S2S_OAUTH2':
    case 'SERVICE_ACCOUNT':
      return bearer('access_token')
    case 'COOKIE':
      return [{ in: 'header', name: 'cookie', prefix: '', field: first ?? 'cookie' }]
    default:
      return []
  }
}

type RequestedFields = { config: readonly AuthField[]; connection: readonly AuthField[] }

const field = (name: string, label: string, isSecret: boolean, isRequired = true): AuthField => ({
  name,
  label,
  isSecret,
  isRequired,
  description: '',
  type: 'string',
})
const client = [field('client_id', 'Client ID', false), field('client_secret', 'Client secret', true)]

/** The default fields of a scheme. */
export const defaultFields: Readonly<Record<AuthSchemeName, RequestedFields>> = {
  NO_AUTH: { config: [], connection: [] },
  API_KEY: { config: [], connection: [field('api_key', 'API key', true)] },
  BEARER_TOKEN: { config: [], connection: [field('token', 'Token', true)] },
  BASIC: {
    config: [],
    connection: [field('username', 'User name', false), field('password', 'Password', true, false)],
  },
  OAUTH2: { config: client, connection: [] },
  S2S_OAUTH2: { config: [], connection: client },
  SERVICE_ACCOUNT: { config: [], connection: [field('service_account_json', 'Key file (JSON)', true)] },
  COOKIE: { config: [], connection: [field('cookie', 'Cookie', true)] },
}

const secretName = /secret|password|token|key|cookie|private/i

const fieldsOf = (
  groups: { required: AuthFieldInput[]; optional: AuthFieldInput[] } | undefined,
): AuthField[] =>
  groups
    ? [
        ...groups.required.map((each) => toField(each, true)),
        ...groups.optional.map((each) => toField(each, false)),
      ]
    : []

function toField(input: AuthFieldInput, isRequired: boolean): AuthField {
  const { name, displayName, type, description } = input
  return {
    name,
    label: displayName ?? name,
    description,
    type: type === 'number' || type === 'boolean' ? type : 'string',
    isRequired: input.required ?? isRequired,
    isSecret: input.isSecret ?? (type === 'password' || secretName.test(name)),
    ...(input.default ? { defaultValue: input.default } : {}),
  }
}

/** A base URL with `{shop}` in it makes `shop` a required field of every account. */
export function variablesOf(address: string | null, known: readonly AuthField[]): AuthField[] {
  const names = new Set(
    [...(address ?? '').matchAll(/\{([A-Za-z][A-Za-z0-9_.-]*)\}/g)].map(([, name]) => name!),
  )
  for (const { name } of known) names.delete(name)
  return [...names].map((name) => field(name, name, false))
}

const hostsIn = (address: string | null | undefined): string[] => [hostIn(address ?? '')].filter(Boolean)

/** A scheme as the reference surface describes it. */
export const detailsOf = (scheme: AuthScheme): AuthDetails => ({
  name: scheme.name,
  mode: scheme.name,
  fields: {
    authConfigCreation: groupsOf(scheme.configFields),
    connectedAccountInitiation: groupsOf(scheme.connectionFields),
  },
  proxy: null,
  deprecatedAuthProviderDetails: scheme.oauth2
    ? { authorization_url: scheme.oauth2.authorizationUrl, token_url: scheme.oauth2.tokenUrl }
    : null,
  oauth2: scheme.oauth2
    ? { ...scheme.oauth2, scopes: scheme.oauth2.scopes.map((each) => ({ ...each })) }
    : null,
  placements: scheme.placements.map((each) => ({ ...each })),
  allowedHosts: [...scheme.allowedHosts],
})

const groupsOf = (fields: readonly AuthField[]) => ({
  required: fields.filter(({ isRequired }) => isRequired).map(toOutput),
  optional: fields.filter(({ isRequired }) => !isRequired).map(toOutput),
})

const toOutput = (field: AuthField): AuthFieldOutput => ({
  name: field.name,
  displayName: field.label,
  default: field.defaultValue ?? null,
  type: field.type,
  description: field.description,
  required: field.isRequired,
  isSecret: field.isSecret,
  legacyTemplateName: field.name,
})
