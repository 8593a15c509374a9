import type {
  ImageModelV4,
  SpeechModelV4,
  TranscriptionModelV4,
  Experimental_VideoModelV4 as VideoModelV4,
} from '@ai-sdk/provider'
import type { MediaInput } from '../../schema/media.ts'
import { toProviderFailure } from '../failures.ts'
import type { MadeMedia, MediaCall, MediaFile } from '../media.ts'
import { ProviderFailure } from '../port.ts'
import type { Download } from './prompt.ts'
import { generateVideo } from './video.ts'

/** What of media a provider's package offers. */
export type SdkMedia = {
  imageModel?(vendorId: string): ImageModelV4
  speechModel?(vendorId: string): SpeechModelV4
  transcriptionModel?(vendorId: string): TranscriptionModelV4
  videoModel?(vendorId: string): VideoModelV4
}

type InputOf<Kind extends MediaInput['kind']> = Extract<MediaInput, { kind: Kind }>

/** Makes media with a provider's package. */
export async function makeMedia(models: SdkMedia, call: MediaCall, download: Download): Promise<MadeMedia> {
  try {
    switch (call.input.kind) {
      case 'image':
        return await makeImages(models, call, call.input)
      case 'video':
        return await makeVideo(models, call, call.input, download)
      case 'tts':
        return await speak(models, call, call.input)
      default:
        return await transcribe(models, call)
    }
  } catch (error) {
    throw toProviderFailure(error)
  }
}

const missing = (what: string) => new ProviderFailure('invalid', `the provider does not support ${what}`)

const partsOf = (files: readonly MediaFile[]) =>
  files.map(({ mediaType, bytes }) => ({ type: 'file' as const, mediaType, data: bytes }))

const bytesOf = (data: string | Uint8Array): Uint8Array =>
  typeof data === 'string' ? Buffer.from(data, 'base64') : data

const ratioOf = (text: string | undefined) => text as `${number}:${number}` | undefined
const sizeOf = (text: string | undefined) => text as `${number}x${number}` | undefined

async function makeImages(
  { imageModel }: SdkMedia,
  { vendorId, files, signal }: MediaCall,
  { prompt, n = 1, size, aspectRatio, seed }: InputOf<'image'>,
): Promise<MadeMedia> {
  if (!imageModel) throw missing('pictures')
  const model = imageModel(vendorId)
  const limit = model.maxImagesPerCall
  const most = (typeof limit === 'function' ? await limit({ modelId: vendorId }) : limit) ?? n
  const made: Uint8Array[] = []
  while (made.length < n) {
    const { images } = await model.doGenerate({
      prompt,
      n: Math.min(most, n - made.length),
      seed,
      size: sizeOf(size),
      aspectRatio: ratioOf(aspectRatio),
      files: files.length > 0 ? partsOf(files) : undefined,
      mask: undefined,
      providerOptions: {},
      abortSignal: signal,
    })
    if (images.length === 0) throw new ProviderFailure('broken', 'it generated no image')
    made.push(...images.map(bytesOf))
  }
  return { files: made, transcript: null }
}

async function makeVideo(
  { videoModel }: SdkMedia,
  { vendorId, files, signal, order }: MediaCall,
  { prompt, durationSeconds, size, aspectRatio, seed }: InputOf<'video'>,
  download: Download,
): Promise<MadeMedia> {
  const model = videoModel?.(vendorId)
  if (!model) throw missing('films')
  const options = {
    prompt,
    n: 1,
    seed,
    duration: durationSeconds,
    fps: undefined,
    aspectRatio: ratioOf(aspectRatio),
    resolution: sizeOf(size),
    generateAudio: undefined,
    image: partsOf(files)[0],
    frameImages: undefined,
    inputReferences: undefined,
    providerOptions: {},
    abortSignal: signal,
  }
  return generateVideo(model, options, order, download)
}

async function speak(
  { speechModel }: SdkMedia,
  { vendorId, defaultVoice, signal }: MediaCall,
  { text, voice = defaultVoice ?? undefined, format, speed, language, instructions }: InputOf<'tts'>,
): Promise<MadeMedia> {
  if (!speechModel) throw missing('speech')
  const { audio } = await speechModel(vendorId).doGenerate({
    text,
    abortSignal: signal,
    ...(voice === undefined ? {} : { voice }),
    ...(format === undefined ? {} : { outputFormat: format }),
    ...(speed === undefined ? {} : { speed }),
    ...(language === undefined ? {} : { language }),
    ...(instructions === undefined ? {} : { instructions }),
  })
  return { files: [bytesOf(audio)], transcript: null }
}

async function transcribe(
  { transcriptionModel }: SdkMedia,
  { vendorId, files, signal }: MediaCall,
): Promise<MadeMedia> {
  if (!transcriptionModel) throw missing('transcripts')
  const { bytes, mediaType } = files[0]!
  const { text, segments, language, durationInSeconds } = await transcriptionModel(vendorId).doGenerate({
    audio: bytes,
    mediaType,
    abortSignal: signal,
  })
  const transcript = {
    text,
    language: language ?? null,
    durationSeconds: durationInSeconds ?? null,
    segments: segments.map(({ text: content, startSecond, endSecond }) => ({
      text: content,
      startSecond,
      endSecond,
    })),
  }
  return { files: [], transcript }
}
