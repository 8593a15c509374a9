const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** The wait before each retry: one first try and nine more, over a little more than three days. */
export const retryWaitsMs: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

// Deliveries that failed together must not all come back in the same instant.
const jitter = 0.1
const maxRetryAfterMs = 24 * hour

/**
 * How long to wait after a number of failed tries; null when that was the last. An endpoint that requests more time
 * gets it, up to a day; one that requests less does not shorten the wait.
 */
export function waitAfter(tries: number, retryAfterMs: number | null, random = Math.random()): number | null {
  const wait = retryWaitsMs[tries - 1]
  if (wait === undefined) return null
  return Math.round(Math.max(wait * (1 + jitter * random), Math.min(retryAfterMs ?? 0, maxRetryAfterMs)))
}

/** Reads `Retry-After`, seconds or a date; null when it says nothing that can be used. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * second
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime())
}
