type Link = { token: string; email: string | null }

let latest: Link | null = null

/**
 * What a one-time link holds. Removed from the address bar immediately, so that it stays out of the history, of
 * bookmarks and of screens that are shared.
 */
export function takeLink(): Link | null {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const token = fragment.get('token')
  if (token !== null) {
    history.replaceState(history.state, '', location.pathname)
    latest = { token, email: fragment.get('email') }
  }
  return latest
}

export const takeToken = (): string | null => takeLink()?.token ?? null

// While this file is loaded, and for every page that may be opened by it: a page may be rendered more than once, and the
// URL contains the token only once.
takeLink()
