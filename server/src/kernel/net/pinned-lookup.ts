import { isIPv6, type LookupFunction } from 'node:net'

/** A lookup that knows these addresses alone: what was checked is what is connected to. */
export function resolveTo(addresses: readonly string[]): LookupFunction {
  const records = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  const [first] = records as [(typeof records)[number]]
  return (_hostname, options, callback) =>
    options.all ? callback(null, records) : callback(null, first.address, first.family)
}
