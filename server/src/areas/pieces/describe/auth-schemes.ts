import type { AuthField, AuthScheme, OAuth2Settings } from '../../toolkits/index.ts'
import type { Auth, Field } from './description.ts'

const none: readonly AuthField[] = []

/** The ways into a service that a piece offers, in its order. Other ways than these are left out. */
export function authSchemesOf(auths: readonly Auth[], allowedHosts: readonly string[]): AuthScheme[] {
  return auths.flatMap((auth) => {
    const scheme = schemeOf(auth, allowedHosts)
    return scheme ? [scheme] : []
  })
}

export function schemeOf(auth: Auth, allowedHosts: readonly string[]): AuthScheme | null {
  const common = { placements: [], allowedHosts, configFields: none }
  switch (auth.type) {
    case 'SECRET_TEXT': {
      const label = auth.displayName || 'API key'
      return { ...common, name: 'API_KEY', connectionFields: [secret('api_key', label, auth.description)] }
    }
    case 'CUSTOM_AUTH':
      return { ...common, name: 'API_KEY', connectionFields: fieldsOf(auth.props) }
    case 'BASIC_AUTH':
      return {
        ...common,
        name: 'BASIC',
        connectionFields: [
          {
            ...secret('username', auth.username?.displayName || 'Username', auth.description),
            isSecret: false,
          },
          secret('password', auth.password?.displayName || 'Password', ''),
        ],
      }
    case 'OAUTH2':
      return oauth2Scheme(auth, allowedHosts)
    default:
      return null
  }
}

function oauth2Scheme(auth: Auth, allowedHosts: readonly string[]): AuthScheme | null {
  if (!isAddress(auth.tokenUrl) || !isAddress(auth.authUrl)) return null
  const url = new URL(auth.authUrl.replaceAll('{', '%7B').replaceAll('}', '%7D'))
  const queryParameters = Object.fromEntries(url.searchParams)
  const { prompt, extra } = auth
  const parameters = { ...queryParameters, ...extra, ...(prompt && prompt !== 'omit' ? { prompt } : {}) }
  const oauth2: OAuth2Settings = {
    authorizationUrl: auth.authUrl.split('?')[0]!,
    tokenUrl: auth.tokenUrl,
    scopes: auth.scope.map((name) => ({ name, description: '' })),
    scopeSeparator: auth.scopeDelimiter ?? ' ',
    hasPkce: auth.pkce,
    clientAuthentication: auth.authorizationMethod === 'HEADER' ? 'basic' : 'body',
    ...(Object.keys(parameters).length > 0 ? { authorizationParameters: parameters } : {}),
  }
  const isMachine = auth.grantType === 'client_credentials'
  return {
    name: isMachine ? 'S2S_OAUTH2' : 'OAUTH2',
    configFields: [
      { ...secret('client_id', 'Client id', ''), isSecret: false },
      secret('client_secret', 'Client secret', ''),
    ],
    connectionFields: fieldsOf(auth.props),
    placements: [],
    oauth2,
    allowedHosts,
  }
}

// URLs may contain `{field}` in their host, which no URL parser accepts.
const isAddress = (url: string | undefined): url is string =>
  url !== undefined && /^https:\/\//.test(url) && URL.canParse(url.replace(/\{\w+\}/g, 'field'))

function fieldsOf(fields: Readonly<Record<string, Field>>): AuthField[] {
  return Object.entries(fields)
    .filter(([, { type }]) => type !== 'MARKDOWN')
    .map(([name, field]) => {
      const options = optionsOf(field.options)
      return {
        name,
        label: field.displayName || name,
        description: field.description,
        type: field.type === 'NUMBER' ? 'number' : field.type === 'CHECKBOX' ? 'boolean' : 'string',
        isRequired: field.required,
        isSecret: field.type === 'SECRET_TEXT' || secretName.test(name),
        ...(options.length > 0 ? { options } : {}),
        ...(typeof field.defaultValue === 'string' ? { defaultValue: field.defaultValue } : {}),
      }
    })
}

/** Some authors declare keys as plain text; what is named like a key is treated as a secret. */
const secretName = /(key|token|secret|password|license)$/i

function optionsOf(options: unknown): { label: string; value: string }[] {
  const { options: choices } = (options ?? {}) as { options?: unknown }
  if (!Array.isArray(choices)) return []
  return choices.flatMap((choice) => {
    const { label, value } = (choice ?? {}) as { label?: unknown; value?: unknown }
    return typeof value === 'string' ? [{ label: String(label ?? value), value }] : []
  })
}

const secret = (name: string, label: string, description: string): AuthField => ({
  name,
  label,
  description,
  type: 'string',
  isRequired: true,
  isSecret: true,
})
