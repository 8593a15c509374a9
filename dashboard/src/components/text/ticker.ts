/** One clock for everything that shows it: what is on a page moves on together, and nothing ticks unseen. */
export function createTicker(tickMs: number) {
  let now = new Date()
  const watchers = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    now = new Date()
    for (const watcher of watchers) watcher()
  }
  return {
    current: () => now,
    watch(watcher: () => void) {
      if (watchers.size === 0) {
        now = new Date()
        timer = setInterval(tick, tickMs)
      }
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
        if (watchers.size === 0) clearInterval(timer)
      }
    },
  }
}
