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
}

export type MadeMedia = { files: Uint8Array[]; transcript: Transcript | null }
