import { Readable } from 'node:stream'
import { extractWWWAuthenticateParams, type FetchLike } from '@modelcontextprotocol/client'
import { AppError } from '../../../kernel/errors.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'

export type FetchLimits = {
  timeoutMs: number
  maxBytes: number
  headers: Readonly<Record<string, string>>
  /** Ends every request: the client of the SDK does not pass it on while it negotiates. */
  signal: AbortSignal
  /** A response broke off: its reader would otherwise wait for the rest. */
  onBroken(error: Error): void
}

/**
 * Fetch by the outbound client: addresses are checked, time and bytes are bounded, and the headers of the project go to
 * the host of the server alone.
 */
export function guardedFetch(outbound: Outbound, origin: URL, limits: FetchLimits): FetchLike {
  return async (input, init = {}) => {
    const url = new URL(input)
    const isServer = url.origin === origin.origin
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...(isServer ? limits.headers : {}) }
    const response = await outbound.request({
      url,
      method: init.method ?? 'GET',
      headers,
      ...(init.body === undefined || init.body === null ? {} : { body: String(init.body) }),
      signal: AbortSignal.any([limits.signal, ...(init.signal ? [init.signal] : [])]),
      allowedHosts: [origin.hostname],
      secrets: Object.values(limits.headers),
      timeoutMs: limits.timeoutMs,
      idleTimeoutMs: limits.timeoutMs,
      maxBytes: limits.maxBytes,
    })
    response.body.once('error', limits.onBroken)
    if (response.status === 401) {
      response.discard()
      throw unauthorized(origin)
    }
    const scopes = response.status === 403 ? scopesRequired(response.headers['www-authenticate']) : null
    if (scopes) {
      response.discard()
      throw lacksScopes(origin, scopes)
    }
    const hasBody = ![204, 205, 304].includes(response.status)
    if (!hasBody) response.discard()
    const passed = Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
    )
    return new Response(hasBody ? (Readable.toWeb(response.body) as ReadableStream) : null, {
      status: response.status,
      headers: passed,
    })
  }
}

const maxScopes = 50
// As RFC 6749 has them.
const scopeForm = /^[\x21\x23-\x5b\x5d-\x7e]{1,300}$/

/** The rights that a call needs (RFC 6750, section 3.1); null where it was refused for another reason. */
function scopesRequired(header: string | string[] | undefined): string[] | null {
  if (header === undefined) return null
  const headers = { 'www-authenticate': [header].flat().join(', ') }
  const { error, scope = '' } = extractWWWAuthenticateParams(new Response(null, { status: 403, headers }))
  if (error !== 'insufficient_scope') return null
  return scope
    .split(' ')
    .filter((each) => scopeForm.test(each))
    .slice(0, maxScopes)
}

const lacksScopes = ({ hostname }: URL, requiredScopes: readonly string[]) =>
  new AppError('upstream_error', `The MCP server at ${hostname} requires more rights for this call`, {
    facts: { upstreamStatus: 403, requiredScopes },
    hint: 'Connect the account again with these scopes.',
  })

/** No other transport would help, and the client of the SDK must not begin to sign in by itself. */
const unauthorized = ({ hostname }: URL) =>
  new AppError('upstream_error', `The MCP server at ${hostname} requires credentials`, {
    facts: { upstreamStatus: 401 },
    hint: 'Check the headers that it is sent, or the connected account.',
  })
