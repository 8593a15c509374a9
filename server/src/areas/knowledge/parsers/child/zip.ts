import { inflateRawSync } from 'node:zlib'
import { broken, Refusal, tooLarge } from './refusal.ts'

const maxEntries = 5_000
const maxUnpacked = 64 * 1024 * 1024
const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const endBytes = 22
const longestComment = 65_535

type Entry = { method: number; packed: number; at: number; isEncrypted: boolean }

/** The parts of a zip file by name. Names are never used as paths, and what is unpacked is counted over all parts. */
export type Zip = { has(name: string): boolean; names(): string[]; read(name: string): string | null }

export function openZip(bytes: Buffer): Zip {
  const entries = readDirectory(bytes)
  let left = maxUnpacked
  return {
    has: (name) => entries.has(name),
    names: () => [...entries.keys()],
    read(name) {
      const entry = entries.get(name)
      if (!entry) return null
      const content = unpack(bytes, entry, left)
      left -= content.length
      return content.toString('utf8').replace(/^\ufeff/, '')
    },
  }
}

function readDirectory(bytes: Buffer): Map<string, Entry> {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > maxEntries) throw tooLarge(`The file has more than ${maxEntries} parts.`)
  const entries = new Map<string, Entry>()
  let at = bytes.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark)
      throw broken('The file is damaged: its table of contents is incomplete.')
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field))
    entries.set(bytes.toString('utf8', at + 46, at + 46 + nameLength!), {
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength! + extra! + comment!
  }
  return entries
}

function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - endBytes; at >= Math.max(0, bytes.length - endBytes - longestComment); at--)
    if (bytes.readUInt32LE(at) === endMark) return at
  throw broken('The file is damaged: its end is missing.')
}

function unpack(bytes: Buffer, { method, packed, at, isEncrypted }: Entry, left: number): Buffer {
  if (isEncrypted) throw new Refusal('encrypted_file', 'The file is protected with a password.')
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== localMark) throw broken('The file is damaged.')
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const content = bytes.subarray(start, start + packed)
  if (content.length < packed) throw broken('The file is damaged: it is incomplete.')
  if (method === 0 && content.length <= left) return content
  if (method !== 0 && method !== 8) throw broken('The file is compressed in a way that is not supported.')
  try {
    // Ends as soon as it is too large, however small the file is.
    if (method === 8) return inflateRawSync(content, { maxOutputLength: Math.max(1, left) })
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_BUFFER_TOO_LARGE') throw broken('The file is damaged.')
  }
  throw tooLarge('The parts of the file are larger than 64 MiB when they are unpacked.')
}
