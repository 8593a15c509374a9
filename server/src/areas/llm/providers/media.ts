import type { MediaInput, Transcript } from '../schema/media.ts'

export type MediaFile = { mediaType: string; name: string; bytes: Uint8Array }

/** What is to be made, with the files that it names. */
export type MediaCall = {
  vendorId: string
  input: MediaInput
  /** Of the model, where the caller named none. */
  defaultVoice: string | null
  files: readonly MediaFile[]
  signal: AbortSignal
  order: MediaOrder
}

/** An order that a provider takes now and delivers later. */
export type MediaOrder = {
  /** What the provider called it when it was given before, by a process that died since; else null. */
  jobId: unknown
  /** Called with the provider's job id, before the result is polled. */
  note(name: unknown): Promise<void>
}

export type MadeMedia = { files: Uint8Array[]; transcript: Transcript | null }
