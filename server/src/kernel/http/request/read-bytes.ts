import type { Readable } from 'node:stream'
import { AppError } from '../../errors.ts'

/** The whole body of an endpoint that takes bytes; throws `payload_too_large` as soon as it is longer. */
export async function readBytes(bytes: Readable, maxBytes: number, tooLarge: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new AppError('payload_too_large', tooLarge)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
