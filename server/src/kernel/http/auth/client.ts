import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isWithin, type Network, networksOf, parseAddress } from '../../net/addresses.ts'

/**
 * Whose word about the client counts: that of so many proxies in front of this server, or that of proxies at these
 * IP addresses. Null trusts none, because any client can send the headers of a proxy.
 */
export type TrustedProxies = number | readonly string[] | null

/** Who is at the other end, behind the proxies that are trusted. */
export type Client = { ip: string; isHttps: boolean }

export type FindClient = (request: IncomingMessage) => Client

type IsTrusted = (address: string, hop: number) => boolean

/**
 * How to find the client behind the proxies. Each hop names the one before it, so only the end of the list is
 * trustworthy.
 */
export function createClientFinder(trusted: TrustedProxies, isHttps: boolean): FindClient {
  const isTrusted = trustOf(trusted)
  return ({ socket, headers }) => {
    const peer = socket.remoteAddress ?? ''
    if (!isTrusted(peer, 0)) return { ip: peer, isHttps }
    const forwarded = readForwarded(headers)
    let ip = peer
    for (const [hop, named] of forwarded.addresses.reverse().entries()) {
      // A name, a text or nothing at all: what is before it cannot be known.
      if (named === null) break
      ip = named
      if (!isTrusted(named, hop + 1)) break
    }
    return { ip, isHttps: isHttps || forwarded.protocol === 'https' }
  }
}

function trustOf(trusted: TrustedProxies): IsTrusted {
  if (trusted === null) return () => false
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted
  const networks = networksOf(...trusted)
  return (address) => isAmong(address, networks)
}

function isAmong(text: string, networks: readonly Network[]): boolean {
  const address = parseAddress(text.replace(/^::ffff:(?=\d+\.)/i, ''))
  return address !== null && networks.some((network) => isWithin(address, network))
}

type Forwarded = { addresses: (string | null)[]; protocol: string | undefined }

/** What the proxies wrote, the client first. The header of RFC 7239 is read where the older ones are missing. */
function readForwarded(headers: IncomingHttpHeaders): Forwarded {
  const older = headers['x-forwarded-for']
  if (older !== undefined || headers.forwarded === undefined) {
    return {
      addresses: partsOf(older).map(addressIn),
      protocol: partsOf(headers['x-forwarded-proto']).at(-1)?.toLowerCase(),
    }
  }
  const elements = partsOf(headers.forwarded)
  const named = (element: string, name: string) =>
    new RegExp(`(?:^|;)\\s*${name}\\s*=\\s*("[^"]*"|[^;]*)`, 'i').exec(element)?.[1]?.replace(/^"|"$/g, '')
  return {
    addresses: elements.map((element) => addressIn(named(element, 'for') ?? '')),
    protocol: named(elements.at(-1) ?? '', 'proto')?.toLowerCase(),
  }
}

const partsOf = (header: string | string[] | undefined): string[] =>
  [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** The IP address in `203.0.113.7:4711`, `[2001:db8::1]:443` or a bare address. */
function addressIn(text: string): string | null {
  const address =
    /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
  return !address.includes('%') && parseAddress(address) ? address : null
}
