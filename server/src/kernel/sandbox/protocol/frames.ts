/** A frame is the length of its header, the length of its body, the header in JSON, the body. */
export type Frame = { header: unknown; body: Buffer | null }

export const prefixBytes = 8

/** The source, the state and the result each have far smaller limits; escapes in JSON may make them longer. */
export const maxHeaderBytes = 16 * 1024 * 1024

/** A saved interpreter or a file; nothing else is that large. */
export const maxBodyBytes = 256 * 1024 * 1024

/** Bytes in one piece, or in several that are not worth putting together. */
export type Body = Uint8Array | readonly Uint8Array[]

export function encodeFrame(header: unknown, body: Body | null = null): Uint8Array[] {
  const text = Buffer.from(JSON.stringify(header))
  const parts = (body instanceof Uint8Array ? [body] : (body ?? [])).filter(({ length }) => length > 0)
  const prefix = Buffer.allocUnsafe(prefixBytes)
  prefix.writeUInt32LE(text.length, 0)
  prefix.writeUInt32LE(
    parts.reduce((sum, { length }) => sum + length, 0),
    4,
  )
  return [Buffer.concat([prefix, text]), ...parts]
}

export type FrameLengths = { header: number; body: number }

/** Throws on what no one of ours would send: the other side may be hostile. */
export function readPrefix(
  bytes: Buffer,
  maxBodyLength = maxBodyBytes,
  maxHeaderLength = maxHeaderBytes,
): FrameLengths {
  const header = bytes.readUInt32LE(0)
  const body = bytes.readUInt32LE(4)
  if (header === 0 || header > maxHeaderLength || body > maxBodyLength)
    throw new Error('a frame of bad length')
  return { header, body }
}

/** Puts frames together from whatever pieces arrive; each byte is copied once at most. */
export function createFrameReader(
  onFrame: (frame: Frame) => void,
  maxBodyLength = maxBodyBytes,
  maxHeaderLength = maxHeaderBytes,
): (chunk: Buffer) => void {
  let pieces: Buffer[] = []
  let held = 0
  let needed = prefixBytes
  return (chunk) => {
    pieces.push(chunk)
    held += chunk.length
    if (held < needed) return
    let bytes = pieces.length === 1 ? chunk : Buffer.concat(pieces, held)
    while (bytes.length >= prefixBytes) {
      const lengths = readPrefix(bytes, maxBodyLength, maxHeaderLength)
      const end = prefixBytes + lengths.header + lengths.body
      needed = end
      if (bytes.length < end) break
      const bodyAt = prefixBytes + lengths.header
      const header: unknown = JSON.parse(bytes.toString('utf8', prefixBytes, bodyAt))
      const body = lengths.body === 0 ? null : bytes.subarray(bodyAt, end)
      bytes = bytes.subarray(end)
      needed = prefixBytes
      onFrame({ header, body })
    }
    pieces = bytes.length === 0 ? [] : [bytes]
    held = bytes.length
  }
}
