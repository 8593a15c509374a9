import { AppError } from '../../errors.ts'

/** First and last byte, both included. */
export type ByteSpan = { start: number; end: number }

const form = /^bytes=(\d*)-(\d*)$/i

/**
 * The one span that a `Range` header requests, or null for the whole content. Several spans and other units may
 * be passed over, so they are; a span that lies behind the end is refused.
 */
export function spanOf(range: string | undefined, sizeBytes: number): ByteSpan | null {
  const [, first = '', last = ''] = form.exec(range?.trim() ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    if (length === 0) throw behindTheEnd(sizeBytes)
    return { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  // An end before the start makes the header meaningless, and what is meaningless is passed over.
  if (last !== '' && Number(last) < start) return null
  if (start >= sizeBytes) throw behindTheEnd(sizeBytes)
  return { start, end }
}

const behindTheEnd = (sizeBytes: number) =>
  new AppError('range_not_satisfiable', `The range is beyond the end of the content (${sizeBytes} bytes)`, {
    hint: 'Request a range within the content.',
    headers: { 'content-range': `bytes */${sizeBytes}` },
  })
