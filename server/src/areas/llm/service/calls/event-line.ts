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
    async *read(): AsyncGenerator<readonly T[]> {
      while (true) {
        if (pending.length > 0) {
          const come = pending
          pending = []
          for (let from = 0; from < come.length; from += maxBatchSize)
            yield come.length <= maxBatchSize ? come : come.slice(from, from + maxBatchSize)
        } else if (hasEnded) return
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    },
  }
}
