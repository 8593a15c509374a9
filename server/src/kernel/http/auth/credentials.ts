import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../errors.ts'
import type { Credentials } from './identity.ts'

export const sessionCookie = 'stoa_session'
/** Marks a browser that has signed in before; it opens nothing. */
export const deviceCookie = 'stoa_device'

const bearer = /^Bearer +(\S+)$/i

/** Collects what the request brings. Two different keys cannot both be meant, and guessing would be unsafe. */
export function readCredentials(headers: IncomingHttpHeaders, method: string, ip: string): Credentials {
  const apiKey = one(headers['x-api-key'])
  const authorization = headers.authorization
  const token = authorization === undefined ? undefined : (bearer.exec(authorization)?.[1] ?? '')
  if (apiKey !== undefined && token !== undefined && apiKey !== token) {
    throw new AppError('conflicting_credentials', 'x-api-key and Authorization carry different keys', {
      hint: 'Send the key in one of the two headers.',
    })
  }
  return {
    token: apiKey ?? token ?? null,
    sessionToken: cookieValue(headers.cookie, sessionCookie),
    csrfToken: one(headers['x-csrf-token']) ?? null,
    projectId: one(headers['x-project-id']) ?? null,
    isWrite: method !== 'GET' && method !== 'HEAD',
    ip,
  }
}

const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value

export function cookieValue(header: string | undefined, name: string): string | null {
  if (header === undefined) return null
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}

const aYearInSeconds = 365 * 24 * 60 * 60

/** Sent to the sign-in endpoint alone, and still set after signing out. */
export const deviceCookieHeader = (value: string, isHttps: boolean): string =>
  `${deviceCookie}=${value}; Path=/api/v1/auth; HttpOnly; SameSite=Lax; Max-Age=${aYearInSeconds}${isHttps ? '; Secure' : ''}`

/** The session cookie of a signed-in browser. Scripts cannot read it and other sites' posts do not carry it. */
export function sessionCookieHeader(value: string, maxAgeSeconds: number, isHttps: boolean): string {
  return `${sessionCookie}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${isHttps ? '; Secure' : ''}`
}
