import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { Refusal } from './workspace.ts'

/** What one piece may hold; larger ones compress no better. */
export const pieceBytes = 4 * 1024 * 1024

const lengthBytes = 4
const tidyEvery = 4
const quickest = { params: { 100: 1 } }

/**
 * The memory of an interpreter behind a header that says whose it is. Its pieces are compressed one by one and never
 * put together: a process that holds all it may has no capacity left for a copy of that.
 */
export function packMemory(header: object, pieces: Iterable<Uint8Array>): Uint8Array[] {
  const text = Buffer.from(JSON.stringify(header))
  const parts: Uint8Array[] = [lengthOf(text), text]
  for (const piece of tidily(pieces)) {
    const packed = zstdCompressSync(piece, quickest)
    parts.push(lengthOf(packed), packed)
  }
  return parts
}

/** Refuses what another engine has saved, or another version of this one. */
export function unpackMemory<Header extends { engine: string }>(
  saved: Buffer,
  engine: string,
): { header: Header; pieces: Iterable<Buffer> } {
  const headerEnd = lengthBytes + (saved.length < lengthBytes ? 0 : saved.readUInt32LE(0))
  const header = headerOf<Header>(saved.toString('utf8', lengthBytes, headerEnd))
  if (header?.engine !== engine)
    throw new Refusal('stale_save', 'the save is of another version of the engine')
  return { header, pieces: tidily(piecesOf(saved.subarray(headerEnd))) }
}

/**
 * What is left of pieces that are done with is freed some time, on another thread. A process that holds all it may
 * cannot wait for that: it would be ended for what no one needs any more.
 */
function* tidily<Piece>(pieces: Iterable<Piece>): Generator<Piece> {
  let count = 0
  for (const piece of pieces) {
    yield piece
    if (++count % tidyEvery === 0) globalThis.gc?.()
  }
}

function headerOf<Header>(text: string): Header | null {
  try {
    return JSON.parse(text) as Header
  } catch {
    return null
  }
}

function* piecesOf(packed: Buffer): Generator<Buffer> {
  for (let at = 0; at < packed.length; ) {
    const end = at + lengthBytes + packed.readUInt32LE(at)
    yield zstdDecompressSync(packed.subarray(at + lengthBytes, end), { maxOutputLength: 2 * pieceBytes })
    at = end
  }
}

function lengthOf({ length }: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(lengthBytes)
  bytes.writeUInt32LE(length)
  return bytes
}
