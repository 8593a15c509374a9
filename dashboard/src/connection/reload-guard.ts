type Store = Pick<Storage, 'getItem' | 'setItem'>

const name = 'stoa.reloaded'
const quietMs = 60_000

/**
 * Whether the page may reload itself now. Once a minute at most: what a reload does not help with must not become a
 * loop. Without browser storage, loops cannot be detected, and the page does not reload by itself.
 */
export function mayReload(storage: () => Store, now: number): boolean {
  try {
    const store = storage()
    const last = Number(store.getItem(name) ?? 0)
    if (now - last < quietMs) return false
    store.setItem(name, String(now))
    return true
  } catch {
    return false
  }
}
