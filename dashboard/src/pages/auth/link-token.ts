let latest: string | null = null

/**
 * The token of a one-time link. Removed from the address bar immediately, so that it stays out of the history, of
 * bookmarks and of screens that are shared.
 */
export function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token !== null) {
    history.replaceState(history.state, '', location.pathname)
    latest = token
  }
  return latest
}

// While this file is loaded, and for every page that may be opened by it: a page may be rendered more than once, and the
// URL contains the token only once.
takeToken()
