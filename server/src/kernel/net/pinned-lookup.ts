import { isIPv6, type LookupFunction } from 'node:net'

/** Node looks an IP address up in no lookup: the checked one is passed to it as it was checked. */
export const directTo = (addresses: readonly string[]) =>
  addresses.length === 1 ? { host: addresses[0], hostname: addresses[0] } : {}

/** A lookup that knows these addresses alone: what was checked is what is connected to. */
export function resolveTo(addresses: readonly string[]): LookupFunction {
  const records = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  const [first] = records as [(typeof records)[number]]
  return (_hostname, options, callback) =>
    options.all ? callback(null, records) : callback(null, first.address, first.family)
}
