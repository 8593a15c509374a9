export type ByteCache<T> = {
  get(key: string): T | undefined
  set(key: string, value: T, bytes: number): void
}

/** An LRU cache bounded by total bytes; an entry larger than the bound is cached alone. */
export function createByteCache<T>(maxBytes: number): ByteCache<T> {
  const entries = new Map<string, { value: T; bytes: number }>()
  let total = 0
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, bytes) {
      total += bytes - (entries.get(key)?.bytes ?? 0)
      entries.delete(key)
      entries.set(key, { value, bytes })
      for (const [oldest, entry] of entries) {
        if (total <= maxBytes || oldest === key) break
        entries.delete(oldest)
        total -= entry.bytes
      }
    },
  }
}
