/** A clock that runs, and can be moved on. */
export function createTestClock() {
  let shiftMs = 0
  let standsAt: number | null = null
  return {
    now: () => new Date((standsAt ?? Date.now()) + shiftMs),
    advance(ms: number) {
      shiftMs += ms
    },
    /** Does not move while something is done, however long that takes: for limits that refill with time. */
    async standing<T>(work: () => Promise<T>): Promise<T> {
      standsAt = Date.now()
      try {
        return await work()
      } finally {
        standsAt = null
      }
    },
  }
}
