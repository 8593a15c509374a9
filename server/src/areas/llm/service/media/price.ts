import type { MediaFile } from '../../providers/media.ts'
import type { MediaInput, Transcript } from '../../schema/media.ts'
import type { AiModel } from '../../schema/model.ts'
import { type Cost, microPerCredit, perUsd, readUsd } from '../pricing/price.ts'

/** So many of a unit, as a fraction of whole numbers, so that thirds of a minute are paid exactly. */
export type Quantity = { count: number; per: number; isEstimated: boolean }

const msPerMinute = 60_000
// The bitrate of well-recorded speech; assumed for a recording of unknown length.
const bytesPerSecond = 4_000
// Speech in the densest codec, with its pauses.
const leastBytesPerSecond = 200
// Believed of any recording, however small.
const leastSeconds = 120
const defaultSeconds = 8
// A price of the catalogue has far fewer digits.
const digits = 15

export const unitsOf = ({ count, per }: Quantity): number => count / per

/** Exact; only the last fraction of a millionth of a credit is rounded, upwards. */
export function mediaCost(usdPerUnit: number | null, { count, per }: Quantity, creditsPerUsd: number): Cost {
  if (usdPerUnit === null) return { microCredits: 0, usd: 0 }
  const total = readUsd(usdPerUnit.toFixed(digits)) * BigInt(count)
  const below = perUsd * BigInt(per)
  const micro = (total * BigInt(creditsPerUsd) * microPerCredit + below - 1n) / below
  return { microCredits: Number(micro), usd: Number(total) / Number(below) }
}

const exactly = (count: number): Quantity => ({ count, per: 1, isEstimated: false })

function videoOf(input: Extract<MediaInput, { kind: 'video' }>, model: AiModel | null): Quantity {
  if (input.durationSeconds !== undefined) return exactly(input.durationSeconds)
  const maxLength = Math.max(defaultSeconds, ...(model?.mediaCapabilities.durations ?? []))
  return { count: Math.ceil(maxLength), per: 1, isEstimated: true }
}

const recordingOf = (sizeBytes: number): Quantity => ({
  count: Math.ceil((sizeBytes * 1000) / bytesPerSecond),
  per: msPerMinute,
  isEstimated: true,
})

/** As long as the provider says that a recording is, if so few bytes can be so long. */
function heardOf(seconds: number, sizeBytes: number): Quantity {
  const most = Math.max(leastSeconds, Math.ceil(sizeBytes / leastBytesPerSecond)) * 1000
  const ms = Math.max(1, Math.round(seconds * 1000))
  return { count: Math.min(ms, most), per: msPerMinute, isEstimated: ms > most }
}

/** The requested amount, before the work is done. */
export function requestedQuantity(
  input: MediaInput,
  model: AiModel | null,
  recordingBytes: number,
): Quantity {
  switch (input.kind) {
    case 'image':
      return exactly(input.n ?? 1)
    case 'tts':
      return exactly([...input.text].length)
    case 'video':
      return videoOf(input, model)
    default:
      return recordingOf(recordingBytes)
  }
}

/** What was made. */
export function madeQuantity(
  input: MediaInput,
  model: AiModel | null,
  made: { files: readonly unknown[]; transcript: Transcript | null },
  inputFiles: readonly MediaFile[],
): Quantity {
  if (input.kind === 'image') return exactly(made.files.length)
  const { durationSeconds = null, segments = [] } = made.transcript ?? {}
  const seconds = durationSeconds ?? segments.at(-1)?.endSecond ?? null
  const sizeBytes = inputFiles[0]?.bytes.length ?? 0
  if (input.kind === 'stt' && seconds !== null) return heardOf(seconds, sizeBytes)
  return requestedQuantity(input, model, sizeBytes)
}
