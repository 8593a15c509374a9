import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6
export type Network = readonly [Address, number]

export const networksOf = (...cidrs: string[]): Network[] => cidrs.map((cidr) => ipaddr.parseCIDR(cidr))

/** IPv4 networks that are not the public internet, after the IANA registry of special purposes. */
const specialIpv4 = networksOf(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Looks public, but on Azure it is the host's own agent, which returns the secrets of the machine.
  '168.63.129.16/32',
)

/** All of IPv6 that is routed on the public internet lies in here, so everything else need not be listed. */
const [globalIpv6] = networksOf('2000::/3') as [Network]

/** Parts of it that are tunnels into IPv4, documentation or protocol assignments (Teredo is in the first). */
const specialIpv6 = networksOf('2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20')

/** Forms of IPv6 that embed an IPv4 address, and the byte at which it begins. */
const carriers: { network: Network; offset: number; isInverted?: true }[] = [
  { network: networksOf('::ffff:0:0/96')[0]!, offset: 12 },
  { network: networksOf('::ffff:0:0:0/96')[0]!, offset: 12 },
  { network: networksOf('64:ff9b::/96')[0]!, offset: 12 },
  { network: networksOf('2002::/16')[0]!, offset: 2 },
  { network: networksOf('2001::/32')[0]!, offset: 12, isInverted: true },
]

/** Null unless the text is an IP address in full notation: short and octal forms are never guessed at. */
export const parseAddress = (text: string): Address | null => (isIP(text) === 0 ? null : ipaddr.parse(text))

export const isWithin = (address: Address, [base, bits]: Network): boolean =>
  address.kind() === base.kind() && address.match(base, bits)

export function isPublic(address: Address): boolean {
  if (address.kind() === 'ipv4') return !specialIpv4.some((network) => isWithin(address, network))
  return isWithin(address, globalIpv6) && !specialIpv6.some((network) => isWithin(address, network))
}

/** Whether the text is an IP address on the public internet; false for anything that is not an IP address. */
export function isPublicAddress(ip: string): boolean {
  const address = parseAddress(ip)
  return address !== null && isPublic(address)
}

/**
 * The IPv4 address inside a mapped, translated or tunnelled IPv6 address. It may only be used to refuse: that
 * the inner address is fine says nothing about where the outer one leads.
 */
export function embeddedIpv4(address: Address): Address | null {
  const carrier = carriers.find(({ network }) => isWithin(address, network))
  if (!carrier) return null
  const bytes = address.toByteArray().slice(carrier.offset, carrier.offset + 4)
  return new ipaddr.IPv4(carrier.isInverted ? bytes.map((byte) => byte ^ 0xff) : bytes)
}

/** Whether a URL leads to the computer that opens it. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
