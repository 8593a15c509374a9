import type { LlmCall } from '@stoa/sdk'

/** A stretch of a call, in milliseconds from its begin. */
export type Span = {
  label: string
  note: string | null
  kind: 'waiting' | 'attempt' | 'failed' | 'speaking'
  startMs: number
  endMs: number
}

type Timed = Pick<LlmCall, 'attempts' | 'firstTokenMs' | 'totalMs' | 'stream'>

const outcomes = {
  answered: 'answered',
  failed: 'failed',
  skipped: 'skipped',
  cancelled: 'cancelled',
} as const

const waiting = (label: string, note: string | null, startMs: number, endMs: number): Span[] =>
  endMs > startMs ? [{ label, note, kind: 'waiting', startMs, endMs }] : []

/**
 * What a call spent its time on, in order: the work before the first attempt, every attempt with the pauses between
 * them, the response of the last one, and the work after it.
 */
export function spansOf({ attempts, stream, totalMs }: Timed): Span[] {
  const last = attempts.at(-1)
  if (!last) return []
  const tries = attempts.flatMap((attempt, at) => {
    const before = attempts[at - 1]
    return [
      ...(before
        ? waiting('Backoff', 'before the next attempt', before.endMs, attempt.startMs)
        : waiting('Pre-checks', null, 0, attempt.startMs)),
      ...spansOfAttempt(attempt, stream),
    ]
  })
  return [...tries, ...waiting('Finalize', null, last.endMs, totalMs ?? 0)]
}

function spansOfAttempt(attempt: LlmCall['attempts'][number], isStreamed: boolean): Span[] {
  const { model, key, startMs, firstTokenMs, endMs, outcome, error, status } = attempt
  const isGood = outcome === 'answered'
  const facts = [
    isGood ? null : outcomes[outcome],
    status === null ? null : `HTTP ${status}`,
    key === 0 ? null : `key ${key + 1}`,
    error,
  ].filter((fact) => fact !== null)
  const requested: Span = {
    label: model,
    note: facts.length > 0 ? facts.join(', ') : null,
    kind: isGood || firstTokenMs !== null ? 'attempt' : 'failed',
    startMs,
    endMs: firstTokenMs ?? endMs,
  }
  if (firstTokenMs === null) return [requested]
  const speaking: Span = {
    label: isStreamed ? 'Stream' : 'Response',
    note: isGood ? null : outcomes[outcome],
    kind: isGood ? 'speaking' : 'failed',
    startMs: firstTokenMs,
    endMs,
  }
  return [requested, speaking]
}

/** The end of the scale: never nothing, so that shares can be reckoned. */
export const wholeMs = ({ attempts, totalMs }: Timed): number =>
  Math.max(1, totalMs ?? 0, ...attempts.map(({ endMs }) => endMs))
