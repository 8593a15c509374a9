import type {
  AuthField,
  AuthScheme,
  AuthSchemeName,
  CredentialPlacement,
  OAuth2Settings,
} from '../../toolkits/index.ts'
import type { ApiDocument } from './api-document.ts'
import type { Json } from './clean-tree.ts'
import type { Operation } from './operation.ts'
import { entriesOf, isJson, listOf, memberOf, resolve, textOf } from './pointer.ts'

/** What an account of the API needs with every scheme: hosts it may be used at, fields of the URL. */
export type SecurityContext = {
  readonly allowedHosts: readonly string[]
  readonly fields: readonly AuthField[]
}

/** The names of schemes that must be fulfilled together. */
type Requirement = readonly string[]

/** One part of a scheme of ours, from one scheme of the description. */
type Part = {
  name: AuthSchemeName
  configFields: AuthField[]
  connectionFields: AuthField[]
  placements: CredentialPlacement[]
  oauth2?: OAuth2Settings
}

// Where several prove an account together, the first of these gives its name to the whole.
const rank: readonly AuthSchemeName[] = ['OAUTH2', 'S2S_OAUTH2', 'BEARER_TOKEN', 'BASIC', 'COOKIE', 'API_KEY']

const schemesIn = (document: ApiDocument): unknown =>
  memberOf(memberOf(document, 'components'), 'securitySchemes')

/** The ways in, the one that most operations take first, each name once. */
export function authSchemesOf(
  document: ApiDocument,
  operations: readonly Operation[],
  securityContext: SecurityContext,
): AuthScheme[] {
  const uses = new Map<string, { requirement: Requirement; count: number }>()
  const note = (requirement: Requirement) => {
    const key = [...requirement].sort().join('\n')
    const known = uses.get(key)
    uses.set(key, { requirement, count: (known?.count ?? 0) + 1 })
  }
  for (const { definition } of operations) for (const each of requirementsOf(document, definition)) note(each)
  // Some declare schemes and never say where they are needed.
  if (uses.size === 0) for (const [name] of entriesOf(schemesIn(document))) note([name])
  const byName = new Map<AuthSchemeName, AuthScheme>()
  for (const { requirement } of [...uses.values()].sort((a, b) => b.count - a.count))
    for (const scheme of combined(document, requirement, securityContext))
      if (!byName.has(scheme.name)) byName.set(scheme.name, scheme)
  return [...byName.values()]
}

/** The alternatives of an operation, without the anonymous one. */
function requirementsOf(document: ApiDocument, definition: Json): Requirement[] {
  const requirements = memberOf(definition, 'security') ?? memberOf(document, 'security')
  return listOf(requirements)
    .filter(isJson)
    .map((requirement) => Object.keys(requirement))
    .filter((names) => names.length > 0)
}

/** Whether it can be called anonymously, and which scopes its first alternative requires. */
export function accessOf(document: ApiDocument, definition: Json): { noAuth: boolean; scopes: string[] } {
  const own = memberOf(definition, 'security')
  const requirements = listOf(own ?? memberOf(document, 'security')).filter(isJson)
  const isOpen =
    requirements.length === 0
      ? Array.isArray(own) || entriesOf(schemesIn(document)).length === 0
      : requirements.some((requirement) => Object.keys(requirement).length === 0)
  const scoped = requirements.map((each) =>
    Object.values(each).flatMap((scopes) => listOf(scopes).map(textOf)),
  )
  return {
    noAuth: isOpen,
    scopes: [...new Set(scoped.find((scopes) => scopes.length > 0) ?? [])].filter(Boolean),
  }
}

/** Distinguishes parameters that are credentials from those that a caller fills in. */
export function credentialLocations(document: ApiDocument): (location: string, name: string) => boolean {
  const keys = entriesOf(schemesIn(document)).flatMap(([, value]) => {
    const scheme = resolve(document, value)
    return scheme?.type === 'apiKey' ? [`${textOf(scheme.in)} ${textOf(scheme.name).toLowerCase()}`] : []
  })
  const known = new Set(keys)
  return (location, name) => known.has(`${location} ${name.toLowerCase()}`)
}

