/** Whether a loop that looks for work again and again still does so. */
export type Liveness = {
  /** It has looked once more. */
  beat(): void
  /** Null when it is well, else what is wrong. */
  fault(): string | null
}

// Many times as long as between two looks, also where the database is slow.
export const maxSilentMs = 60_000

/** A loop that has not looked for so long is stuck, or every look fails. */
export function createLiveness(maxSilentMs: number): Liveness {
  let lastAt: number | null = null
  return {
    beat() {
      // Not the time of day, which may be put back.
      lastAt = performance.now()
    },
    fault() {
      if (lastAt === null) return 'has not started'
      return performance.now() - lastAt > maxSilentMs ? 'has not looked for work lately' : null
    },
  }
}
