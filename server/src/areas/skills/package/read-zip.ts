import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import {
  deflated,
  InvalidZip,
  readZipDirectory,
  stored,
  type ZipEntry,
  type ZipFault,
  zipContent,
} from '../../../kernel/archive/zip-entries.ts'
import { packageLimits } from './limits.ts'
import { isIgnoredPath } from './paths.ts'
import { invalidPackage } from './refusal.ts'

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)

// Folders have entries too.
const maxEntries = packageLimits.files * 3
// Small files compress to almost nothing without being an attack.
const uncheckedRatioBytes = 4096

const faults: Readonly<Record<ZipFault, string>> = {
  not_a_zip: 'The file is not a zip archive, or it is incomplete',
  split: 'The archive is damaged, split, or in the format ZIP64',
  damaged: 'The archive is damaged',
  too_many_entries: `The archive has more than ${maxEntries} entries`,
}

type Named = { path: string; entry: ZipEntry }

/**
 * The files of an archive, in memory: nothing is written where a path of it says. Everything is checked before it is
 * unpacked, by the central directory, and again while it is. Throws on what a package of plain files has no need of.
 */
export async function readZip(archive: Buffer): Promise<{ path: string; bytes: Buffer }[]> {
  const spans = locate(archive)
  checkOverlaps(spans)
  const files: { path: string; bytes: Buffer }[] = []
  for (const { path, entry, from, to } of spans)
    files.push({ path, bytes: await unpack({ path, entry }, archive.subarray(from, to)) })
  return files
}

function locate(archive: Buffer): (Named & Span)[] {
  try {
    const directory = readZipDirectory(archive, maxEntries)
    const files = directory.entries.flatMap((entry) => {
      const path = textOf(entry.name)
      return isFile(path, entry) ? [{ path, entry }] : []
    })
    checkSizes(files)
    return files.map((file) => ({ ...file, ...zipContent(archive, directory, file.entry) }))
  } catch (error) {
    throw error instanceof InvalidZip ? invalidPackage(faults[error.fault], [], error) : error
  }
}

const fileType = 0xf000
const regularFile = 0x8000
const folder = 0x4000

/** Not folders, and not what systems add. */
function isFile(path: string, { mode, bytes, isEncrypted }: ZipEntry): boolean {
  if ((path.endsWith('/') && bytes === 0) || isIgnoredPath(path)) return false
  const kind = mode & fileType
  if (kind !== 0 && kind !== regularFile)
    throw invalidPackage(
      `${shown(path)} is a ${kind === folder ? 'folder with content' : 'link or device'}, not a file`,
    )
  if (isEncrypted) throw invalidPackage('The archive is encrypted')
  return true
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const shown = (path: string): string => JSON.stringify(path.slice(0, 80))

function textOf(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw invalidPackage('A file name in the archive is not UTF-8', [], cause)
  }
}

function checkSizes(files: readonly Named[]): void {
  if (files.length > packageLimits.files)
    throw invalidPackage(`The package has more than ${packageLimits.files} files`)
  let total = 0
  for (const { path, entry } of files) {
    const { bytes, packedBytes } = entry
    if (bytes > packageLimits.fileBytes)
      throw invalidPackage(`${shown(path)} is larger than ${packageLimits.fileBytes} bytes`)
    if (bytes > uncheckedRatioBytes && bytes > packedBytes * packageLimits.ratio)
      throw invalidPackage(`${shown(path)} is compressed more than ${packageLimits.ratio} times`)
    total += bytes
  }
  if (total > packageLimits.totalBytes)
    throw invalidPackage(`The package is larger than ${packageLimits.totalBytes} bytes`)
}

type Span = { from: number; to: number }

/** Content that several entries share makes a small archive unpack to a large one. */
function checkOverlaps(spans: readonly Span[]): void {
  const sorted = [...spans].sort((a, b) => a.from - b.from)
  for (const [i, span] of sorted.entries())
    if (i > 0 && span.from < sorted[i - 1]!.to) throw invalidPackage('Files in the archive overlap')
}

async function unpack({ path, entry }: Named, packed: Buffer): Promise<Buffer> {
  const { method, bytes, crc } = entry
  if (method !== stored && method !== deflated)
    throw invalidPackage(`${shown(path)} is compressed in a way that is not supported`)
  let content: Buffer
  try {
    content =
      method === stored ? Buffer.from(packed) : await inflate(packed, { maxOutputLength: Math.max(1, bytes) })
  } catch (cause) {
    throw invalidPackage(`${shown(path)} cannot be unpacked`, [], cause)
  }
  if (content.length !== bytes || crc32(content) !== crc) throw invalidPackage(`${shown(path)} is damaged`)
  return content
}
