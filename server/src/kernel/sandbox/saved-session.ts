import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { StaleSave } from './driver.ts'
import { sandboxLimits } from './protocol/limits.ts'
import type { Language } from './protocol/messages.ts'

/** What is saved of a session: the interpreters that were started in it, and its files. */
export type SavedSession = { interpreters: ReadonlyMap<Language, Buffer>; files: Buffer | null }

const version = 1

type Index = { version: number; interpreters: [Language, number][]; filesBytes: number | null }

// Workspaces are too large to be processed on the main thread.
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** One piece of bytes: the length of an index in JSON, the index, the interpreters, the files. */
export async function packSession({ interpreters, files }: SavedSession): Promise<Buffer> {
  const parts = [...interpreters]
  const packedFiles = files === null ? null : await compress(files)
  const index: Index = {
    version,
    interpreters: parts.map(([language, bytes]) => [language, bytes.length]),
    filesBytes: packedFiles?.length ?? null,
  }
  const text = Buffer.from(JSON.stringify(index))
  const length = Buffer.allocUnsafe(4)
  length.writeUInt32LE(text.length)
  return Buffer.concat([length, text, ...parts.map(([, bytes]) => bytes), packedFiles ?? Buffer.alloc(0)])
}

// The files themselves and, for each, its path in the index.
const maxFilesBytes =
  sandboxLimits.workspaceBytes + sandboxLimits.workspaceFiles * 4 * sandboxLimits.pathChars

export async function unpackSession(bytes: Buffer): Promise<SavedSession> {
  let at = 4 + bytes.readUInt32LE(0)
  const index = JSON.parse(bytes.toString('utf8', 4, at)) as Index
  if (index.version !== version) throw new StaleSave('the save was written by another release')
  const interpreters = new Map<Language, Buffer>()
  for (const [language, length] of index.interpreters) {
    interpreters.set(language, bytes.subarray(at, at + length))
    at += length
  }
  if (index.filesBytes === null) return { interpreters, files: null }
  const packed = bytes.subarray(at, at + index.filesBytes)
  return { interpreters, files: await decompress(packed, { maxOutputLength: maxFilesBytes }) }
}
