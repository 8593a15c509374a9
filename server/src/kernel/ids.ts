import { createHash, randomBytes, randomFillSync } from 'node:crypto'
import type { Clock } from './clock.ts'

/** Makes the ids of rows and requests: UUIDs of version 7, so that new rows land side by side in an index. */
export type NewId = () => string

/** The id that no row ever has: acting as someone who does not exist finds nothing. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000'

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => uuidForm.test(text)

export function createIds(clock: Clock): NewId {
  // Random bytes are drawn in bulk: one system call per id would show in the cost of a request.
  const pool = Buffer.allocUnsafe(4096)
  let used = pool.length
  let lastTime = Number.NaN
  let prefix = ''
  const next = () => hexOfByte[pool[used++]!]!
  return () => {
    if (used + bytesPerId > pool.length) {
      randomFillSync(pool)
      used = 0
    }
    const time = clock.now().getTime()
    if (time !== lastTime) {
      const hex = time.toString(16).padStart(12, '0')
      prefix = `${hex.slice(0, 8)}-${hex.slice(8)}-`
      lastTime = time
    }
    const version = hexOfByte[0x70 | (pool[used++]! & 0x0f)]!
    const rest = next()
    const variant = hexOfByte[0x80 | (pool[used++]! & 0x3f)]!
    return `${prefix}${version}${rest}-${variant}${next()}-${next()}${next()}${next()}${next()}${next()}${next()}`
  }
}

const bytesPerId = 10
// Looked up: the hexadecimal text of a few bytes of a buffer takes longer than everything else here.
const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const bitsPerLetter = Math.log2(alphabet.length)
// Bytes from here on would make the first letters likelier than the others.
const fairBytes = 256 - (256 % alphabet.length)

/** Random letters and digits: a double click selects all of it, whatever the program. */
export function randomLetters(length: number): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length - text.length + 8))
      if (byte < fairBytes && text.length < length) text += alphabet[byte % alphabet.length]
  return text
}

/** An unguessable text for keys and tokens with at least as many bits as so many bytes: 192 by default. */
export const newToken = (bytes = 24): string => randomLetters(Math.ceil((bytes * 8) / bitsPerLetter))

/** The version 5 UUID of a name: the same on every node and in every release. */
export function idOfName(namespace: Uint8Array, name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
