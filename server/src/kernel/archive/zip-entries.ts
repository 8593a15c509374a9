/** What is wrong with an archive, for its reader to say in the words of its own errors. */
export type ZipFault = 'not_a_zip' | 'damaged' | 'split' | 'too_many_entries'

export class InvalidZip extends Error {
  readonly fault: ZipFault
  constructor(fault: ZipFault) {
    super(`The archive cannot be read: ${fault}`)
    this.fault = fault
  }
}

/** An entry of the central directory. Its name is bytes: what to do with one that is not UTF-8 is up to the reader. */
export type ZipEntry = {
  name: Buffer
  method: number
  crc: number
  packedBytes: number
  bytes: number
  /** The upper half of the external attributes: mode of a Unix file. */
  mode: number
  isEncrypted: boolean
  /** Where its local header is. */
  at: number
}

export type ZipDirectory = { entries: ZipEntry[]; at: number }

export const stored = 0
export const deflated = 8

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const entryBytes = 46
const localBytes = 30
const maxComment = 0xffff

export const isZip = (bytes: Buffer): boolean => bytes.length >= 4 && bytes.readUInt32LE(0) === localSignature

/** Reads the central directory, which is what archives are read by; nothing is unpacked. */
export function readZipDirectory(archive: Buffer, maxEntries: number): ZipDirectory {
  const end = findEnd(archive)
  const count = archive.readUInt16LE(end + 10)
  const size = archive.readUInt32LE(end + 12)
  const directoryAt = archive.readUInt32LE(end + 16)
  const isSplit = archive.readUInt16LE(end + 4) !== 0 || archive.readUInt16LE(end + 6) !== 0
  if (isSplit || count !== archive.readUInt16LE(end + 8) || directoryAt + size > end)
    throw new InvalidZip('split')
  if (count > maxEntries) throw new InvalidZip('too_many_entries')
  const entries: ZipEntry[] = []
  let at = directoryAt
  for (let i = 0; i < count; i++) {
    if (at + entryBytes > end || archive.readUInt32LE(at) !== entrySignature) throw new InvalidZip('damaged')
    const nameBytes = archive.readUInt16LE(at + 28)
    entries.push(entryAt(archive, at, nameBytes))
    at += entryBytes + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return { entries, at: directoryAt }
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
  throw new InvalidZip('not_a_zip')
}

const entryAt = (archive: Buffer, at: number, nameBytes: number): ZipEntry => ({
  name: archive.subarray(at + entryBytes, at + entryBytes + nameBytes),
  isEncrypted: (archive.readUInt16LE(at + 8) & 1) !== 0,
  method: archive.readUInt16LE(at + 10),
  crc: archive.readUInt32LE(at + 16),
  packedBytes: archive.readUInt32LE(at + 20),
  bytes: archive.readUInt32LE(at + 24),
  mode: archive.readUInt32LE(at + 38) >>> 16,
  at: archive.readUInt32LE(at + 42),
})

/** Where the content of an entry is. Its own header must agree with the directory, or readers would see different files. */
export function zipContent(
  archive: Buffer,
  directory: ZipDirectory,
  entry: ZipEntry,
): { from: number; to: number } {
  const { at, packedBytes, name } = entry
  if (at + localBytes > directory.at || archive.readUInt32LE(at) !== localSignature)
    throw new InvalidZip('damaged')
  const nameAt = at + localBytes
  const nameBytes = archive.readUInt16LE(at + 26)
  const from = nameAt + nameBytes + archive.readUInt16LE(at + 28)
  if (from + packedBytes > directory.at || !archive.subarray(nameAt, nameAt + nameBytes).equals(name))
    throw new InvalidZip('damaged')
  return { from, to: from + packedBytes }
}