function combined(
  document: ApiDocument,
  requirement: Requirement,
  securityContext: SecurityContext,
): AuthScheme[] {
  const alternatives = requirement.map((name) =>
    partsOf(name, resolve(document, memberOf(schemesIn(document), name))),
  )
  if (alternatives.some((parts) => parts.length === 0)) return []
  const isAlone = requirement.length === 1
  // Of a scheme with several flows each is a separate scheme; together with others the best of them counts.
  const sets = isAlone ? alternatives[0]!.map((part) => [part]) : [alternatives.map((parts) => parts[0]!)]
  return sets.map((parts) => {
    const [main] = [...parts].sort((a, b) => rank.indexOf(a.name) - rank.indexOf(b.name))
    const connectionFields = unique(parts.flatMap((part) => part.connectionFields))
    return {
      name: main!.name,
      configFields: unique(parts.flatMap((part) => part.configFields)),
      connectionFields: unique([...connectionFields, ...securityContext.fields]),
      placements: parts.flatMap((part) => part.placements),
      ...(main!.oauth2 ? { oauth2: main!.oauth2 } : {}),
      allowedHosts: securityContext.allowedHosts,
    }
  })
}

const unique = (fields: readonly AuthField[]): AuthField[] => [
  ...new Map(fields.map((field) => [field.name, field])).values(),
]

const field = (
  name: string,
  label: string,
  isSecret: boolean,
  description = '',
  isRequired = true,
): AuthField => ({
  name,
  label,
  description,
  isRequired,
  isSecret,
  type: 'string',
})

const clientFields = () => [
  field('client_id', 'Client ID', false),
  field('client_secret', 'Client secret', true),
]

const bearer = (fieldName: string): CredentialPlacement[] => [
  { in: 'header', name: 'authorization', prefix: 'Bearer ', field: fieldName },
]

const bearerToken = (description: string): Part => ({
  name: 'BEARER_TOKEN',
  configFields: [],
  connectionFields: [field('token', 'Token', true, description)],
  placements: bearer('token'),
})

/** The auth schemes for one scheme of the description; none where it is not supported. */
function partsOf(key: string, scheme: Json | null): Part[] {
  const description = textOf(memberOf(scheme, 'description')).slice(0, 1000)
  switch (memberOf(scheme, 'type')) {
    case 'apiKey':
      return apiKeyPart(key, scheme!, description)
    case 'http':
      return httpPart(textOf(scheme!.scheme).toLowerCase(), description)
    case 'openIdConnect':
      return [bearerToken(description)]
    case 'oauth2':
      return oauth2Parts(scheme!, description)
    default:
      return []
  }
}

function apiKeyPart(key: string, scheme: Json, description: string): Part[] {
  const location = textOf(scheme.in)
  const name = textOf(scheme.name)
  if (!['header', 'query', 'cookie'].includes(location) || name === '') return []
  const fixed = key.replace(/[^A-Za-z0-9_.-]+/g, '_').slice(0, 60)
  const fieldName = /^[A-Za-z]/.test(fixed) ? fixed : `key_${fixed}`
  return [
    {
      name: location === 'cookie' ? 'COOKIE' : 'API_KEY',
      configFields: [],
      connectionFields: [field(fieldName, name, true, description)],
      placements: [{ in: location as CredentialPlacement['in'], name, prefix: '', field: fieldName }],
    },
  ]
}

function httpPart(scheme: string, description: string): Part[] {
  if (scheme === 'bearer') return [bearerToken(description)]
  if (scheme !== 'basic') return []
  const connectionFields = [
    field('username', 'User name', false, description),
    field('password', 'Password', true, '', false),
  ]
  return [{ name: 'BASIC', configFields: [], connectionFields, placements: [] }]
}

function oauth2Parts(scheme: Json, description: string): Part[] {
  const flows = memberOf(scheme, 'flows')
  const code = settingsOf(memberOf(flows, 'authorizationCode'))
  const client = settingsOf(memberOf(flows, 'clientCredentials'))
  const parts: Part[] = []
  if (code && code.authorizationUrl !== '')
    parts.push({
      name: 'OAUTH2',
      configFields: clientFields(),
      connectionFields: [],
      placements: bearer('access_token'),
      oauth2: code,
    })
  if (client)
    parts.push({
      name: 'S2S_OAUTH2',
      configFields: [],
      connectionFields: clientFields(),
      placements: bearer('access_token'),
      oauth2: client,
    })
  // Flows that hand passwords or tokens through a browser are not run; a token from elsewhere still works.
  return parts.length > 0 ? parts : [bearerToken(description)]
}

function settingsOf(flow: unknown): OAuth2Settings | null {
  const tokenUrl = textOf(memberOf(flow, 'tokenUrl'))
  if (!/^https?:\/\//i.test(tokenUrl)) return null
  return {
    authorizationUrl: textOf(memberOf(flow, 'authorizationUrl')),
    tokenUrl,
    scopes: entriesOf(memberOf(flow, 'scopes'))
      .slice(0, 1000)
      .map(([name, text]) => ({ name, description: textOf(text).slice(0, 500) })),
    scopeSeparator: ' ',
    hasPkce: true,
    clientAuthentication: 'body',
  }
}
