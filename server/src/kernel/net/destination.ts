import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from './addresses.ts'
import type { Admits } from './allowed-networks.ts'
import { notAllowed, upstreamFailed } from './failures.ts'

/** Every IP address of a host name, A and AAAA. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

/** The destination of a request: its IP addresses were all admitted, and the connection is made to one of them. */
export type Destination = { readonly url: URL; readonly addresses: readonly string[] }

const contactOperator = 'An operator can open single private networks and ports with STOA_ALLOW_PRIVATE.'
const writePlainly = 'Give a plain http or https URL without a user name or password.'

export const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)

/**
 * Parses an untrusted URL. Texts which other parsers would read as another host are refused
 * although ours reads them safely: they only come from people who try them out.
 */
export function parseDestination(input: string | URL): URL {
  const text = String(input).trim()
  // The parser drops line breaks and tabs without a word; here they are an attempt at something.
  const url = URL.canParse(text) && !/\p{Cc}/u.test(text) ? new URL(text) : null
  if (!url) throw notAllowed('The URL is not valid.', writePlainly)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw notAllowed('Only http and https URLs can be called.', writePlainly)
  }
  const authority = /^[a-z]+:\/*([^/?]*)/i.exec(text)?.[1] ?? ''
  if (url.username || url.password || /[@\\]/.test(authority)) {
    throw notAllowed('The URL must not contain a user name, a password or a backslash.', writePlainly)
  }
  const hostname = url.hostname.replace(/\.$/, '')
  if (!isHost(hostname)) throw notAllowed('The host name of the URL is not valid.', writePlainly)
  url.hostname = hostname
  url.hash = ''
  return url
}

const isHost = (hostname: string): boolean =>
  hostname.startsWith('[') ||
  (hostname.length <= 253 && hostname.split('.').every((label) => /^[a-z0-9_-]{1,63}$/.test(label)))

export const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80)

/** Looks a host up and refuses it unless every one of its IP addresses is admitted. */
export async function locate(url: URL, admits: Admits, resolve: Resolve): Promise<Destination> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const port = portOf(url)
  if (/(^|\.)localhost$/.test(hostname)) {
    // The name is bound to these two by RFC 6761, so there is no DNS lookup and one of them is enough.
    const addresses = ['127.0.0.1', '::1'].filter((address) => admits(address, port))
    if (addresses.length === 0) throw refusal(url, ['127.0.0.1'])
    return { url, addresses }
  }
  const addresses = isIP(hostname) === 0 ? await resolve(hostname) : [hostname]
  if (addresses.length === 0) {
    throw upstreamFailed(`${url.hostname} has no IP address.`, 'Check the host name of the URL.')
  }
  if (!addresses.every((address) => admits(address, port))) throw refusal(url, addresses)
  return { url, addresses }
}

/** The caller learns that the URL is refused, never what its host resolved to. */
function refusal(url: URL, addresses: readonly string[]) {
  const cause = new Error(`${url.hostname} is ${addresses.join(', ')}`)
  if (addresses.every(isPublicAddress)) {
    return notAllowed(
      `Port ${portOf(url)} of ${url.hostname} is not open to requests.`,
      contactOperator,
      cause,
    )
  }
  return notAllowed(`${url.hostname} is not on the public internet.`, contactOperator, cause)
}
