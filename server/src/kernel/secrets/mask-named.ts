const hiddenMark = '[hidden]'

const secretName =
  /(?:^|[-_.a-z])(?:pass(?:word|wd|phrase)|secret|api[-_]?key|access[-_]?key|private[-_]?key|authorization|(?:access|refresh|auth|bearer|id)[-_]?token|jwt|credential)s?$|^(?:token|authorization|cookie)$/i

type Masked = { value: unknown; secrets: string[] }

/**
 * Data without the texts under the name of a credential, wherever that is, and those texts. The data itself is
 * returned when there are none.
 */
export function maskNamed(data: unknown): Masked {
  const secrets: string[] = []
  const masked = (value: unknown, isSecret: boolean): unknown => {
    if (typeof value === 'string') {
      if (!isSecret || value === '') return value
      secrets.push(value)
      return hiddenMark
    }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((item) => masked(item, isSecret))
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, masked(item, isSecret || secretName.test(name))]),
    )
  }
  const value = masked(data, false)
  return secrets.length === 0 ? { value: data, secrets } : { value, secrets }
}

// Shorter ones occur in too many texts by chance.
const minLength = 6

/** Data without these texts, wherever they occur in it, and without those under the name of a credential. */
export function hideSecrets<T>(data: T, secrets: readonly string[]): T {
  const long = secrets.filter(({ length }) => length >= minLength)
  const { value } = maskNamed(data)
  if (long.length === 0) return value as T
  const hidden = (item: unknown): unknown => {
    if (typeof item === 'string')
      return long.reduce(
        (text, secret) => (text.includes(secret) ? text.replaceAll(secret, hiddenMark) : text),
        item,
      )
    if (typeof item !== 'object' || item === null) return item
    if (Array.isArray(item)) return item.map(hidden)
    return Object.fromEntries(Object.entries(item).map(([name, inner]) => [name, hidden(inner)]))
  }
  return hidden(value) as T
}
