import type { Json } from './clean-tree.ts'

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const entriesOf = (value: unknown): [string, unknown][] => (isJson(value) ? Object.entries(value) : [])

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Own properties only: names in a description may be those of members that every object has. */
export const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined

/** What `#/components/schemas/Pet` leads to; undefined when it leads nowhere. */
function at(document: Json, pointer: string): unknown {
  if (pointer === '#') return document
  return pointer
    .slice(2)
    .split('/')
    .map((token) => decode(token).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, key) => memberOf(value, key), document)
}

function decode(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}

// References to references are rare, and a circle of them has no end.
const maxHops = 20

/** The value itself, or what its reference leads to in the end. Null when that is nothing. */
export function resolve(document: Json, value: unknown): Json | null {
  let found = value
  for (let hop = 0; hop < maxHops; hop++) {
    if (!isJson(found)) return null
    const reference = memberOf(found, '$ref')
    if (typeof reference !== 'string') return found
    found = at(document, reference)
  }
  return null
}
