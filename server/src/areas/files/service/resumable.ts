import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { type Scope, systemScope } from '../../../kernel/scope.ts'
import { typeRules } from '../catalogue/file-types.ts'
import type { StoredFile } from '../read-files.ts'
import { maxParts, type StartUploadBody, type Upload, type UploadPart } from '../schema.ts'
import { blobKey } from '../store/blob.ts'
import { takeIncoming } from '../store/incoming.ts'
import { addToStorage, holdUser, lockStorage } from '../store/storage.ts'
import {
  claimJoining,
  completeUpload,
  deleteUpload,
  endJoining,
  findUpload,
  insertUpload,
  listExpiredUploads,
  listParts,
  lockUpload,
  putPart,
  type StoredPart,
  takeParts,
  type UploadRow,
} from '../store/upload.ts'
import { cleanName } from './file-name.ts'
import { type FileDeps, type FileService, refusePast } from './files.ts'
import { type Intake, release, tookTooLong } from './intake.ts'
import { reserve } from './quota.ts'

const retentionMs = 24 * 60 * 60 * 1000
const sweepBatchSize = 50
// Longer than joining the largest file takes; given up at its end, and by itself when its process has died.
const joinMs = 15 * 60_000
const completionPolls = 50
const completionPollMs = 200

const uploadNotFound = () =>
  new AppError('upload_not_found', 'Upload not found', {
    hint: 'Uploads expire after 24 hours.',
  })

const partCountOf = (sizeBytes: number, partSizeBytes: number) => Math.ceil(sizeBytes / partSizeBytes)

/** How long a part must be: all have one length, but the last, which is the rest. */
const lengthOf = ({ size_bytes, part_size_bytes }: UploadRow, number: number): number =>
  Math.min(part_size_bytes, size_bytes - (number - 1) * part_size_bytes)

/**
 * Files in parts, for what is large or comes over a bad line. Parts may come in any order, again, and side by side; the
 * whole size is reserved from the start, so that an upload that was begun can be finished.
 */
