import type { Readable } from 'node:stream'

/** First and last byte, both included; without a last one, to the end. */
export type ByteRange = { readonly start: number; readonly end?: number }

export type BlobInfo = { readonly key: string; readonly sizeBytes: number; readonly modifiedAt: Date }

/** The stream must be read or destroyed. `sizeBytes` is that of the whole content, also when a range was requested. */
export type BlobRead = { readonly stream: Readable; readonly sizeBytes: number }

export type StoreOptions = {
  readonly contentType?: string | undefined
  readonly contentLength?: number | undefined
}

/** A storage backend. Keys and ranges are validated before they reach it. */
export interface BlobDriver {
  /** Stores all that `content` yields or, when it throws, nothing: a key never shows half of its content. */
  store(key: string, content: AsyncIterable<Buffer>, options: StoreOptions): Promise<void>
  /** Null when there is no such key. Throws `RangeNotSatisfiable` when the range begins behind the end. */
  read(key: string, range: ByteRange | null): Promise<BlobRead | null>
  head(key: string): Promise<BlobInfo | null>
  /** Deleting what is not there is not a failure. */
  delete(key: string): Promise<void>
  /** In no particular order. */
  list(prefix: string): AsyncIterable<BlobInfo>
  /** What has not ended after so long does not end any more. */
  readonly unfinishedMs: number
  /** Removes what uploads that never ended have left behind. */
  sweep(startedBefore: Date): Promise<number>
  close(): Promise<void>
}

export class RangeNotSatisfiable extends Error {
  override readonly name = 'RangeNotSatisfiable'
}
