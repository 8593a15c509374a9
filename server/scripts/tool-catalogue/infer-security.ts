import { atPointer, isObject, type JsonObject, listOr, objectOr } from './json.ts'
import { plainText } from './prose.ts'

/** Auth schemes that a description does not declare; those that are `together` are required together. */
export type Inferred = { schemes: { [name: string]: JsonObject }; together: boolean }

type Found = { location: 'header' | 'query'; name: string; count: number; description: string }

/** Names that are never anything but a credential. */
const keyNames = new RegExp(
  [
    /^(x-)?([\w.]+-)*(api|app|application|access|user|subscription|system|auth|service|rest|dev)[-_.]?(key|token|secret)$/,
    /^(x-)?([\w.]+[-_.])*(api|app)[-_]?(key|token|secret|id)$/,
    /^x-auth-token$|^oauth_token$|^wm_sec\.access_token$|^authtoken$|^auth_token$|^(sec-?)?secret$|^servicekey$|^wskey$|^secret_?key$/,
    /^x-[\w-]*-(token|key)$|^authorization$/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)
/** Names that may be a credential, where the words beside them say so. */
const vagueNames = /^(key|token|license|apikey|api_key|code|appid|userkey|username|user)$/i
const credentialWords =
  /\b(api|access|licen[sc]e|subscription|auth\w*|account|developer|your)\W{0,3}(api\W?)?(key|token|id)\b/i
const otherwise =
  /^(page|next|sort|user|device|push|product|sync|continuation|cursor)[-_]?(key|token)s?$|hash|locked/i

/**
 * What proves a caller where the description only shows it by the way: among the parameters of nearly all operations, in
 * its prose, or by a scheme that is declared in a form that cannot be executed. Whatever is not certain stays out: such
 * toolkits ask for nothing, as their descriptions say.
 */
export function inferSecurity(id: string, source: JsonObject): Inferred | null {
  const known = knownServices.find(({ host }) => id.startsWith(host))
  if (known) return { schemes: { account: known.scheme }, together: false }
  const found = credentialParameters(source)
  if (id.startsWith('googleapis.com/') || isGoogle(found)) return ofGoogle
  // Requests that would have to be signed cannot be.
  if (found.some(({ description }) => /oauth\W?1/i.test(description))) return null
  if (found.length > 0) return fromParameters(found)
  return fromProse(plainText(objectOr(source.info).description, 20_000)) ?? fromUnrunnable(source)
}

/** Services that are known to ask for an account although their descriptions are silent. */
const knownServices: readonly { host: string; scheme: JsonObject }[] = [
  {
    host: 'amadeus.com',
    scheme: {
      type: 'oauth2',
      flows: {
        clientCredentials: {
          tokenUrl: 'https://test.api.amadeus.com/v1/security/oauth2/token',
          scopes: {},
        },
      },
    },
  },
  {
    host: 'ote-godaddy.com',
    scheme: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'sso-key KEY:SECRET' },
  },
]

const isGoogle = (found: readonly Found[]): boolean =>
  ['access_token', 'oauth_token', 'key'].every((name) => found.some((each) => each.name === name))

const ofGoogle: Inferred = {
  schemes: {
    key: { type: 'apiKey', in: 'query', name: 'key', description: 'API key of a Google Cloud project' },
    token: { type: 'http', scheme: 'bearer', description: 'OAuth 2.0 access token' },
  },
  together: false,
}

function credentialParameters(source: JsonObject): Found[] {
  const found = new Map<string, Found>()
  let operations = 0
  for (const item of Object.values(objectOr(source.paths)).map(objectOr))
    for (const operation of Object.values(item).filter(isObject)) {
      operations++
      const all = [...listOr(item.parameters), ...listOr(operation.parameters)]
      for (const parameter of all.map((each) => followed(source, each))) note(found, parameter)
    }
  return [...found.values()].filter(({ count }) => count >= operations / 2)
}

function followed(source: JsonObject, value: unknown): JsonObject {
  const parameter = objectOr(value)
  return typeof parameter.$ref === 'string' ? objectOr(atPointer(source, parameter.$ref)) : parameter
}

function note(found: Map<string, Found>, { in: location, name, description, required }: JsonObject): void {
  if ((location !== 'header' && location !== 'query') || typeof name !== 'string' || otherwise.test(name))
    return
  const words = plainText(description, 300)
  const isMeant =
    keyNames.test(name) ||
    (vagueNames.test(name) && credentialWords.test(words) && !otherwise.test(words)) ||
    (required === true && /\b(api|licen[sc]e|subscription)\W?key\b/i.test(words))
  if (!isMeant) return
  const key = `${location} ${name.toLowerCase()}`
  const known = found.get(key)
  if (known) known.count++
  else found.set(key, { location, name, count: 1, description: words })
}

/** The same thing may be accepted in the header and in the URL: then the header, which no log shows. */
function fromParameters(found: readonly Found[]): Inferred {
  const plain = ({ name }: Found) => name.toLowerCase().replace(/^x-/, '').replace(/[-_.]/g, '')
  const retained = found.filter(
    (each) =>
      each.location === 'header' ||
      !found.some((other) => other.location === 'header' && plain(other) === plain(each)),
  )
  const schemes = Object.fromEntries(retained.map((each) => [schemeNameOf(each), schemeOf(each)]))
  return { schemes, together: true }
}

const schemeNameOf = ({ name }: Found): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '_')

function schemeOf({ location, name, description }: Found): JsonObject {
  const words = description === '' ? {} : { description }
  if (/^authorization$/i.test(name)) {
    if (/bearer|oauth|access token|jwt/i.test(description))
      return { type: 'http', scheme: 'bearer', ...words }
    if (/basic/i.test(description)) return { type: 'http', scheme: 'basic', ...words }
  }
  return { type: 'apiKey', in: location, name, ...words }
}

/** Only where the prose spells the header out. */
function fromProse(prose: string): Inferred | null {
  if (/authorization:\s*bearer\b/i.test(prose))
    return { schemes: { token: { type: 'http', scheme: 'bearer' } }, together: false }
  const [, name] = /\b(x-api-key)\b\W{0,3}(http\s+)?header/i.exec(prose) ?? []
  return name === undefined
    ? null
    : { schemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } }, together: false }
}

/** Tokens of a way that is not run here can be had elsewhere and work all the same. */
function fromUnrunnable(source: JsonObject): Inferred | null {
  const declared = Object.values(objectOr(objectOr(source.components).securitySchemes)).map(objectOr)
  const oauth2 = declared.find(({ type }) => type === 'oauth2')
  if (!oauth2) return null
  const words = plainText(oauth2.description, 300)
  const description = words === '' ? 'OAuth 2.0 access token' : words
  return { schemes: { token: { type: 'http', scheme: 'bearer', description } }, together: false }
}
