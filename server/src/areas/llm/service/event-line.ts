/**
 * Hands over what comes while somebody reads it, all that has come at once. What is not read piles up, so it is only for
 * what is bounded: what a script prints before its output is cut, what a model says before it is stopped.
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
          yield come
        } else if (hasEnded) return
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    },
  }
}
