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

/** Kept until the site's data are cleared: looks and habits only. */
export const preferences = wrap('localStorage')

/** Gone when the tab closes: the only place where a key may rest. */
export const tabMemory = wrap('sessionStorage')
