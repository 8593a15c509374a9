import { Readable } from 'node:stream'
import { holdsSecret } from '../secrets/secret-forms.ts'
import { isSecretHeader } from '../secrets/secret-header.ts'
import { parseDestination } from './destination.ts'
import { notAllowed, upstreamFailed } from './failures.ts'

/** One request of a chain of redirects. Header names are in lower case. */
export type Hop = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | Readable | null
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

export const isRedirect = (status: number): boolean => redirectStatuses.has(status)

/** What may accompany a redirect out of the hosts that the credentials are for. Any other header could be one. */
const harmlessHeaders = new Set(['accept', 'accept-encoding', 'accept-language', 'range', 'user-agent'])

/** Whether a host is in the list; `*.example.com` matches every subdomain of example.com. */
export const isHostListed = (hostname: string, hosts: readonly string[]): boolean =>
  hosts
    .map((host) => host.toLowerCase())
    .some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))

/** Where what a request carries may go; null hosts say nothing of it. */
export type Confines = { readonly hosts: readonly string[] | null; readonly secrets: readonly string[] }

/** The request that follows a redirect, by the rules of the Fetch standard. */
export function followRedirect(
  hop: Hop,
  status: number,
  location: string | undefined,
  { hosts: credentialHosts, secrets }: Confines,
): Hop {
  if (location === undefined || !URL.canParse(location, hop.url.href)) {
    throw upstreamFailed(`${hop.url.hostname} redirects to nowhere.`, 'Check the URL.')
  }
  const url = parseDestination(redirectTarget(location, hop.url))
  const becomesGet = (status === 303 && hop.method !== 'HEAD') || (status < 303 && hop.method === 'POST')
  const method = becomesGet ? 'GET' : hop.method
  const body = becomesGet ? null : hop.body
  if (body instanceof Readable) {
    throw upstreamFailed(`${hop.url.hostname} redirects an upload.`, 'Upload to the final URL instead.')
  }
  // Where everyone on the way can listen is outside as well.
  const isPlain = hop.url.protocol === 'https:' && url.protocol === 'http:'
  const isOutside = credentialHosts !== null && (isPlain || !isHostListed(url.hostname, credentialHosts))
  if (isOutside && body !== null) {
    throw notAllowed(
      `${hop.url.hostname} redirects the content of the request to a host it is not meant for.`,
      'Call the final URL directly.',
    )
  }
  // A service that copies the URL to the redirect would leak the secret in it.
  if (isOutside && (holdsSecret(hop.url.href, secrets) || holdsSecret(url.href, secrets))) {
    throw notAllowed(
      `${hop.url.hostname} redirects a request with a secret in its URL to a host it is not meant for.`,
      'Call the final URL directly.',
    )
  }
  const isCrossOrigin = url.origin !== hop.url.origin
  const isStored = (name: string) =>
    !(becomesGet && name.startsWith('content-')) &&
    !(isCrossOrigin && isSecretHeader(name)) &&
    (!isOutside || harmlessHeaders.has(name))
  const headers = Object.fromEntries(Object.entries(hop.headers).filter(([name]) => isStored(name)))
  return { method, url, headers, body }
}

/** An absolute location is judged as it was written, a relative one only after it was joined. */
const redirectTarget = (location: string, base: URL): string | URL =>
  URL.canParse(location) ? location : new URL(location, base)
