import { type MediaKind, units } from '../../../features/media/media-kinds.ts'
import type { AiModel } from '../../../features/models/prices.ts'
import type { MediaDraft } from './media-draft.ts'

type Amount = { count: number; unit: 'image' | 'second' | 'char' | 'minute'; isRough: boolean }

// What the server reckons with where a recording does not tell its length, or a film was given none.
const bytesPerMinute = 4_000 * 60
const usualSeconds = 8

/** How much would be made, as far as it can be told before. */
function amountOf(kind: MediaKind, draft: MediaDraft, model: AiModel): Amount {
  if (kind === 'image') return { count: Math.max(1, Number(draft.n) || 1), unit: 'image', isRough: false }
  if (kind === 'tts') return { count: [...draft.words].length, unit: 'char', isRough: false }
  if (kind === 'stt') {
    const bytes = draft.files[0]?.sizeBytes ?? 0
    return { count: bytes / bytesPerMinute, unit: 'minute', isRough: true }
  }
  const told = Number(draft.durationSeconds)
  const longest = Math.max(usualSeconds, ...(model.mediaCapabilities.durations ?? []))
  return { count: told > 0 ? told : longest, unit: 'second', isRough: !(told > 0) }
}

const dollars = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** What it will cost, in words; null where no price is known before the call. */
export function expectedPrice(kind: MediaKind, draft: MediaDraft, model: AiModel | undefined): string | null {
  if (!model || model.reserveUsdPerUnit === null) return null
  const { count, unit, isRough } = amountOf(kind, draft, model)
  const total = `$${dollars.format(count * model.reserveUsdPerUnit)}`
  return `${isRough ? 'about ' : ''}${total} for ${units(count, unit)}`
}
