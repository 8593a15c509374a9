import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { AppError } from '../../errors.ts'

export type OriginGuardOptions = {
  publicUrl: URL
  listenHost: string
  /** Origins other than our own whose scripts may call the API; empty means none. */
  allowedOrigins: readonly string[]
}

/**
 * Blocks pages of other sites. A browser for which evil.example resolves to 127.0.0.1 still sends
 * `Host: evil.example`, so an unknown host name is refused; IP addresses cannot be rebound and are accepted.
 */
export function createOriginGuard({ publicUrl, listenHost, allowedOrigins }: OriginGuardOptions) {
  const names = new Set(['localhost', publicUrl.hostname.toLowerCase(), listenHost.toLowerCase()])
  const foreign = new Set(allowedOrigins)

  const hostNameOf = (host: string) => host.replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase()

  function checkHost(host: string | undefined) {
    const name = hostNameOf(host ?? '')
    if (names.has(name) || isIP(name.replace(/^\[|\]$/g, ''))) return
    throw new AppError('host_not_allowed', 'The Host header is not allowed', {
      hint: 'Set STOA_PUBLIC_URL to the public URL of the server.',
    })
  }

  /** The origin to name in the CORS headers; null when the request is our own page's or no browser's. */
  function checkOrigin(origin: string | undefined, host: string | undefined): string | null {
    if (origin === undefined || isOwn(origin, host)) return null
    if (foreign.has(origin)) return origin
    throw originNotAllowed()
  }

  function isOwn(origin: string, host: string | undefined): boolean {
    return origin === publicUrl.origin || origin === `http://${host}` || origin === `https://${host}`
  }

  /** Of a page that is neither our own nor one that the operator has named; else null. */
  const foreignOriginOf = ({ origin, host }: IncomingHttpHeaders): string | null =>
    origin === undefined || isOwn(origin, host) || foreign.has(origin) ? null : origin

  return {
    foreignOriginOf,
    checkHost,
    checkOrigin,
    /** Whether the request comes from our own page: only then does its cookie count without a CSRF token. */
    isOwnPage: ({ origin, host }: IncomingHttpHeaders) => origin !== undefined && isOwn(origin, host),
  }
}

export const originNotAllowed = () =>
  new AppError('origin_not_allowed', 'The origin is not allowed', {
    hint: 'Add the origin to STOA_ALLOWED_ORIGINS, or for chat tokens to allowedOrigins of the project.',
  })

export type OriginGuard = ReturnType<typeof createOriginGuard>

const apiPolicy = "default-src 'none'; frame-ancestors 'none'"
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

export function securityHeaders(isHttps: boolean): Record<string, string> {
  return {
    'content-security-policy': apiPolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

export function corsHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers':
      'x-request-id, etag, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, location, content-location, x-ignored-fields',
    vary: 'Origin',
  }
}

export const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'content-type, authorization, x-api-key, x-username, x-request-id, idempotency-key, if-match, if-none-match, last-event-id, prefer, x-raw-response, x-act-across-users',
  'access-control-max-age': '600',
}
