/** One clock for everything that shows it: what is on a page moves on together, and nothing ticks unseen. */
export function createTicker(tickMs: number) {
  let now = new Date()
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    now = new Date()
    for (const listener of listeners) listener()
  }
  return {
    current: () => now,
    subscribe(listener: () => void) {
      if (listeners.size === 0) {
        now = new Date()
        timer = setInterval(tick, tickMs)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) clearInterval(timer)
      }
    },
  }
}
