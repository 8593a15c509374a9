/** Limits how many tasks run concurrently; the others wait in FIFO order. */
export function createSemaphore(maxConcurrent: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async take<T>(work: () => Promise<T>): Promise<T> {
      if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve))
      else running++
      try {
        return await work()
      } finally {
        // The turn is handed on without being given back, so that no one can slip in between.
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
