/** What is going on in this process, so that its end can wait for it and begin nothing new. */
export function createInFlight() {
  const all = new Set<Promise<unknown>>()
  let isOver = false
  return {
    add<T>(work: Promise<T>): Promise<T> {
      const noted = work.catch(() => undefined).finally(() => all.delete(noted))
      all.add(noted)
      return work
    },
    isStopping: () => isOver,
    stop(): void {
      isOver = true
    },
    settled: async (): Promise<void> => void (await Promise.all(all)),
  }
}

export type InFlight = ReturnType<typeof createInFlight>
