/**
 * State of pages in memory, by name. Subscribers are notified synchronously: a text field that is notified of its own
 * input later would be reset to its previous value, and lose it.
 */
export function createMemoryStore() {
  const values = new Map<string, unknown>()
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
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
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export const memoryStore = createMemoryStore()
