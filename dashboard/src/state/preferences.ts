/**
 * Preferences in this browser, never a secret. A browser may refuse to store anything
 * (private windows, blocked site data); everything then works the same and is only not remembered.
 */
export const preferences = {
  get(name: string): string | null {
    try {
      return localStorage.getItem(`stoa.${name}`)
    } catch {
      return null
    }
  },
  set(name: string, value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(`stoa.${name}`)
      else localStorage.setItem(`stoa.${name}`, value)
    } catch {
      // It is then not remembered, nothing worse.
    }
  },
}
