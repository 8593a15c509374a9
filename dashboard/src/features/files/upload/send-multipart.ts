import { isStoaError, type StoredFile, type Upload } from '@stoa/sdk'
import { rememberedUploads } from './remembered-uploads.ts'
import type { Sending } from './sending.ts'

const mib = 1024 * 1024
// About as many steps as a bar can show, within what the server takes for a part.
const targetPartCount = 128
const largestPart = 64 * mib
const concurrentParts = 2
// Of one part over a slow line, and of joining gigabytes.
const timeoutMs = 15 * 60_000

export const partSizeOf = (sizeBytes: number): number =>
  Math.min(largestPart, Math.max(1, Math.ceil(sizeBytes / targetPartCount / mib)) * mib)

/** Sends what the server does not have yet. Called again after a failure it resumes where it was. */
export async function sendMultipart(sending: Sending): Promise<StoredFile> {
  const { api, signal, fingerprint } = sending
  const upload = await findOrStart(sending)
  const params = { id: upload.id }
  try {
    await sendMissing(sending, upload)
    const stored = await api.post('/api/v1/file/uploads/{id}/complete', {
      params,
      signal,
      timeoutMs,
    })
    rememberedUploads.forget(fingerprint)
    return stored
  } catch (error) {
    // A retryable upload stays; everything else releases the storage that was reserved for it.
    if (signal.aborted || !canContinue(error)) {
      rememberedUploads.forget(fingerprint)
      await api.delete('/api/v1/file/uploads/{id}', { params }).catch(() => undefined)
    }
    throw error
  }
}

/** The connection may return, and the user may sign in again. */
const canContinue = (error: unknown): boolean =>
  isStoaError(error) && (error.retryable || error.status === 401)

async function findOrStart(sending: Sending): Promise<Upload> {
  const { api, file, fileType, expiresAt, fingerprint, signal } = sending
  const known = rememberedUploads.find(fingerprint)
  if (known !== undefined) {
    const found = await api
      .get('/api/v1/file/uploads/{id}', { params: { id: known }, signal })
      .catch(nullIfNotFound)
    if (found?.sizeBytes === file.size) return found
  }
  // Never aborted: an upload whose ID is not received would hold its reserved storage until it expires.
  const upload = await api.post('/api/v1/file/uploads', {
    body: {
      fileType,
      name: file.name,
      sizeBytes: file.size,
      partSizeBytes: partSizeOf(file.size),
      expiresAt,
    },
  })
  rememberedUploads.keep(fingerprint, upload.id)
  return upload
}

/** The server has expired it, or it belongs to another user: it starts over. */
function nullIfNotFound(error: unknown): null {
  if (isStoaError(error) && error.status === 404) return null
  throw error
}

async function sendMissing(sending: Sending, upload: Upload): Promise<void> {
  const { file, onProgress } = sending
  if (upload.status === 'ready') return onProgress(file.size)
  const here = new Map(upload.parts.map((part) => [part.number, part.sha256]))
  const numbers = Array.from({ length: upload.partCount }, (_, index) => index + 1)
  let sentBytes = 0
  const next = numbers.values()
  const worker = async () => {
    for (const number of next) {
      const bytes = partOf(file, upload, number)
      await sendPart(sending, upload, { number, bytes, known: here.get(number) })
      sentBytes += bytes.size
      onProgress(sentBytes)
    }
  }
  await Promise.all(Array.from({ length: concurrentParts }, worker))
}

const partOf = (file: File, { partSizeBytes }: Upload, number: number): Blob =>
  file.slice((number - 1) * partSizeBytes, number * partSizeBytes)

type Part = { number: number; bytes: Blob; known: string | undefined }

/** A part that is there already is sent again only if it is another one: the file may have changed since. */
async function sendPart({ api, signal }: Sending, { id }: Upload, part: Part): Promise<void> {
  const { number, bytes, known } = part
  signal.throwIfAborted()
  const sha256 = await hashOf(bytes)
  if (known !== undefined && (sha256 === null || sha256 === known)) return
  await api.put('/api/v1/file/uploads/{id}/parts/{n}', {
    params: { id, n: String(number) },
    body: bytes,
    ...(sha256 === null ? {} : { headers: { 'x-content-sha256': sha256 } }),
    signal,
    timeoutMs,
  })
}

/** Browsers hash only on https and on this machine; elsewhere the length has to do. */
async function hashOf(bytes: Blob): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const hash = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
