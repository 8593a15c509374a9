import { AppError } from '../../../kernel/errors.ts'
import { hasDetour } from '../../../kernel/net/path-detour.ts'
import { isHostListed } from '../../../kernel/net/redirects.ts'
import { isSecretHeader } from '../../../kernel/secrets/secret-header.ts'
import type { AuthScheme, Credentials } from '../ports/auth-scheme.ts'

/** A request to a service: its URL may contain `{field}` for a field of the connection. */
export type UnsignedRequest = { readonly url: string; readonly headers: Readonly<Record<string, string>> }

/** What can be passed to the outbound client as it is. */
export type SignedRequest = {
  readonly url: string
  readonly headers: Record<string, string>
  /** The only hosts that this request, and what it carries, may go to. */
  readonly allowedHosts: readonly string[]
  /** What it carries that must be seen nowhere else. */
  readonly secrets: readonly string[]
}

const placeholder = /\{([A-Za-z][A-Za-z0-9_.-]*)\}/g
// A name of one or more labels, or an IP address, with a port. No slash, no @, no %: a field must not move the request.
const hostPart = /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?$/

/**
 * Puts the credentials where their scheme wants them. They go to the hosts of the scheme only: another host is refused
 * before anything is placed.
 */
export function sign(request: UnsignedRequest, credentials: Credentials): SignedRequest {
  const { scheme, values } = credentials
  const open = openValues(credentials)
  const url = parsed(fillAddress(request.url, values, open))
  const allowedHosts = credentials.allowedHosts.map((host) => hostOf(fillHost(host, open)))
  if (!isHostListed(url.hostname, allowedHosts)) {
    throw new AppError('address_not_allowed', `The account cannot be used for ${url.hostname}`, {
      hint:
        allowedHosts.length > 0
          ? `Allowed hosts: ${allowedHosts.join(', ')}.`
          : 'Its toolkit has no allowed hosts.',
    })
  }
  const headers = { ...request.headers }
  const cookies: string[] = []
  for (const { location, name, value } of placedBy(scheme, values)) {
    if (location === 'query') url.search = withParameter(url.search, name, value)
    else if (location === 'cookie') cookies.push(name === '' ? value : `${name}=${value}`)
    else setHeader(headers, name, value)
  }
  if (cookies.length > 0)
    setHeader(headers, 'cookie', [cookieOf(headers), ...cookies].filter(Boolean).join('; '))
  return { url: url.href, headers, allowedHosts, secrets: secretsIn(values, open) }
}

/** What is allowed in a host name. It is looked up, logged and returned, so no secret can be part of it. */
function openValues({ scheme, values }: Credentials): Readonly<Record<string, unknown>> {
  const declared = [...scheme.connectionFields, ...scheme.configFields]
  const open = new Set(declared.filter(({ isSecret }) => !isSecret).map(({ name }) => name))
  const secret = new Set([
    ...scheme.connectionFields.filter(({ isSecret }) => isSecret).map(({ name }) => name),
    ...scheme.placements.map(({ field }) => field),
    'access_token',
    'id_token',
    'client_secret',
    'password',
  ])
  // Services give more than one token at a time, under names that no scheme declares.
  const isOpen = (name: string) =>
    !secret.has(name) && (open.has(name) || name === 'token_type' || !isSecretHeader(name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => isOpen(name)))
}

const secretsIn = (
  values: Readonly<Record<string, unknown>>,
  open: Readonly<Record<string, unknown>>,
): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    !Object.hasOwn(open, name) && typeof value === 'string' ? [value] : [],
  )

function parsed(address: string): URL {
  const url = URL.parse(address)
  if (url) return url
  throw new AppError('invalid_parameter', 'The request URL is invalid', {
    hint: 'Use a path, or a full http or https URL.',
  })
}

/**
 * `https://{shop}.example.com/{path}` with the values of a connection; each limited to what is allowed in its position.
 */
export function fillAddress(
  address: string,
  values: Readonly<Record<string, unknown>>,
  ofHost: Readonly<Record<string, unknown>> = values,
): string {
  const [, origin = '', rest = ''] = /^([a-z]+:\/\/[^/?#]*)(.*)$/is.exec(address) ?? []
  const path = rest.replace(placeholder, (_, field: string) => {
    const value = encodeURIComponent(textIn(values, field))
    if (!hasDetour(value)) return value
    throw new AppError('invalid_parameter', `The field ${field} of the account contains an invalid path`, {
      hint: 'Reconnect it with a value without dot segments.',
    })
  })
  return `${fillHost(origin, ofHost)}${path}`
}

/** The same for a host alone. */
export const fillHost = (host: string, values: Readonly<Record<string, unknown>>): string =>
  host.replace(placeholder, (_, field: string) => {
    const value = textIn(values, field)
      .replace(/^https?:\/\//i, '')
      .replace(/\/+$/, '')
    if (hostPart.test(value)) return value
    throw new AppError('invalid_parameter', `The field ${field} of the account is not valid in a host name`, {
      hint: 'Use only letters, digits, dots and hyphens.',
    })
  })

function textIn(values: Readonly<Record<string, unknown>>, field: string): string {
  const value = Object.hasOwn(values, field) ? values[field] : undefined
  if (value !== undefined && value !== null && value !== '' && typeof value !== 'object') return String(value)
  throw new AppError('invalid_parameter', `The field ${field} of the account is missing`, {
    hint: 'Reconnect it with this field.',
  })
}

type PlacedCredential = { location: 'header' | 'query' | 'cookie'; name: string; value: string }

function placedBy(scheme: AuthScheme, values: Readonly<Record<string, unknown>>): PlacedCredential[] {
  const optional = new Set(
    scheme.connectionFields.filter((field) => !field.isRequired).map(({ name }) => name),
  )
  const placed: PlacedCredential[] = scheme.placements
    .filter(({ field }) => !optional.has(field) || (values[field] ?? '') !== '')
    .map(({ in: location, name, prefix, field }) => ({
      location,
      name,
      value: `${prefix}${textIn(values, field)}`,
    }))
  const isAuthorized = placed.some(
    ({ location, name }) => location === 'header' && name.toLowerCase() === 'authorization',
  )
  return scheme.name === 'BASIC' && !isAuthorized ? [basicFrom(values), ...placed] : placed
}

/** The pair is sent as one value, which no placement of single fields can express. */
function basicFrom(values: Readonly<Record<string, unknown>>): PlacedCredential {
  const password = Object.hasOwn(values, 'password') ? String(values.password ?? '') : ''
  const pair = Buffer.from(`${textIn(values, 'username')}:${password}`).toString('base64')
  return { location: 'header', name: 'authorization', value: `Basic ${pair}` }
}

/** A header is sent once, whatever its case. */
function setHeader(headers: Record<string, string>, name: string, value: string): void {
  for (const known of Object.keys(headers))
    if (known.toLowerCase() === name.toLowerCase()) delete headers[known]
  headers[name.toLowerCase()] = value
}

const cookieOf = (headers: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'cookie')?.[1]

/** Ports are not part of what is compared: an operator may run a service on any. */
const hostOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, '')

/** Written by hand: the platform's own way would write every other parameter again. */
function withParameter(search: string, name: string, value: string): string {
  const others = search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && nameIn(pair) !== name)
  return `?${[...others, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join('&')}`
}

function nameIn(pair: string): string {
  const name = pair.split('=', 1)[0]!
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
