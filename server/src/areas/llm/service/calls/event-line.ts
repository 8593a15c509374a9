// A caller that stores them does so in one batch: a larger one would block all other callers.
const maxBatchSize = 500

/**
 * Passes on what comes while someone reads it, as much of it as is short work. What is not read piles up, so it is
 * only for what is bounded: what a script prints before its output is cut, what a model says before it is stopped.
 */
export function createEventLine<T>() {
  let pending: T[] = []
  let hasEnded = false
  let wake: (() => void) | null = null
  const nudge = () => {
    wake?.()
    wake = null
  }
  return {
    push(item: T): void {
      pending.push(item)
      nudge()
    },
    end(): void {
      hasEnded = true
      nudge()
    },
    /** What has come by the time it is read, at least one; null at the end. For one reader, which waits for it. */
    async next(): Promise<readonly T[] | null> {
      // What comes in the same moment is there before this continues.
      if (pending.length === 0 && !hasEnded)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      if (pending.length === 0) return null
      const come = pending
      pending = come.length <= maxBatchSize ? [] : come.slice(maxBatchSize)
      return come.length <= maxBatchSize ? come : come.slice(0, maxBatchSize)
    },
  }
}
