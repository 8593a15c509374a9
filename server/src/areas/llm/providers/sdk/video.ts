import { setTimeout as pause } from 'node:timers/promises'
import type {
  Experimental_VideoModelV4CallOptions as VideoCallOptions,
  Experimental_VideoModelV4VideoData as VideoData,
  Experimental_VideoModelV4 as VideoModelV4,
} from '@ai-sdk/provider'
import { AppError } from '../../../../kernel/errors.ts'
import { toProviderFailure } from '../failures.ts'
import type { MadeMedia, MediaOrder } from '../media.ts'
import { ProviderFailure } from '../port.ts'
import type { Download } from './prompt.ts'

type Operation = Awaited<ReturnType<NonNullable<VideoModelV4['doStart']>>>['operation']

// As much as may be uploaded in one request.
const maxVideoBytes = 200 * 1024 * 1024
const firstLookMs = 500
const maxPauseMs = 5_000
// A video that is being made is paid for already: a provider that does not respond for a moment is polled again.
const maxConsecutiveFailures = 5

/** Generates a video. Most providers create a job that is polled until it is done. */
export async function generateVideo(
  model: VideoModelV4,
  options: VideoCallOptions,
  order: MediaOrder,
  download: Download,
): Promise<MadeMedia> {
  const signal = options.abortSignal ?? new AbortController().signal
  const videos = model.doGenerate
    ? (await model.doGenerate(options)).videos
    : await ordered(model, options, order, signal)
  const files: Uint8Array[] = []
  for (const video of videos) files.push(await bytesOf(video, download, signal))
  if (files.length === 0) throw new ProviderFailure('broken', 'it generated no video')
  return { files, transcript: null }
}

async function ordered(
  model: VideoModelV4,
  options: VideoCallOptions,
  order: MediaOrder,
  signal: AbortSignal,
): Promise<VideoData[]> {
  if (!model.doStart || !model.doStatus)
    throw new ProviderFailure('invalid', 'the provider does not support video')
  let operation = order.jobId as Operation | null
  if (operation === null) {
    operation = (await model.doStart(options)).operation
    await order.note(operation)
  }
  try {
    return await awaitOrder((request) => model.doStatus!(request), operation, signal)
  } catch (error) {
    // It is ordered with this key: another one would order, and pay, once more.
    if (error instanceof ProviderFailure && (error.kind === 'busy' || error.kind === 'refused'))
      throw new ProviderFailure('unavailable', error.message, { status: error.status })
    throw error
  }
}

async function awaitOrder(
  look: NonNullable<VideoModelV4['doStatus']>,
  operation: Operation,
  signal: AbortSignal,
): Promise<VideoData[]> {
  let failures = 0
  for (let waitMs = firstLookMs; ; waitMs = Math.min(waitMs * 2, maxPauseMs)) {
    await pause(waitMs, undefined, { signal })
    try {
      const state = await look({ operation, abortSignal: signal })
      failures = 0
      if (state.status === 'completed') return state.videos
      if (state.status === 'error') throw new ProviderFailure('invalid', state.error)
    } catch (error) {
      signal.throwIfAborted()
      const failure = toProviderFailure(error)
      const isPassing =
        failure instanceof ProviderFailure && (failure.kind === 'unavailable' || failure.kind === 'busy')
      if (!isPassing || ++failures > maxConsecutiveFailures) throw failure
    }
  }
}

async function bytesOf(video: VideoData, download: Download, signal: AbortSignal): Promise<Uint8Array> {
  if (video.type === 'uploaded') throw new ProviderFailure('broken', 'its video is stored at another host')
  if (video.type !== 'url')
    return typeof video.data === 'string' ? Buffer.from(video.data, 'base64') : video.data
  try {
    return (await download(video.url, maxVideoBytes, signal)).bytes
  } catch (error) {
    signal.throwIfAborted()
    // Its URL is the provider's and may contain the key, so it is not shown.
    throw error instanceof AppError
      ? new ProviderFailure('unavailable', 'its video was generated but cannot be downloaded')
      : error
  }
}
