import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { AppError } from '../../../kernel/errors.ts'
import { asSentence } from '../../../kernel/sentence.ts'

const blockBytes = 512
const maxFiles = 1000
const maxPackageLength = 64 * 1024 * 1024

/** Headers that describe the next file or the whole archive, and hold no file. */
const descriptive = new Set(['x', 'g', 'L', 'K'])

/**
 * The files of a package, in memory; nothing is ever written where a path of the archive says. Throws on whatever a
 * package of plain files has no need of: links, devices, paths that lead out, too much of anything.
 */
export async function readTarball(bytes: Buffer): Promise<Map<string, Buffer>> {
  let archive: Buffer
  try {
    archive = await promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)(bytes, {
      maxOutputLength: maxPackageLength,
    })
  } catch (cause) {
    throw invalid('it cannot be unpacked, or is too large', cause)
  }
  const files = new Map<string, Buffer>()
  for (let at = 0; at + blockBytes <= archive.length; ) {
    const header = archive.subarray(at, at + blockBytes)
    if (header.every((byte) => byte === 0)) return files
    const size = sizeOf(header)
    const end = at + blockBytes + size
    if (end > archive.length) throw invalid('it ends in the middle of a file')
    const type = String.fromCharCode(header[156]!)
    if (type === '0' || type === '\0') {
      files.set(pathOf(header), archive.subarray(at + blockBytes, end))
      if (files.size > maxFiles) throw invalid('it has too many files')
    } else if (type !== '5' && !descriptive.has(type)) throw invalid('it has other things than files')
    at += blockBytes + Math.ceil(size / blockBytes) * blockBytes
  }
  return files
}

const textOf = (bytes: Buffer) => bytes.toString('utf8').replace(/\0.*$/s, '')

function sizeOf(header: Buffer): number {
  const text = textOf(header.subarray(124, 136)).trim()
  if (!/^[0-7]{1,11}$/.test(text)) throw invalid('a size in it cannot be read')
  return Number.parseInt(text, 8)
}

/** Below the one folder that every package has. */
function pathOf(header: Buffer): string {
  const prefix = textOf(header.subarray(345, 500))
  const name = textOf(header.subarray(0, 100))
  const [, ...parts] = (prefix ? `${prefix}/${name}` : name).split('/')
  const isFine = parts.length > 0 && parts.every((part) => part !== '' && part !== '..' && part !== '.')
  if (!isFine || name.includes('\\')) throw invalid('a path in it leads out of its folder')
  return parts.join('/')
}

const invalid = (reason: string, cause?: unknown) =>
  new AppError('invalid_piece', asSentence(`The package cannot be used: ${reason}`), {
    hint: 'Install another version, or another package.',
    cause,
  })
