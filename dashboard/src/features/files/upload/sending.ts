import type { Stoa } from '@stoa/sdk'
import type { FileType } from '../file-types.tsx'

/** One upload. */
export type Sending = {
  api: Stoa
  file: File
  fileType: FileType
  expiresAt: string | null
  /** Of the file and where it goes; the same again means the same upload. */
  fingerprint: string
  signal: AbortSignal
  onProgress(sentBytes: number): void
}