export function createResumableService(deps: FileDeps & { intake: Intake; files: FileService }) {
  const { db, clock, newId, blobs, garbage, limits, intake, files } = deps

  async function get(scope: Scope, id: string): Promise<UploadRow> {
    const upload = await findUpload(db, scope, id, clock.now())
    if (!upload) throw uploadNotFound()
    return upload
  }

  async function lockOpen(tx: Tx, scope: Scope, id: string): Promise<UploadRow> {
    await lockStorage(tx, scope)
    const upload = await lockUpload(tx, scope, id)
    if (!upload || new Date(upload.expires_at) <= clock.now()) throw uploadNotFound()
    if (upload.file_id !== null) throw alreadyComplete()
    return upload
  }

  /** Gives up the upload with what was reserved for it and what has come. Takes `lockStorage` for granted. */
  async function removeIn(tx: Tx, scope: Scope, upload: UploadRow): Promise<void> {
    await discardParts(tx, scope, upload.id)
    await deleteUpload(tx, scope, upload.id)
    if (upload.file_id === null)
      await addToStorage(tx, scope, upload.external_user_id, { reservedBytes: -upload.size_bytes })
  }

  async function discardParts(tx: Tx, scope: Scope, uploadId: string): Promise<void> {
    const blobIds = await takeParts(tx, scope, uploadId)
    await garbage.discardAll(
      tx,
      blobIds.map((id) => blobKey(scope.projectId, id)),
    )
  }

  async function* joined(scope: Scope, parts: readonly StoredPart[]): AsyncGenerator<Buffer> {
    for (const { blobId } of parts) {
      const found = await blobs.get(blobKey(scope.projectId, blobId))
      // Another request has completed or replaced it meanwhile.
      if (!found) throw changedPart()
      for await (const chunk of found.stream) yield chunk as Buffer
    }
  }

  async function join(scope: Scope, upload: UploadRow, parts: readonly StoredPart[]): Promise<StoredFile> {
    const staged = await intake.stage(scope, {
      fileType: upload.file_type,
      name: upload.name,
      content: joined(scope, parts),
      maxBytes: upload.size_bytes,
      announcedBytes: upload.size_bytes,
      isReserved: true,
    })
    try {
      if (upload.sha256 !== null && upload.sha256 !== staged.sha256) throw mismatch(staged.sha256)
      return await db.tx(async (tx) => {
        if (!(await holdUser(tx, scope, upload.external_user_id))) throw uploadNotFound()
        await lockOpen(tx, scope, upload.id)
        const now = await listParts(tx, scope, upload.id)
        if (now.some(({ blobId }, i) => blobId !== parts[i]?.blobId)) throw changedPart()
        await discardParts(tx, scope, upload.id)
        await addToStorage(tx, scope, upload.external_user_id, { reservedBytes: -upload.size_bytes })
        const { metadata, file_expires_at: expiresAt } = upload
        const file = await files.settleIn(tx, scope, staged, { metadata, expiresAt })
        await completeUpload(tx, scope, upload.id, file.id)
        return file
      })
    } catch (error) {
      await intake.abandon(scope, staged.blobId)
      throw error
    }
  }

  /** Another request is joining the parts: its result is the response to this one as well. */
  async function awaitCompletion(scope: Scope, id: string): Promise<StoredFile> {
    for (let polls = 0; polls < completionPolls; polls++) {
      const { file_id: fileId } = await get(scope, id)
      if (fileId !== null) return files.get(scope, fileId)
      await sleep(completionPollMs)
    }
    throw beingJoined()
  }

  return {
    async start(scope: Scope, body: StartUploadBody): Promise<Upload> {
      refuseTooLarge(body)
      refusePast(body.expiresAt, clock.now())
      const at = clock.now()
      const row = await db.tx(async (tx) => {
        await reserve(tx, scope, limits, { requested: body.sizeBytes, least: body.sizeBytes })
        return insertUpload(tx, scope, {
          ...body,
          id: newId(),
          name: cleanName(body.name),
          sha256: body.sha256 ?? null,
          metadata: body.metadata ?? {},
          fileExpiresAt: body.expiresAt ?? null,
          at,
          expiresAt: new Date(at.getTime() + retentionMs),
        })
      })
      return toUpload(row, [])
    },
    async get(scope: Scope, id: string): Promise<Upload> {
      return toUpload(await get(scope, id), await listParts(db, scope, id))
    },
    /** Putting a part again replaces it; the same bytes change nothing. */
    async putPart(
      scope: Scope,
      id: string,
      number: number,
      content: Readable,
      announcedSha256: string | undefined,
    ): Promise<UploadPart> {
      const upload = await get(scope, id)
      if (upload.file_id !== null) throw alreadyComplete()
      const length = lengthOf(upload, number)
      if (length <= 0) throw noSuchPart(upload)
      const { blobId, ...part } = await intake.write(scope, () => ofLength(content, length))
      try {
        if (announcedSha256 !== undefined && announcedSha256.toLowerCase() !== part.sha256)
          throw mismatch(part.sha256)
        await db.tx(async (tx) => {
          await lockOpen(tx, scope, id)
          const incoming = await takeIncoming(tx, scope, blobId)
          if (!incoming) throw tookTooLong()
          await release(tx, scope, incoming)
          const old = await putPart(tx, scope, id, { ...part, number, blobId })
          if (old !== null) await garbage.discard(tx, blobKey(scope.projectId, old))
        })
      } catch (error) {
        await intake.abandon(scope, blobId)
        throw error
      }
      return { number, ...part }
    },
    /** Completing twice gives the same file, as long as it is there. */
    async complete(scope: Scope, id: string): Promise<StoredFile> {
      const upload = await get(scope, id)
      if (upload.file_id !== null) return files.get(scope, upload.file_id)
      const now = clock.now()
      if (!(await claimJoining(db, scope, id, now, new Date(now.getTime() + joinMs))))
        return awaitCompletion(scope, id)
      try {
        // Behind the claim, so that no other request completes the upload and takes its parts meanwhile.
        const parts = await listParts(db, scope, id)
        refuseMissing(upload, parts)
        return await join(scope, upload, parts)
      } finally {
        await endJoining(db, scope, id)
      }
    },
    remove: (scope: Scope, id: string): Promise<void> =>
      db.tx(async (tx) => {
        await lockStorage(tx, scope)
        const upload = await lockUpload(tx, scope, id)
        if (!upload) throw uploadNotFound()
        await removeIn(tx, scope, upload)
      }),
    removeIn,
    async sweep(): Promise<void> {
      while (true) {
        const expired = await listExpiredUploads(db, clock.now(), sweepBatchSize)
        for (const { projectId, userId, id } of expired) {
          const scope = { ...systemScope(projectId), externalUser: { id: userId, name: '' } }
          await db.tx(async (tx) => {
            await lockStorage(tx, scope)
            const upload = await lockUpload(tx, scope, id)
            if (upload) await removeIn(tx, scope, upload)
          })
        }
        if (expired.length < sweepBatchSize) return
      }
    },
  }
}

