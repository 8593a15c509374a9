import { Readable } from 'node:stream'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import type { BlobGarbage } from '../../../kernel/blobs/garbage.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { isAccepted } from '../catalogue/file-types.ts'
import type { FileType } from '../schema.ts'
import { blobKey, isBlobNeeded } from '../store/blob.ts'
import { addToIncoming, type Incoming, insertIncoming, takeIncoming } from '../store/incoming.ts'
import { addToStorage, lockStorage } from '../store/storage.ts'
import { cleanName } from './file-name.ts'
import { reserve, type StorageLimits } from './quota.ts'
import { headBytes, type Sniffed, sniff } from './sniff.ts'

// Longer than a request may take to arrive, and than joining the parts of the largest file takes.
const incomingForMs = 60 * 60 * 1000
// Promised at a time while a file arrives, so that a slow upload does not keep others out by its possible size.
const reservationBytes = 8 * 1024 * 1024

export type IntakeDeps = {
  db: Db
  clock: Clock
  newId: NewId
  blobs: Blobs
  garbage: BlobGarbage
  limits: StorageLimits
}

/** A file on its way in. */
export type Arrival = {
  fileType: FileType
  name: string
  content: AsyncIterable<Buffer>
  maxBytes: number
  /** How long the sender says it is, or a little less than that; null when it does not say. */
  announcedBytes: number | null
  /** The whole size was reserved by the caller that brings it. */
  isReserved?: boolean
}

/** Bytes that are in the storage but belong to no file yet. */
export type Staged = {
  blobId: string
  sizeBytes: number
  sha256: string
  name: string
  fileType: FileType
} & Sniffed

/**
 * Brings bytes into the storage without gathering them. They are noted before the first is written, so that those of a
 * process that dies are found and removed, and they show nowhere until they are settled.
 */
export function createIntake({ db, clock, newId, blobs, garbage, limits }: IntakeDeps) {
  async function write(
    scope: Scope,
    content: (blobId: string) => AsyncIterable<Buffer>,
  ): Promise<{ blobId: string; sizeBytes: number; sha256: string }> {
    const blobId = newId()
    await insertIncoming(db, scope, blobId, new Date(clock.now().getTime() + incomingForMs))
    try {
      const stored = await blobs.put(
        blobKey(scope.projectId, blobId),
        Readable.from(content(blobId), { highWaterMark: 1 }),
      )
      return { blobId, ...stored }
    } catch (error) {
      await abandon(scope, blobId)
      throw error
    }
  }

  /** Gives bytes up again, together with what was promised to them. */
  const abandon = (scope: Scope, blobId: string): Promise<void> =>
    db.tx(async (tx) => {
      await lockStorage(tx, scope)
      const incoming = await takeIncoming(tx, scope, blobId)
      // A commit whose response was lost looks like a failure, but its bytes are a file's now.
      if (!incoming && (await isBlobNeeded(tx, scope, blobId))) return
      if (incoming) await release(tx, scope, incoming)
      await garbage.discard(tx, blobKey(scope.projectId, blobId))
    })

  const promise = (scope: Scope, blobId: string, requested: number): Promise<number> =>
    db.tx(async (tx) => {
      const granted = await reserve(tx, scope, limits, { requested: requested, least: 1 })
      if (!(await addToIncoming(tx, scope, blobId, granted))) throw tookTooLong()
      return granted
    })

  async function* reserved(scope: Scope, blobId: string, { content, announcedBytes }: Arrival) {
    let passed = 0
    let granted = 0
    for await (const chunk of content) {
      passed += chunk.length
      while (passed > granted) {
        const expected = (announcedBytes ?? 0) - granted
        granted += await promise(
          scope,
          blobId,
          expected > 0 ? Math.min(expected, reservationBytes) : reservationBytes,
        )
      }
      yield chunk
    }
  }

  async function stage(scope: Scope, arrival: Arrival): Promise<Staged> {
    const name = cleanName(arrival.name)
    let sniffed: Sniffed | null = null
    const look = async (head: Buffer) => {
      sniffed = await sniff(head, name)
      refuseWrongType(arrival.fileType, sniffed)
    }
    const written = await write(scope, (blobId) => {
      const content = examined(limited(arrival.content, arrival.maxBytes), look)
      return arrival.isReserved ? content : reserved(scope, blobId, { ...arrival, content })
    })
    return { ...written, ...sniffed!, name, fileType: arrival.fileType }
  }

  return {
    write,
    stage,
    abandon,
    abandonAll: async (scope: Scope, staged: readonly Staged[]): Promise<void> => {
      for (const { blobId } of staged) await abandon(scope, blobId)
    },
  }
}

export type Intake = ReturnType<typeof createIntake>

/** Takes back what was promised to bytes that did not become a file. Takes `lockStorage` for granted. */
export async function release(tx: Tx, scope: Scope, { userId, reservedBytes }: Incoming): Promise<void> {
  if (reservedBytes > 0) await addToStorage(tx, scope, userId, { reservedBytes: -reservedBytes })
}

export const tookTooLong = () =>
  new AppError('request_timeout', 'The upload timed out', {
    hint: 'Send the file again.',
  })

async function* limited(content: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let passed = 0
  for await (const chunk of content) {
    passed += chunk.length
    if (passed > maxBytes) {
      throw new AppError('file_too_large', `The file is larger than ${maxBytes} bytes`, {
        facts: { maxBytes },
        hint: 'GET /api/v1/file/fileTypes lists the limits of each type.',
      })
    }
    yield chunk
  }
}

/** Holds the first bytes back until they have been looked at. */
async function* examined(
  content: AsyncIterable<Buffer>,
  look: (head: Buffer) => Promise<void>,
): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0)
  for await (const chunk of content) {
    if (head === null) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < headBytes) continue
    await look(head)
    yield head
    head = null
  }
  if (head === null) return
  if (head.length === 0) {
    throw new AppError('empty_file', 'The file is empty', { hint: 'Send a file of at least one byte.' })
  }
  await look(head)
  yield head
}

function refuseWrongType(fileType: FileType, { mimeType, extension, isMismatch }: Sniffed): void {
  if (isMismatch) {
    throw new AppError(
      'unsupported_media_type',
      `The extension .${extension} does not match the content type ${mimeType}`,
      {
        facts: { mimeType },
        hint: 'Use a file name that matches the content.',
      },
    )
  }
  if (isAccepted(fileType, mimeType)) return
  throw new AppError('unsupported_media_type', `${mimeType} is not accepted for ${fileType}`, {
    facts: { mimeType },
    hint: `GET /api/v1/file/fileType/${fileType} lists the accepted types.`,
  })
}
