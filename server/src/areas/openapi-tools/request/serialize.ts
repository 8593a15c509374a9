import type { Binding } from '../document/binding.ts'

/** How a value becomes part of a URL, by the styles of OpenAPI. */

const plain = (value: unknown): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (version) => `%${version.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Leaves the characters that are allowed in a query unescaped, but never those that would end the value. */
const encodeReserved = (text: string): string =>
  encodeURI(text).replace(/[#&+?]/g, (version) => encodeURIComponent(version))

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const pairsOf = (value: Record<string, unknown>): [string, string][] =>
  Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([key, each]) => [key, plain(each)])

export function pathPart({ name, style, explode }: Binding, value: unknown): string {
  const list = (separator: string, join: string): string => {
    if (Array.isArray(value)) return value.map((each) => encode(plain(each))).join(separator)
    if (!isMap(value)) return encode(plain(value))
    return pairsOf(value)
      .map(([key, each]) => `${encode(key)}${join}${encode(each)}`)
      .join(separator)
  }
  if (style === 'label') return `.${list(explode ? '.' : ',', explode ? '=' : ',')}`
  if (style === 'matrix') {
    if (explode && Array.isArray(value))
      return value.map((each) => `;${encode(name)}=${encode(plain(each))}`).join('')
    if (explode && isMap(value)) return `;${list(';', '=')}`
    return `;${encode(name)}=${list(',', ',')}`
  }
  return list(',', explode ? '=' : ',')
}

/** The pairs that a query parameter becomes, already encoded. */
export function queryPairs(binding: Binding, value: unknown): string[] {
  const { name, style, explode, allowReserved } = binding
  const text = allowReserved ? encodeReserved : encode
  const key = encode(name).replaceAll('%5B', '[').replaceAll('%5D', ']')
  if (style === 'deepObject' && typeof value === 'object' && value !== null)
    return deepPairs(key, value, text, 0)
  if (Array.isArray(value)) {
    if (value.length === 0) return []
    if (explode) return value.map((each) => `${key}=${text(plain(each))}`)
    const separator = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ','
    return [`${key}=${value.map((each) => text(plain(each))).join(separator)}`]
  }
  if (isMap(value)) {
    const pairs = pairsOf(value)
    if (explode) return pairs.map(([each, inner]) => `${encode(each)}=${text(inner)}`)
    return [`${key}=${pairs.flatMap(([each, inner]) => [encode(each), text(inner)]).join(',')}`]
  }
  return [`${key}=${text(plain(value))}`]
}

const maxDeep = 8

/** `filter[status]=open`, and deeper the way most services read it. */
function deepPairs(prefix: string, value: object, text: (each: string) => string, depth: number): string[] {
  return Object.entries(value).flatMap(([key, each]) => {
    if (each === undefined) return []
    const name = `${prefix}[${Array.isArray(value) && !isMapOrList(each) ? '' : encode(key)}]`
    return isMapOrList(each) && depth < maxDeep
      ? deepPairs(name, each as object, text, depth + 1)
      : [`${name}=${text(plain(each))}`]
  })
}

const isMapOrList = (value: unknown) => typeof value === 'object' && value !== null

export function headerValue({ explode }: Pick<Binding, 'explode'>, value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).join(',')
  if (!isMap(value)) return plain(value)
  return pairsOf(value)
    .map(([key, each]) => `${key}${explode ? '=' : ','}${each}`)
    .join(',')
}

/** A form of pairs; what is nested is written in brackets. */
export const formBody = (members: readonly [string, unknown][]): string =>
  members
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) =>
      isMapOrList(value)
        ? deepPairs(encode(name), value as object, encode, 0)
        : [`${encode(name)}=${encode(plain(value))}`],
    )
    .join('&')
