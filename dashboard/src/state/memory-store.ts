/**
 * What pages keep in memory, by name. Readers are notified within the change itself: a text field that hears of its own
 * letters later would be set back to what it showed before, and lose them.
 */
export function createKeptStore() {
  const values = new Map<string, unknown>()
  const watchers = new Set<() => void>()
  const notify = () => {
    for (const watcher of watchers) watcher()
  }
  return {
    get: (name: string): unknown => values.get(name),
    set(name: string, value: unknown): void {
      values.set(name, value)
      notify()
    },
    clear(): void {
      values.clear()
      notify()
    },
    watch(watcher: () => void) {
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
      }
    },
  }
}

export const keptStore = createKeptStore()
