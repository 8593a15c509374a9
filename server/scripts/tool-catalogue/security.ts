import type { Famous } from './famous-entry.ts'
import { inferSecurity } from './infer-security.ts'
import { isObject, type JsonObject, listOr, objectOr } from './json.ts'
import { plainText } from './prose.ts'

/** Known token URLs, by the host of the consent page. */
export type TokenUrls = ReadonlyMap<string, string>

/** How a service lets its callers in, and which parameters are nothing but that. */
export type Security = {
  schemes: { [name: string]: JsonObject }
  /** For the whole description; null when every operation says it itself. */
  requirements: JsonObject[] | null
  isCredential(parameter: JsonObject): boolean
}

// What all descriptions of Google offer and no tool needs: response formats and ways to pass credentials.
const googleCommon = new Set([
  '$.xgafv',
  'access_token',
  'alt',
  'callback',
  'oauth_token',
  'upload_protocol',
  'uploadType',
  'key',
  'prettyPrint',
  'quotaUser',
  'userIp',
])

export function securityOf(
  id: string,
  source: JsonObject,
  known: Famous | undefined,
  tokenUrls: TokenUrls,
): Security {
  const declared = objectOr(objectOr(source.components).securitySchemes)
  const schemes = known?.schemes ?? usableSchemes(declared, tokenUrls)
  const inferred =
    Object.keys(schemes).length === 0 && known?.schemes === undefined ? inferSecurity(id, source) : null
  const all = inferred?.schemes ?? schemes
  const names = Object.keys(all)
  const isOwn = known?.schemes === undefined && inferred === null
  const requirements =
    isOwn && names.length > 0 && hasRequirements(source)
      ? isArrayOfObjects(source.security)
        ? retainedRequirements(source.security, names)
        : null
      : (known?.together ?? inferred?.together)
        ? [Object.fromEntries(names.map((name) => [name, []]))]
        : names.map((name) => ({ [name]: [] }))
  const excluded = new Set(known?.withoutParameters ?? [])
  const credentialParameters = new Set(
    [...Object.values(all), ...Object.values(declared).filter(isObject)].map(
      (scheme) => `${scheme.in} ${String(scheme.name).toLowerCase()}`,
    ),
  )
  const isGoogle = id.startsWith('googleapis.com/')
  return {
    schemes: all,
    requirements,
    isCredential: ({ name, in: location }) =>
      excluded.has(name as string) ||
      (location !== 'path' && credentialParameters.has(`${location} ${String(name).toLowerCase()}`)) ||
      (isGoogle && location === 'query' && googleCommon.has(name as string)),
  }
}

const isArrayOfObjects = (value: unknown): value is JsonObject[] =>
  Array.isArray(value) && value.every(isObject)

const operationsOf = (source: JsonObject): JsonObject[] =>
  Object.values(objectOr(source.paths)).flatMap((item) => Object.values(objectOr(item)).filter(isObject))

const hasRequirements = (source: JsonObject): boolean =>
  listOr(source.security).length > 0 ||
  operationsOf(source).some(({ security }) =>
    listOr(security).some((each) => Object.keys(objectOr(each)).length > 0),
  )

/** Requirements without the schemes that were left out; one without any other is dropped too. */
export function retainedRequirements(
  requirements: readonly unknown[],
  names: readonly string[],
): JsonObject[] {
  const retained = requirements.map(objectOr).flatMap((requirement) => {
    const entries = Object.entries(requirement)
    const left = entries.filter(([name]) => names.includes(name))
    return left.length > 0 || entries.length === 0 ? [Object.fromEntries(left)] : []
  })
  const texts = new Set<string>()
  return retained.filter((each) => !texts.has(JSON.stringify(each)) && texts.add(JSON.stringify(each)))
}

/** Ways that can be used here: keys, passwords, and OAuth 2 by code or by the client alone. */
function usableSchemes(declared: JsonObject, tokenUrls: TokenUrls): { [name: string]: JsonObject } {
  const usable = Object.entries(declared).flatMap(([name, value]): [string, JsonObject][] => {
    const scheme = usableScheme(objectOr(value), tokenUrls)
    return scheme === null ? [] : [[name, scheme]]
  })
  // Google and others declare the browser-only way beside the one by code: after fixing them they are the same.
  const texts = new Set<string>()
  return Object.fromEntries(
    usable.filter(([, scheme]) => {
      const text = JSON.stringify(objectOr(scheme.flows).authorizationCode ?? scheme)
      return !texts.has(text) && texts.add(text)
    }),
  )
}

function usableScheme(scheme: JsonObject, tokenUrls: TokenUrls): JsonObject | null {
  const description = plainText(scheme.description, 300)
  const words = description === '' ? {} : { description }
  if (scheme.type === 'apiKey' && typeof scheme.name === 'string' && scheme.name !== '') {
    if (/^authorization$/i.test(scheme.name) && /bearer/i.test(String(scheme.description)))
      return { type: 'http', scheme: 'bearer', ...words }
    return ['header', 'query', 'cookie'].includes(scheme.in as string)
      ? { type: 'apiKey', in: scheme.in, name: scheme.name, ...words }
      : null
  }
  if (scheme.type === 'http' && /^(basic|bearer)$/i.test(String(scheme.scheme)))
    return { type: 'http', scheme: String(scheme.scheme).toLowerCase(), ...words }
  return scheme.type === 'oauth2' ? oauth2Of(objectOr(scheme.flows), words, tokenUrls) : null
}

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https:\/\/[^{}]+$/.test(value)

function oauth2Of(flows: JsonObject, words: JsonObject, tokenUrls: TokenUrls): JsonObject | null {
  const code = objectOr(flows.authorizationCode ?? flows.implicit)
  const client = objectOr(flows.clientCredentials)
  const scopesOf = (flow: JsonObject) =>
    Object.fromEntries(
      Object.entries(objectOr(flow.scopes)).map(([name, text]) => [name, plainText(text, 160)]),
    )
  const { authorizationUrl } = code
  const tokenUrl = isAddress(code.tokenUrl)
    ? code.tokenUrl
    : isAddress(authorizationUrl)
      ? tokenUrls.get(new URL(authorizationUrl).host)
      : undefined
  const usable: JsonObject = {}
  if (isAddress(authorizationUrl) && tokenUrl !== undefined)
    usable.authorizationCode = { authorizationUrl, tokenUrl, scopes: scopesOf(code) }
  if (isAddress(client.tokenUrl))
    usable.clientCredentials = { tokenUrl: client.tokenUrl, scopes: scopesOf(client) }
  return Object.keys(usable).length === 0 ? null : { type: 'oauth2', flows: usable, ...words }
}

/** From the URLs of `grant`, those of OAuth 2 that apply to all callers. */
export function tokenUrlsOf(config: JsonObject): TokenUrls {
  const found = new Map<string, string>()
  for (const { oauth, authorize_url: authorize, access_url: access } of Object.values(config).map(objectOr))
    if (oauth === 2 && isAddress(authorize) && isAddress(access) && !/\[/.test(authorize + access))
      found.set(new URL(authorize).host, access)
  return found
}
