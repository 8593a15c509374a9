import type { Transform } from 'node:stream'
import { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { tooLarge, translateFailure } from './failures.ts'

export type BodyLimits = {
  host: string
  /** The `content-encoding` of the response. */
  encoding: string | null
  /** Counted after decompression. */
  maxBytes: number
  /** How many bytes one compressed byte may become. */
  maxRatio: number
  onClose(): void
}

// Small documents of one repeated character compress beyond any ratio and harm no one.
const ratioFloorBytes = 1024 * 1024

const decoders: Record<string, (firstByte: number) => Transform> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  // Half of all servers send raw deflate under this name; a zlib header has 8 in its low bits.
  deflate: (firstByte) => ((firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw()),
}

export const canDecode = (encoding: string): boolean => Object.hasOwn(decoders, encoding)

/**
 * The content of a response, decompressed and counted while it is read: no more than a few buffers are ever in
 * memory, and the connection ends as soon as a limit is passed or the reader disconnects.
 */
export function limitBody(source: Readable, limits: BodyLimits): Readable {
  const { host, encoding, maxBytes, maxRatio, onClose } = limits
  let decoder: Transform | null = null
  let receivedBytes = 0
  let deliveredBytes = 0
  const body = new Readable({
    read() {
      ;(decoder ?? source).resume()
    },
    destroy(error, done) {
      source.destroy()
      decoder?.destroy()
      onClose()
      done(error)
    },
  })
  const fail = (error: unknown) => body.destroy(translateFailure(error, host) as Error)
  const deliver = (chunk: Buffer) => {
    if (body.destroyed) return
    deliveredBytes += chunk.length
    if (deliveredBytes > maxBytes) return fail(tooLarge(`${host} sent more than ${maxBytes} bytes.`))
    if (decoder && deliveredBytes > ratioFloorBytes && deliveredBytes > receivedBytes * maxRatio) {
      return fail(
        tooLarge(`${host} sent content that grows more than ${maxRatio} times when it is unpacked.`),
      )
    }
    if (!body.push(chunk)) (decoder ?? source).pause()
  }
  const finish = () => body.push(null)
  const unpack = (chunk: Buffer, createDecoder: (firstByte: number) => Transform) => {
    // Made with the first byte in hand, because an empty body is not even an empty archive.
    decoder ??= createDecoder(chunk[0]!).on('data', deliver).on('end', finish).on('error', fail)
    if (decoder.write(chunk)) return
    source.pause()
    decoder.once('drain', () => source.resume())
  }
  source.pause()
  source.on('data', (chunk: Buffer) => {
    receivedBytes += chunk.length
    const createDecoder = encoding === null ? undefined : decoders[encoding]
    if (createDecoder && chunk.length > 0) unpack(chunk, createDecoder)
    else deliver(chunk)
  })
  source.on('end', () => (decoder ? decoder.end() : finish()))
  source.on('error', fail)
  // A caller that reads sees the failure; a body that no one reads must not end the process with it.
  body.on('error', () => {})
  return body
}
