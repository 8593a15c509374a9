import type { CompletedPart } from '@aws-sdk/client-s3'
import type { S3Connection } from './s3-connection.ts'

/** The smallest that S3 accepts, because each upload in progress holds one of them in memory. */
const smallestPartBytes = 5 * 1024 * 1024
const maxParts = 10_000

export const partSizeFor = (contentLength = 0): number =>
  Math.max(smallestPartBytes, Math.ceil(contentLength / maxParts))

/** A piece of the content. Its bytes are only valid until the next one is requested: they share one buffer. */
export type Part = { readonly bytes: Buffer; readonly isLast: boolean }

/** The content in parts of one size; only the last, which may be the only one, can be shorter or empty. */
export async function* slice(content: AsyncIterable<Buffer>, size: number): AsyncGenerator<Part, undefined> {
  // Most contents are small, so the buffer begins small and grows.
  let part: Buffer = Buffer.allocUnsafe(Math.min(size, 65_536))
  let filled = 0
  for await (let chunk of content) {
    while (chunk.length > 0) {
      // A full part is only sent when more has come, so that the last one is known as such.
      if (filled === size) {
        yield { bytes: part, isLast: false }
        filled = 0
      }
      if (filled === part.length) part = enlarge(part, size)
      const copied = chunk.copy(part, filled)
      filled += copied
      chunk = chunk.subarray(copied)
    }
  }
  yield { bytes: part.subarray(0, filled), isLast: true }
}

function enlarge(part: Buffer, most: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(most, part.length * 4))
  part.copy(larger)
  return larger
}

/** Uploads part by part. Nothing shows under the key before the last step, which is all or nothing. */
export async function uploadParts(
  { sdk, client, bucket: Bucket }: S3Connection,
  target: { Key: string; ContentType?: string },
  first: Part,
  rest: AsyncIterable<Part>,
): Promise<void> {
  const { Key } = target
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand({ Bucket, ...target }))
  const Parts: CompletedPart[] = []
  const upload = async ({ bytes: Body }: Part) => {
    const PartNumber = Parts.length + 1
    const { ETag } = await client.send(new sdk.UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))
    Parts.push({ PartNumber, ETag })
  }
  try {
    await upload(first)
    for await (const part of rest) await upload(part)
    await client.send(
      new sdk.CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
    )
  } catch (error) {
    // Parts that stay behind cost money until a sweep finds them; the first failure is the one to report.
    await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {})
    throw error
  }
}
