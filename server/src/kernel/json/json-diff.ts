export type JsonChange = {
  /** A JSON pointer; empty for the whole. */
  path: string
  kind: 'added' | 'removed' | 'changed' | 'type'
  before?: unknown
  after?: unknown
}

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** What is different between two JSON values, place by place, up to a number of differences. */
export function diffJson(before: unknown, after: unknown, limit = 1000): JsonChange[] {
  const changes: JsonChange[] = []
  const add = (change: JsonChange) => void (changes.length < limit && changes.push(change))
  const compare = (a: unknown, b: unknown, path: string): void => {
    if (changes.length >= limit || a === b) return
    const isOtherType = typeOf(a) !== typeOf(b)
    if (isOtherType || typeof a !== 'object' || a === null) {
      add({ path, kind: isOtherType ? 'type' : 'changed', before: a, after: b })
      return
    }
    const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const childPath = `${path}/${escaped(key)}`
      if (!Object.hasOwn(right, key)) add({ path: childPath, kind: 'removed', before: left[key] })
      else if (!Object.hasOwn(left, key)) add({ path: childPath, kind: 'added', after: right[key] })
      else compare(left[key], right[key], childPath)
    }
  }
  compare(before, after, '')
  return changes
}
