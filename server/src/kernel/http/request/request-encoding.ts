import type { IncomingHttpHeaders } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { AppError } from '../../errors.ts'

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

// JSON of one repeated word shrinks to a fiftieth; what grows by more than this was written to fill a memory.
const maxGrowth = 200
const growthFloorBytes = 1024 * 1024

/** The one encoding of a body; null when it is sent as it is. 415 when it is one that is not understood. */
export function encodingOf(headers: IncomingHttpHeaders): string | null {
  const named = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (named === '' || named === 'identity') return null
  if (Object.hasOwn(decoders, named)) return named
  throw new AppError('unsupported_media_type', 'The content-encoding of the body is not supported', {
    hint: 'Send it with gzip, deflate, br or none.',
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  })
}

/**
 * A body in transit, and how many bytes were received before decoding: the framework compares that with Content-Length.
 */
export type DecodedBody = Readable & { receivedEncodedLength: number }

/**
 * The content of a compressed body, unpacked while it is read. Limits of size count what comes out here, so a small
 * body that becomes a large one is refused, and no longer unpacked, as soon as it has passed them.
 */
export function decodeBody(encoded: Readable, encoding: string, maxBytes: number): DecodedBody {
  let delivered = 0
  const body = Object.assign(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        delivered += chunk.length
        const fitting = Math.max(growthFloorBytes, body.receivedEncodedLength * maxGrowth)
        if (delivered <= Math.min(fitting, maxBytes)) done(null, chunk)
        else done(new AppError('payload_too_large', 'The decompressed body is too large for this endpoint'))
      },
    }),
    { receivedEncodedLength: 0 },
  ) as Transform & { receivedEncodedLength: number }
  const decoder = decoders[encoding]!()
  encoded.on('data', (chunk: Buffer) => {
    body.receivedEncodedLength += chunk.length
  })
  encoded.once('error', (error) => body.destroy(error))
  encoded.once('close', () => {
    if (!encoded.readableEnded) body.destroy(new AppError('invalid_parameter', 'The body is incomplete'))
  })
  decoder.on('error', (cause) =>
    body.destroy(new AppError('invalid_parameter', `The body is not valid ${encoding}`, { cause })),
  )
  // A body that is no longer read must not end the process with its failure.
  body.on('error', () => undefined)
  // What is left of the request is read and dropped, so that its response can be sent.
  body.once('close', () => {
    encoded.unpipe(decoder)
    encoded.resume()
    decoder.destroy()
  })
  encoded.pipe(decoder).pipe(body)
  return body
}
