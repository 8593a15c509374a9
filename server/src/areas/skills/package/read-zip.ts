import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { packageLimits } from './limits.ts'
import { isIgnoredPath } from './paths.ts'
import { invalidPackage } from './refusal.ts'

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const entryBytes = 46
const localBytes = 30
const maxComment = 0xffff
// Folders have entries too.
const maxEntries = packageLimits.files * 3
// Small files compress to almost nothing without being an attack.
const uncheckedRatioBytes = 4096

type Entry = {
  name: string
  method: number
  crc: number
  packedBytes: number
  bytes: number
  at: number
}

export const isZip = (bytes: Buffer): boolean => bytes.length >= 4 && bytes.readUInt32LE(0) === localSignature

/**
 * The files of an archive, in memory: nothing is written where a path of it says. Everything is checked before it is
 * unpacked, by the central directory, and again while it is. Throws on what a package of plain files has no need of.
 */
export async function readZip(archive: Buffer): Promise<{ path: string; bytes: Buffer }[]> {
  const { entries, directoryAt } = readDirectory(archive)
  checkSizes(entries)
  const spans = entries.map((entry) => ({ entry, ...spanOf(archive, entry, directoryAt) }))
  checkOverlaps(spans)
  const files: { path: string; bytes: Buffer }[] = []
  for (const { entry, from, to } of spans)
    files.push({ path: entry.name, bytes: await unpack(entry, archive.subarray(from, to)) })
  return files
}

function readDirectory(archive: Buffer): { entries: Entry[]; directoryAt: number } {
  const end = findEnd(archive)
  const count = archive.readUInt16LE(end + 10)
  const size = archive.readUInt32LE(end + 12)
  const directoryAt = archive.readUInt32LE(end + 16)
  const isSplit = archive.readUInt16LE(end + 4) !== 0 || archive.readUInt16LE(end + 6) !== 0
  if (isSplit || count !== archive.readUInt16LE(end + 8) || directoryAt + size > end)
    throw invalidPackage('The archive is damaged, split, or in the format ZIP64')
  if (count > maxEntries) throw invalidPackage(`The archive has more than ${maxEntries} entries`)
  const entries: Entry[] = []
  let at = directoryAt
  for (let i = 0; i < count; i++) {
    if (at + entryBytes > end || archive.readUInt32LE(at) !== entrySignature)
      throw invalidPackage('The directory of the archive is damaged')
    const lengths = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const entry = readEntry(archive, at, lengths[0])
    if (entry) entries.push(entry)
    at += entryBytes + lengths[0] + lengths[1] + lengths[2]
  }
  return { entries, directoryAt }
}

/** The record at the end names its own distance from the end, so nothing in a comment can pass for it. */
function findEnd(archive: Buffer): number {
  const first = Math.max(0, archive.length - endBytes - maxComment)
  for (let at = archive.length - endBytes; at >= first; at--)
    if (
      archive.readUInt32LE(at) === endSignature &&
      at + endBytes + archive.readUInt16LE(at + 20) === archive.length
    )
      return at
  throw invalidPackage('The file is not a zip archive, or it is incomplete')
}

const fileType = 0xf000
const regularFile = 0x8000
const folder = 0x4000

/** Null for folders and for what systems add. */
function readEntry(archive: Buffer, at: number, nameBytes: number): Entry | null {
  const name = textOf(archive.subarray(at + entryBytes, at + entryBytes + nameBytes))
  const kind = (archive.readUInt32LE(at + 38) >>> 16) & fileType
  const bytes = archive.readUInt32LE(at + 24)
  if (name.endsWith('/') && bytes === 0) return null
  if (isIgnoredPath(name)) return null
  if (kind !== 0 && kind !== regularFile)
    throw invalidPackage(
      `${JSON.stringify(name.slice(0, 80))} is a ${kind === folder ? 'folder with content' : 'link or device'}, not a file`,
    )
  if ((archive.readUInt16LE(at + 8) & 1) !== 0) throw invalidPackage('The archive is encrypted')
  return {
    name,
    method: archive.readUInt16LE(at + 10),
    crc: archive.readUInt32LE(at + 16),
    packedBytes: archive.readUInt32LE(at + 20),
    bytes,
    at: archive.readUInt32LE(at + 42),
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function textOf(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw invalidPackage('A file name in the archive is not UTF-8', [], cause)
  }
}

function checkSizes(entries: readonly Entry[]): void {
  if (entries.length > packageLimits.files)
    throw invalidPackage(`The package has more than ${packageLimits.files} files`)
  let total = 0
  for (const { name, bytes, packedBytes } of entries) {
    const shown = JSON.stringify(name.slice(0, 80))
    if (bytes > packageLimits.fileBytes)
      throw invalidPackage(`${shown} is larger than ${packageLimits.fileBytes} bytes`)
    if (bytes > uncheckedRatioBytes && bytes > packedBytes * packageLimits.ratio)
      throw invalidPackage(`${shown} is compressed more than ${packageLimits.ratio} times`)
    total += bytes
  }
  if (total > packageLimits.totalBytes)
    throw invalidPackage(`The package is larger than ${packageLimits.totalBytes} bytes`)
}

type Span = { from: number; to: number }

/** Where the content of an entry is. Its own header must agree with the directory, or readers would see different files. */
function spanOf(archive: Buffer, { name, at, packedBytes }: Entry, directoryAt: number): Span {
  if (at + localBytes > directoryAt || archive.readUInt32LE(at) !== localSignature)
    throw invalidPackage('The archive is damaged')
  const nameBytes = archive.readUInt16LE(at + 26)
  const from = at + localBytes + nameBytes + archive.readUInt16LE(at + 28)
  const to = from + packedBytes
  if (to > directoryAt) throw invalidPackage('The archive is damaged')
  if (textOf(archive.subarray(at + localBytes, at + localBytes + nameBytes)) !== name)
    throw invalidPackage('The archive names a file in two ways')
  return { from, to }
}

/** Content that several entries share makes a small archive unpack to a large one. */
function checkOverlaps(spans: readonly Span[]): void {
  const sorted = [...spans].sort((a, b) => a.from - b.from)
  for (const [i, span] of sorted.entries())
    if (i > 0 && span.from < sorted[i - 1]!.to) throw invalidPackage('Files in the archive overlap')
}

async function unpack({ name, method, crc, bytes }: Entry, packed: Buffer): Promise<Buffer> {
  const shown = JSON.stringify(name.slice(0, 80))
  if (method !== 0 && method !== 8)
    throw invalidPackage(`${shown} is compressed in a way that is not supported`)
  let content: Buffer
  try {
    content =
      method === 0 ? Buffer.from(packed) : await inflate(packed, { maxOutputLength: Math.max(1, bytes) })
  } catch (cause) {
    throw invalidPackage(`${shown} cannot be unpacked`, [], cause)
  }
  if (content.length !== bytes || crc32(content) !== crc) throw invalidPackage(`${shown} is damaged`)
  return content
}
