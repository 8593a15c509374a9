import { BlockList, isIP, isIPv6 } from 'node:net'

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

function listOf(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

/** No entries allow every IP address. */
export function isAllowedFrom(entries: readonly string[], ip: string): boolean {
  if (entries.length === 0) return true
  const plain = ip.replace(/^::ffff:(?=\d+\.)/, '')
  return isIP(plain) !== 0 && listOf(entries).check(plain, familyOf(plain))
}

/** Whether every IP address that the second list allows is allowed by one entry of the first. */
export function coversAddresses(entries: readonly string[], requested: readonly string[]): boolean {
  if (entries.length === 0) return true
  return requested.length > 0 && requested.every((each) => entries.some((entry) => contains(entry, each)))
}

function contains(entry: string, requested: string): boolean {
  const [address = '', bits = widest(address)] = requested.split('/')
  const [base = '', entryBits = widest(base)] = entry.split('/')
  return (
    familyOf(base) === familyOf(address) &&
    Number(entryBits) <= Number(bits) &&
    listOf([`${base}/${entryBits}`]).check(address, familyOf(address))
  )
}

const widest = (address: string): string => (isIPv6(address) ? '128' : '32')
