/**
 * What the pages remember. A browser may refuse to keep anything (private windows, blocked site data); the pages
 * then work the same and only forget.
 */
const wrap = (areaName) => ({
  get(name) {
    try {
      return globalThis[areaName].getItem(`stoa.${name}`)
    } catch {
      return null
    }
  },
  set(name, value) {
    try {
      if (value) globalThis[areaName].setItem(`stoa.${name}`, value)
      else globalThis[areaName].removeItem(`stoa.${name}`)
    } catch {
      // Forgetting is the whole harm.
    }
  },
})

/** Stored until the site's data is cleared: preferences only. */
export const preferences = wrap('localStorage')

/** Cleared when the tab closes: the only place where a key may be stored. */
export const tabMemory = wrap('sessionStorage')
