/**
 * Remembers ids for as long as they could be used again. It is bounded: an id that cannot be remembered is not taken, so that
 * nothing that was seen before passes.
 */
export function createUsedOnce({ max }: { max: number }) {
  const untilById = new Map<string, number>()

  /** Ids arrive nearly in the order in which they expire, so looking at the oldest is enough. */
  function forgetExpired(now: number): void {
    for (const [id, until] of untilById) {
      if (until >= now) return
      untilById.delete(id)
    }
  }

  return {
    take(id: string, { now, until }: { now: number; until: number }): 'first' | 'again' | 'full' {
      forgetExpired(now)
      if (untilById.has(id)) return 'again'
      if (untilById.size >= max) return 'full'
      untilById.set(id, until)
      return 'first'
    },
  }
}
