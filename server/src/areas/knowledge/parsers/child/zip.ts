import { inflateRawSync } from 'node:zlib'
import {
  deflated,
  InvalidZip,
  readZipDirectory,
  stored,
  type ZipEntry,
  type ZipFault,
  zipContent,
} from '../../../../kernel/archive/zip-entries.ts'
import { broken, Refusal, tooLarge } from './refusal.ts'

const maxEntries = 5_000
const maxUnpacked = 64 * 1024 * 1024

const faults: Readonly<Record<ZipFault, () => Refusal>> = {
  not_a_zip: () => broken('The file is damaged: its end is missing.'),
  split: () => broken('The file is damaged: its table of contents is incomplete.'),
  damaged: () => broken('The file is damaged: its table of contents does not match its parts.'),
  too_many_entries: () => tooLarge(`The file has more than ${maxEntries} parts.`),
}

/** The parts of a zip file by name. Names are never used as paths, and what is unpacked is counted over all parts. */
export type Zip = { has(name: string): boolean; names(): string[]; read(name: string): string | null }

export function openZip(bytes: Buffer): Zip {
  const directory = inOurWords(() => readZipDirectory(bytes, maxEntries))
  const entries = new Map(directory.entries.map((entry) => [entry.name.toString('utf8'), entry]))
  let left = maxUnpacked
  return {
    has: (name) => entries.has(name),
    names: () => [...entries.keys()],
    read(name) {
      const entry = entries.get(name)
      if (!entry) return null
      const { from, to } = inOurWords(() => zipContent(bytes, directory, entry))
      const content = unpack(entry, bytes.subarray(from, to), left)
      left -= content.length
      return content.toString('utf8').replace(/^\ufeff/, '')
    },
  }
}

function inOurWords<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof InvalidZip ? faults[error.fault]() : error
  }
}

function unpack({ method, isEncrypted }: ZipEntry, packed: Buffer, left: number): Buffer {
  if (isEncrypted) throw new Refusal('encrypted_file', 'The file is protected with a password.')
  if (method === stored && packed.length <= left) return packed
  if (method !== stored && method !== deflated)
    throw broken('The file is compressed in a way that is not supported.')
  try {
    // Ends as soon as it is too large, however small the file is.
    if (method === deflated) return inflateRawSync(packed, { maxOutputLength: Math.max(1, left) })
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_BUFFER_TOO_LARGE') throw broken('The file is damaged.')
  }
  throw tooLarge('The parts of the file are larger than 64 MiB when they are unpacked.')
}
