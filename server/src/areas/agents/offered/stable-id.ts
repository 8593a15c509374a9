import { createHash } from 'node:crypto'

/** An id that is the same for every attempt at a step, so that what it stores is stored once. */
export function stableId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