export type ResumableService = ReturnType<typeof createResumableService>

const toUpload = (row: UploadRow, parts: readonly StoredPart[]): Upload => ({
  id: row.id,
  status: row.file_id === null ? 'uploading' : 'ready',
  fileId: row.file_id,
  fileType: row.file_type,
  name: row.name,
  sizeBytes: row.size_bytes,
  partSizeBytes: row.part_size_bytes,
  partCount: partCountOf(row.size_bytes, row.part_size_bytes),
  parts: [...parts],
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})

function refuseTooLarge({ fileType, sizeBytes, partSizeBytes }: StartUploadBody): void {
  const { maxResumableBytes } = typeRules[fileType]
  if (sizeBytes > maxResumableBytes) {
    throw new AppError(
      'file_too_large',
      `Files of type ${fileType} can have at most ${maxResumableBytes} bytes`,
      {
        facts: { maxBytes: maxResumableBytes },
      },
    )
  }
  const count = partCountOf(sizeBytes, partSizeBytes)
  if (count <= maxParts) return
  throw new AppError('invalid_parameter', `The upload has ${count} parts; the maximum is ${maxParts}`, {
    hint: 'Choose a larger partSizeBytes.',
  })
}

function refuseMissing(upload: UploadRow, parts: readonly StoredPart[]): void {
  const here = new Set(parts.map(({ number }) => number))
  const count = partCountOf(upload.size_bytes, upload.part_size_bytes)
  if (here.size === count) return
  const missing = Array.from({ length: count }, (_, i) => i + 1).filter((number) => !here.has(number))
  throw new AppError('invalid_state', `${missing.length} of ${count} parts are missing`, {
    facts: { state: 'uploading', missingParts: missing.slice(0, 100) },
    hint: 'Put the missing parts, then complete the upload again.',
  })
}

async function* ofLength(content: Readable, length: number): AsyncGenerator<Buffer> {
  const wrong = () =>
    new AppError('invalid_parameter', `This part must have exactly ${length} bytes`, {
      facts: { expectedBytes: length },
    })
  let passed = 0
  for await (const chunk of content) {
    passed += (chunk as Buffer).length
    if (passed > length) throw wrong()
    yield chunk as Buffer
  }
  if (passed !== length) throw wrong()
}

const mismatch = (sha256: string) =>
  new AppError('checksum_mismatch', 'The checksum does not match', {
    facts: { sha256 },
    hint: 'Send it again.',
  })

const noSuchPart = ({ size_bytes, part_size_bytes }: UploadRow) =>
  new AppError(
    'invalid_parameter',
    `The parts are numbered from 1 to ${partCountOf(size_bytes, part_size_bytes)}`,
  )

const beingJoined = () =>
  new AppError('invalid_state', 'Another request is completing this upload', {
    facts: { state: 'joining' },
    hint: 'Try again in a moment.',
  })

const alreadyComplete = () =>
  new AppError('invalid_state', 'The upload is complete', { facts: { state: 'ready' } })

const changedPart = () =>
  new AppError('version_conflict', 'A part was replaced during completion', {
    hint: 'Complete the upload once all parts have arrived.',
  })
