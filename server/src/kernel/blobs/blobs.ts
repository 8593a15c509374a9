import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { AppError } from '../errors.ts'
import { createDiskDriver } from './disk.ts'
import {
  type BlobDriver,
  type BlobInfo,
  type BlobRead,
  type ByteRange,
  RangeNotSatisfiable,
  type StoreOptions,
} from './driver.ts'
import { translateStorageFailure } from './failures.ts'
import { checkKey, checkPrefix } from './key.ts'
import { createS3Driver } from './s3.ts'
import type { BlobSettings } from './settings.ts'

export type Stored = { readonly sizeBytes: number; readonly sha256: string }

/**
 * Stores the bytes of files, on disk or in an S3 bucket. A key shows its whole content or nothing, and putting to it
 * again replaces it atomically. Who may see a blob, and what it is called, is for the areas above.
 */
export type Blobs = {
  /** A stream is destroyed when it could not be stored. `contentLength` is checked against what really comes. */
  put(key: string, content: Readable | Buffer, options?: StoreOptions): Promise<Stored>
  /** Null when there is no such key. The stream must be read or destroyed. */
  get(key: string, options?: { range?: ByteRange | undefined }): Promise<BlobRead | null>
  head(key: string): Promise<BlobInfo | null>
  /** Deleting what is not there is not a failure. */
  delete(key: string): Promise<void>
  /** Tries every key, then throws the first failure if there was one. */
  deleteMany(keys: readonly string[]): Promise<void>
  /** Everything under `prefix`, which is empty or a key and a slash, in no particular order. */
  list(prefix?: string): AsyncIterable<BlobInfo>
  /** Writes, reads and deletes a few bytes, and throws when that does not work. */
  check(): Promise<void>
  copyAll(to: Blobs): Promise<{ count: number; sizeBytes: number }>
  /** Removes what uploads that never ended have left behind, as that of a killed process; says how many there were. */
  sweep(olderThanMs?: number): Promise<number>
  close(): Promise<void>
}

const maxConcurrentDeletions = 8

export const createBlobs = (settings: BlobSettings): Blobs =>
  createPort(settings.kind === 'disk' ? createDiskDriver(settings.directory) : createS3Driver(settings))

function createPort(driver: BlobDriver): Blobs {
  const blobs: Blobs = {
    put: (key, content, options = {}) => put(driver, key, content, options),

    async get(key, { range } = {}) {
      checkKey(key)
      if (range) checkRange(range)
      return translated(driver.read(key, range ?? null))
    },

    async head(key) {
      checkKey(key)
      return translated(driver.head(key))
    },

    async delete(key) {
      checkKey(key)
      await translated(driver.delete(key))
    },

    async deleteMany(keys) {
      keys.forEach(checkKey)
      const failures: unknown[] = []
      const remaining = keys.values()
      const work = async () => {
        for (const key of remaining) await blobs.delete(key).catch((error) => failures.push(error))
      }
      await Promise.all(Array.from({ length: maxConcurrentDeletions }, work))
      if (failures.length > 0) throw failures[0]
    },

    async *list(prefix = '') {
      checkPrefix(prefix)
      try {
        yield* driver.list(prefix)
      } catch (error) {
        throw translateStorageFailure(error)
      }
    },

    check: () => check(blobs),

    async copyAll(to) {
      const total = { count: 0, sizeBytes: 0 }
      for await (const { key } of blobs.list()) {
        const found = await blobs.get(key)
        // Deleted since it was listed.
        if (!found) continue
        await to.put(key, found.stream, { contentLength: found.sizeBytes })
        total.count++
        total.sizeBytes += found.sizeBytes
      }
      return total
    },

    sweep: (olderThanMs = driver.unfinishedMs) =>
      translated(driver.sweep(new Date(Date.now() - olderThanMs))),
    close: () => driver.close(),
  }
  return blobs
}

async function put(
  driver: BlobDriver,
  key: string,
  content: Readable | Buffer,
  options: StoreOptions,
): Promise<Stored> {
  const source = Buffer.isBuffer(content) ? Readable.from([content]) : content
  const hash = createHash('sha256')
  let sizeBytes = 0
  let sourceFailure: unknown = null

  async function* measured(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of source) {
        const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)
        hash.update(bytes)
        sizeBytes += bytes.length
        yield bytes
      }
      checkLength(sizeBytes, options.contentLength)
    } catch (error) {
      sourceFailure = error
      throw error
    }
  }

  try {
    checkKey(key)
    await driver.store(key, measured(), options)
  } catch (error) {
    source.on('error', () => {}).destroy()
    // A failure of the source is the caller's, even if it looks like one of the storage.
    throw error === sourceFailure ? error : translateStorageFailure(error)
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}

function checkLength(sizeBytes: number, announced: number | undefined): void {
  if (announced === undefined || announced === sizeBytes) return
  throw new AppError('invalid_parameter', `Expected ${announced} bytes but received ${sizeBytes}.`, {
    hint: 'Send the whole content again.',
  })
}

function checkRange({ start, end = start }: ByteRange): void {
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end >= start) return
  throw new Error(`bytes ${start} to ${end} are not a range`)
}

async function check(blobs: Blobs): Promise<void> {
  const key = `probes/${randomUUID()}`
  const probe = Buffer.from(key)
  try {
    await blobs.put(key, probe)
    const found = await blobs.get(key)
    const content = found && Buffer.concat(await found.stream.toArray())
    if (!content?.equals(probe)) {
      throw new AppError('service_unavailable', 'The file storage returned corrupted data.', {
        hint: 'Check the storage behind STOA_BLOBS.',
      })
    }
  } finally {
    await blobs.delete(key).catch(() => {})
  }
}

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof RangeNotSatisfiable) {
      throw new AppError('invalid_parameter', 'The range starts beyond the end of the content.', {
        hint: 'Request a range within the content.',
      })
    }
    throw translateStorageFailure(error)
  }
}
