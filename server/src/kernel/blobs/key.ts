const segment = /^[a-z0-9_-]{1,128}$/
const maxKeyLength = 512

/**
 * Keys are made by us, out of ids and fixed words. One that does not fit is a slip that could become a path, so it
 * is an Error and not a response to a caller.
 */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new Error(`"${key}" is not a blob key`)
}

export const isKey = (key: string): boolean =>
  key.length <= maxKeyLength && key.split('/').every((part) => segment.test(part))

/** A prefix names whole segments: it is empty, or a key and a slash. */
export function checkPrefix(prefix: string): void {
  if (prefix === '' || (prefix.endsWith('/') && isKey(prefix.slice(0, -1)))) return
  throw new Error(`"${prefix}" is not a prefix of blob keys`)
}
