import { hash } from 'node:crypto'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Files } from '../../../files/index.ts'
import type { MediaFile } from '../../providers/media.ts'
import { ProviderFailure } from '../../providers/port.ts'
import type { ProviderSettings } from '../../providers/registry.ts'
import type { MediaInput } from '../../schema/media.ts'
import { type MediaResult, noteVendorOrder, type OpenMediaJob } from '../../store/media-job.ts'
import { callWithEachKey, type EachKeyDeps } from '../providers/each-key.ts'
import { toCallError } from '../providers/failures.ts'
import { type MediaBilling, nothingMade } from './billing.ts'
import type { MediaPlanner } from './plan.ts'
import { madeQuantity, mediaCost, unitsOf } from './price.ts'

export type MakeMediaDeps = EachKeyDeps & {
  db: Pick<Db, 'rows'>
  clock: Clock
  files: Pick<Files, 'open' | 'create'>
  plan: MediaPlanner
  billing: MediaBilling
  creditsPerUsd: number
}

// Videos take minutes; what takes longer than this is not coming.
export const makeMs = 15 * 60_000

const fileTypes = { image: 'image', video: 'video', tts: 'audio', stt: 'audio' } as const

export const filesOf = (input: MediaInput): readonly string[] =>
  input.kind === 'stt' ? [input.fileId] : input.kind === 'tts' ? [] : (input.fileIds ?? [])

/**
 * Generates the output of a job, stores it as files, and returns how the job ended. It throws only when it was
 * interrupted.
 */
export function createMediaMaker(deps: MakeMediaDeps) {
  const { db, clock, files, plan, billing, creditsPerUsd } = deps

  async function read(scope: Scope, id: string): Promise<MediaFile> {
    const { file, stream } = await files.open(scope, id)
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    return { mediaType: file.mimeType, name: file.name, bytes: Buffer.concat(chunks) }
  }

  async function keep(scope: Scope, job: OpenMediaJob, made: readonly Uint8Array[]): Promise<string[]> {
    const ids: string[] = []
    for (const [index, bytes] of made.entries()) {
      const file = await files.create(scope, {
        fileType: fileTypes[job.kind],
        name: `${job.kind}-${index + 1}.${extensionOf(bytes)}`,
        content: Buffer.from(bytes),
        metadata: { mediaJobId: job.id, model: job.model },
      })
      ids.push(file.id)
    }
    return ids
  }

  async function make(scope: Scope, job: OpenMediaJob, signal: AbortSignal): Promise<MediaResult> {
    const { input } = job
    const { model, vendorId, settings, usdPerUnit } = await plan(scope, job.kind, job.model)
    const inputFiles: MediaFile[] = []
    for (const id of filesOf(input)) inputFiles.push(await read(scope, id))
    const defaultVoice = model?.mediaCapabilities.defaultVoice ?? null
    const call = { vendorId, input, defaultVoice, files: inputFiles, signal }
    const subject = { modelId: job.model, projectId: scope.projectId }
    const watched = { settings: keyOfOrder(settings, job), subject, signal }
    const made = await callWithEachKey(deps, watched, ({ media }, key) =>
      media({
        ...call,
        order: {
          jobId: job.order?.name ?? null,
          note: (name) => noteVendorOrder(db, job, { name, key: keyMark(key) }),
        },
      }),
    )
    const fileIds = await keep(scope, job, made.files)
    const quantity = madeQuantity(input, model, made, inputFiles)
    const { microCredits, usd } = mediaCost(usdPerUnit, quantity, creditsPerUsd)
    const isCovered = microCredits <= job.heldMicro || (await billing.raise(scope, job.id, microCredits))
    return {
      status: 'succeeded',
      usd,
      units: unitsOf(quantity),
      isEstimated: quantity.isEstimated,
      fileIds,
      usedMicro: isCovered ? microCredits : job.heldMicro,
      result: made.transcript,
      errorCode: null,
      errorMessage: null,
      at: clock.now(),
    }
  }

  return async (scope: Scope, job: OpenMediaJob, caller: AbortSignal): Promise<MediaResult> => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new ProviderFailure('timeout', 'it took too long')), makeMs)
    try {
      return await make(scope, job, AbortSignal.any([caller, late.signal]))
    } catch (failure) {
      caller.throwIfAborted()
      const error = toCallError(failure, job.model)
      // Our own fault, such as a database that is away: the run is tried again by the caller that finds it.
      if (error.code === 'internal_error' && !(failure instanceof AppError)) throw failure
      const details = { errorCode: error.code, errorMessage: error.message, at: clock.now() }
      return { ...nothingMade, status: 'failed', ...details }
    } finally {
      clearTimeout(timer)
    }
  }
}

const keyMark = (key: string): string => hash('sha256', key, 'base64url').slice(0, 16)

/** A provider's job is polled with the key that created it, if it still exists: no other key has access to it. */
function keyOfOrder(settings: ProviderSettings, { order }: OpenMediaJob): ProviderSettings {
  const keys = settings.keys.filter((key) => keyMark(key) === order?.key)
  return keys.length > 0 ? { ...settings, keys } : settings
}

export type MakeMedia = ReturnType<typeof createMediaMaker>

const beginnings: readonly [string, string][] = [
  ['\x89PNG', 'png'],
  ['\xff\xd8\xff', 'jpg'],
  ['GIF8', 'gif'],
  ['<svg', 'svg'],
  ['ID3', 'mp3'],
  ['\xff\xfb', 'mp3'],
  ['\xff\xf3', 'mp3'],
  ['OggS', 'ogg'],
  ['fLaC', 'flac'],
]

/** Only for the name: the media type is detected from the bytes when the file is stored. */
function extensionOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('RIFF')) return head.endsWith('WEBP') ? 'webp' : 'wav'
  if (head.slice(4, 8) === 'ftyp') return 'mp4'
  return beginnings.find(([mark]) => head.startsWith(mark))?.[1] ?? 'bin'
}
