/**
 * Hands over what comes while somebody reads it. What is not read piles up, so it is only for what is bounded: what a
 * script prints before its output is cut, what a model says before it is stopped.
 */
export function createEventLine<T>() {
  const pending: T[] = []
  let hasEnded = false
  let wake = Promise.withResolvers<void>()
  const nudge = () => {
    wake.resolve()
    wake = Promise.withResolvers()
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
    async *read(): AsyncGenerator<T> {
      while (true) {
        const { promise } = wake
        while (pending.length > 0) yield pending.shift()!
        if (hasEnded) return
        if (pending.length === 0) await promise
      }
    },
  }
}
