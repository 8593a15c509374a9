import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { RecordedCase } from './case.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

// As much as an execution may record, with its input and result.
const maxBytes = 24 * 1024 * 1024

/** Freezes what was recorded, so that it is there when the execution is not any more. */
export const toRecording = (recorded: RecordedCase): Promise<Buffer> =>
  compress(Buffer.from(JSON.stringify(recorded)))

export const fromRecording = async (stored: Uint8Array): Promise<RecordedCase> =>
  JSON.parse((await decompress(stored, { maxOutputLength: maxBytes })).toString()) as RecordedCase
