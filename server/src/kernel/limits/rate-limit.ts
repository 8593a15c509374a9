import type { Clock } from '../clock.ts'

export type RateVerdict = { isAllowed: boolean; limit: number; remaining: number; resetSeconds: number }

export type RateLimit = {
  /** Counts one request of that caller. */
  take(caller: string): RateVerdict
}

type Bucket = { tokens: number; updatedAt: number }

/**
 * A token bucket per caller: the burst is `perMinute` requests, refilled evenly. The count is stored
 * per process: a limit shared by all nodes would cost a query on every request to protect each node from load.
 */
export function createRateLimit({ perMinute, clock }: { perMinute: number; clock: Clock }): RateLimit {
  const buckets = new Map<string, Bucket>()
  const perMs = perMinute / 60_000
  let sweptAt = clock.now().getTime()

  function sweep(now: number) {
    // A bucket that no one touched for a minute is full again, so forgetting it changes nothing.
    for (const [caller, bucket] of buckets) if (now - bucket.updatedAt > 60_000) buckets.delete(caller)
    sweptAt = now
  }

  return {
    take(caller) {
      const now = clock.now().getTime()
      if (now - sweptAt > 60_000) sweep(now)
      const bucket = buckets.get(caller) ?? { tokens: perMinute, updatedAt: now }
      buckets.set(caller, bucket)
      // A clock that was set back must not take tokens away.
      const grown = Math.max(0, now - bucket.updatedAt) * perMs
      bucket.tokens = Math.min(perMinute, bucket.tokens + grown)
      bucket.updatedAt = now
      const isAllowed = bucket.tokens >= 1
      if (isAllowed) bucket.tokens -= 1
      const missing = isAllowed ? perMinute - bucket.tokens : 1 - bucket.tokens
      return {
        isAllowed,
        limit: perMinute,
        remaining: Math.floor(bucket.tokens),
        resetSeconds: Math.max(1, Math.ceil(missing / perMs / 1000)),
      }
    },
  }
}
