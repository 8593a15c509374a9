const prefix = 'stoa.kept.'

/**
 * What outlives a reload of this tab and nothing more: another tab does not see it, closing the tab forgets it. Browsers
 * may refuse it; the page then works the same and only a reload loses what was typed.
 */
export const tabMemory = {
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
      // It is too much for the browser's store: an older state is worse than none.
      try {
        sessionStorage.removeItem(prefix + name)
      } catch {
        // Forgetting is the whole harm.
      }
    }
  },
}

/** What one person has typed must not be there for the next. */
export function forgetTab(): void {
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(prefix)) sessionStorage.removeItem(name)
  } catch {
    // What could not be kept need not be forgotten.
  }
}
