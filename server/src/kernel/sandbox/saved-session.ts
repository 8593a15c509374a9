import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { sandboxLimits } from './wire/limits.ts'
import type { Language } from './wire/messages.ts'

/** What is kept of a session: the interpreters that were started in it, and its files. */
export type SavedSession = { interpreters: ReadonlyMap<Language, Buffer>; files: Buffer | null }

type Index = { version: 1; interpreters: [Language, number][]; filesBytes: number | null }

/** One piece of bytes: the length of an index in JSON, the index, the interpreters, the files. */
export function packSession({ interpreters, files }: SavedSession): Buffer {
  const parts = [...interpreters]
  const packedFiles = files === null ? null : zstdCompressSync(files)
  const index: Index = {
    version: 1,
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

export function unpackSession(bytes: Buffer): SavedSession {
  let at = 4 + bytes.readUInt32LE(0)
  const index = JSON.parse(bytes.toString('utf8', 4, at)) as Index
  const interpreters = new Map<Language, Buffer>()
  for (const [language, length] of index.interpreters) {
    interpreters.set(language, bytes.subarray(at, at + length))
    at += length
  }
  if (index.filesBytes === null) return { interpreters, files: null }
  const packed = bytes.subarray(at, at + index.filesBytes)
  return { interpreters, files: zstdDecompressSync(packed, { maxOutputLength: maxFilesBytes }) }
}
