import { AppError } from '../../../../kernel/errors.ts'
import { formFields } from '../../../../kernel/http/request/form-fields.ts'

/** What a token endpoint granted, in one form whatever it said it in. */
export type Tokens = {
  accessToken: string
  refreshToken: string | null
  expiresInSeconds: number | null
  scopes: readonly string[] | null
  /** Everything else it said, tokens included, under the names it used. */
  raw: Readonly<Record<string, unknown>>
}

/**
 * Why it refused. `grant`: what we hold is worthless, and asking again will not help. `client`: it does not take our
 * client, which is no fault of the account. `other`: may pass.
 */
export type Refusal = { kind: 'grant' | 'client' | 'other'; code: string; message: string }

export type TokenResponse = { isGranted: true; tokens: Tokens } | { isGranted: false; refusal: Refusal }

const grantCodes = new Set([
  'invalid_grant',
  'access_denied',
  'bad_refresh_token',
  'bad_verification_code',
  'invalid_refresh_token',
  'token_revoked',
  'token_expired',
  'account_inactive',
  'invalid_code',
  'code_already_used',
])
const clientCodes = new Set([
  'invalid_client',
  'unauthorized_client',
  'incorrect_client_credentials',
  'bad_client_secret',
  'invalid_client_id',
])
const maxLifeSeconds = 10 * 365 * 24 * 3600
const maxStored = 64 * 1024

/**
 * Parses the response of a token endpoint as real services send it: JSON or a form, errors with status 200, tokens below
 * `authed_user` or `data`, lifetimes as texts or not at all.
 */
export function readTokenResponse(status: number, text: string, host: string): TokenResponse {
  const raw = parse(text)
  if (status >= 500 || status === 429 || status === 408)
    throw new AppError('upstream_error', `The token request to ${host} failed with status ${status}`, {
      facts: { upstreamStatus: status },
      hint: 'Try again later.',
    })
  const code = textOf(raw?.error) ?? (raw?.ok === false ? 'refused' : null)
  if (raw !== null && code === null && status < 300) {
    const tokens = tokensIn(raw)
    if (tokens) return { isGranted: true, tokens }
  }
  const known = plainCode(code) ?? (status === 401 ? 'invalid_client' : `http_${status}`)
  const kind = grantCodes.has(known) ? 'grant' : clientCodes.has(known) ? 'client' : 'other'
  return {
    isGranted: false,
    refusal: { kind, code: known, message: sentenceOf(host, known, raw) },
  }
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    if (!/^[\w.~%+-]+=/.test(text)) return null
    const fields = formFields(text)
    return fields && Object.fromEntries(fields)
  }
}

function tokensIn(raw: Record<string, unknown>): Tokens | null {
  const inner = [raw, raw.authed_user, raw.data].find(
    (each): each is Record<string, unknown> =>
      typeof each === 'object' &&
      each !== null &&
      textOf((each as Record<string, unknown>).access_token) !== null,
  )
  if (!inner) return null
  const accessToken = textOf(inner.access_token)!
  const refreshToken = textOf(inner.refresh_token) ?? textOf(raw.refresh_token)
  const isLarge = JSON.stringify(raw).length > maxStored
  return {
    accessToken,
    refreshToken,
    expiresInSeconds: lifeOf(inner.expires_in ?? raw.expires_in),
    scopes: scopesIn(inner.scope ?? inner.scopes ?? raw.scope),
    raw: isLarge ? {} : { ...raw, ...inner },
  }
}

/** Null without a valid lifetime: then only an error shows that the token expired. */
export function lifeOf(value: unknown): number | null {
  const seconds = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, maxLifeSeconds) : null
}

export function scopesIn(value: unknown): string[] | null {
  if (Array.isArray(value)) return value.filter((each): each is string => typeof each === 'string')
  return typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : null
}

/** A code is stored and shown, so it is limited to valid characters. */
export const plainCode = (code: string | null): string | null =>
  code === null ? null : code.replace(/[^\x21-\x7e]/g, '').slice(0, 100) || 'unknown'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/**
 * The human-readable message of the service, truncated, because it ends up in responses and logs; never what was sent.
 */
function sentenceOf(host: string, code: string, raw: Record<string, unknown> | null): string {
  const described = textOf(raw?.error_description)
  const why = described === null ? '' : `: ${described.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 200)}`
  return `${host} refused with ${code}${why}`
}
