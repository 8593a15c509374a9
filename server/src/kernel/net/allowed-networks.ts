import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Network } from './addresses.ts'
import { embeddedIpv4, isPublic, isWithin, parseAddress } from './addresses.ts'

/** A network that the operator opened although it is not public: on one port, or on all when there is none. */
export type AllowedNetwork = { readonly cidr: string; readonly port: number | null }

/** Whether a connection to this IP address and port may be opened. */
export type Admits = (ip: string, port: number) => boolean

// An IP address with or without brackets, its prefix length, its port.
const entryForm = /^(?:\[([^\]]*)\]|([^/[\]]*?))(?:\/(\d{1,3}))?(?::(\d{1,5}))?$/

/** Reads a list such as `10.0.0.5/32,127.0.0.1/32:4500,[fd00::]/8`. Throws an Error that names the bad entry. */
export function parseAllowedNetworks(text: string): AllowedNetwork[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseEntry)
}

function parseEntry(entry: string): AllowedNetwork {
  const fault = (reason: string) =>
    new Error(`"${entry}" ${reason}; write networks as 10.0.0.5/32, 127.0.0.1/32:4500 or [fd00::]/8`)
  const [, bracketed, bare = '', bits, portText] = entryForm.exec(entry) ?? []
  const address = bracketed ?? bare
  const isV6 = isIPv6(address) && !address.includes('%')
  if (bracketed === undefined ? !isIPv4(address) && !isV6 : !isV6)
    throw fault('is not an IP address or a network')
  // In `fd00::1:4500` the last group could be meant as a port.
  if (isV6 && bracketed === undefined && bits === undefined) throw fault('needs brackets or a prefix length')
  const prefix = bits === undefined ? (isV6 ? 128 : 32) : Number(bits)
  if (prefix > (isV6 ? 128 : 32)) throw fault('has a prefix length that is too long')
  const cidr = `${address}/${prefix}`
  const base = (isV6 ? ipaddr.IPv6 : ipaddr.IPv4).networkAddressFromCIDR(cidr).toString()
  // `10.0.0.5/8` opens sixteen million addresses to someone who meant one.
  if (base !== ipaddr.parse(address).toString())
    throw fault(`has bits set behind its prefix (${base}/${prefix}?)`)
  const port = portText === undefined ? null : Number(portText)
  if (port !== null && (port < 1 || port > 65_535)) throw fault('has a port outside 1 to 65535')
  return { cidr: `${base}/${prefix}`, port }
}

/**
 * The one judgement on where a connection may lead. What the operator listed is open as listed; beyond that only
 * public addresses on the usual ports.
 */
export function createAdmission(
  allowed: readonly AllowedNetwork[],
  publicPorts: { includes(port: number): boolean },
): Admits {
  const opened = allowed.map(({ cidr, port }): { network: Network; port: number | null } => ({
    network: ipaddr.parseCIDR(cidr),
    port,
  }))
  const admits: Admits = (ip, port) => {
    const address = parseAddress(ip)
    if (!address) return false
    const inner = embeddedIpv4(address)
    // A caller that opens a NAT64 network wants the internet behind it, not the metadata service behind it.
    if (inner && !admits(inner.toString(), port)) return false
    if (opened.some((entry) => isWithin(address, entry.network) && (entry.port ?? port) === port)) return true
    return isPublic(address) && publicPorts.includes(port)
  }
  return admits
}
