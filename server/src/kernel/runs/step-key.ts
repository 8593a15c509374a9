import { createHash } from 'node:crypto'

/** SHA-256 of what is requested, by which its output is found again; the order of fields does not count. */
export const stepKeyOf = (what: unknown): string =>
  createHash('sha256').update(JSON.stringify(what, sortedKeys)).digest('base64url')

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
}
