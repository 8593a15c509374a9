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
        // The slot is passed on without being released, so that no other caller can take it in between.
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
