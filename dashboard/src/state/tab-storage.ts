const prefix = 'stoa.tab.'

/**
 * State that survives a reload of this tab only: other tabs do not see it, closing the tab clears it. Browsers
 * may refuse it; the page then works the same and only a reload loses the drafts.
 */
export const tabStorage = {
  get(name: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null')
    } catch {
      return null
    }
  },
  set(name: string, value: unknown): void {
    try {
      sessionStorage.setItem(prefix + name, JSON.stringify(value))
    } catch {
      // It exceeds the storage quota: an older state is worse than none.
      try {
        sessionStorage.removeItem(prefix + name)
      } catch {
        // It is then not remembered, nothing worse.
      }
    }
  },
}

/** Drafts of one user must not be visible to the next. */
export function clearTabStorage(): void {
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(prefix)) sessionStorage.removeItem(name)
  } catch {
    // What could not be stored need not be cleared.
  }
}
