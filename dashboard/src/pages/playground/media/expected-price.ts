import { type MediaKind, units } from '../../../features/media/media-kinds.ts'
import type { AiModel } from '../../../features/models/prices.ts'
import type { MediaDraft } from './media-draft.ts'

type Amount = { count: number; unit: 'image' | 'second' | 'char' | 'minute'; isRough: boolean }

// The duration that the server assumes where a recording or a video request has none.
const bytesPerMinute = 4_000 * 60
const defaultSeconds = 8

/** The expected amount of output, as far as it is known. */
function amountOf(kind: MediaKind, draft: MediaDraft, model: AiModel): Amount {
  if (kind === 'image') return { count: Math.max(1, Number(draft.n) || 1), unit: 'image', isRough: false }
  if (kind === 'tts') return { count: [...draft.words].length, unit: 'char', isRough: false }
  if (kind === 'stt') {
    const bytes = draft.files[0]?.sizeBytes ?? 0
    return { count: bytes / bytesPerMinute, unit: 'minute', isRough: true }
  }
  const seconds = Number(draft.durationSeconds)
  const longest = Math.max(defaultSeconds, ...(model.mediaCapabilities.durations ?? []))
  return { count: seconds > 0 ? seconds : longest, unit: 'second', isRough: !(seconds > 0) }
}

const dollars = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** What it will cost, in words; null where no price is known before the call. */
export function expectedPrice(kind: MediaKind, draft: MediaDraft, model: AiModel | undefined): string | null {
  if (!model || model.reserveUsdPerUnit === null) return null
  const { count, unit, isRough } = amountOf(kind, draft, model)
  const total = `$${dollars.format(count * model.reserveUsdPerUnit)}`
  return `${isRough ? 'about ' : ''}${total} for ${units(count, unit)}`
}
