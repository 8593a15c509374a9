/** A drawing of one or more paths. Its colours can be seen on the tile in both themes. */
export type Logo = { box: string; paths: readonly { fill: string; d: string }[] }

export type Logos = {
  logos: Record<string, Logo>
  /** With which logo a slug goes that begins so: `google-adsensehost` with that of Google. */
  prefixes: Record<string, string>
}

const nameOf = (slug: string): string => slug.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
const own = <Value>(record: Record<string, Value>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** The logo of the service itself, or that of its publisher; null if neither is known. */
export function findLogo({ logos, prefixes }: Logos, slug: string): Logo | null {
  const exact = own(logos, nameOf(slug))
  if (exact) return exact
  const words = slug.toLowerCase().split(/[^a-z0-9]+/)
  for (let count = words.length; count > 0; count--) {
    const name = own(prefixes, words.slice(0, count).join('-'))
    if (name !== undefined) return own(logos, name) ?? null
  }
  return null
}
