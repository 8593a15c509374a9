import { useEffect, useState } from 'react'
import { authRoutes } from '../pages/auth/routes.ts'
import { unwatched, useConnection } from './server-connection.ts'

const entryIn = (html: string): string | undefined =>
  /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1]

/** Whether the server came back with another version of the app than this page was loaded from. */
export function useIsOutdated(): boolean {
  const { returns } = useConnection()
  const [isOutdated, setOutdated] = useState(false)
  useEffect(() => {
    if (returns === 0) return
    const end = new AbortController()
    unwatched
      .raw('GET', authRoutes.signIn, { signal: end.signal })
      .then((response) => response.text())
      .then(
        (html) => {
          const served = entryIn(html)
          const own = document.querySelector('script[type="module"]')?.getAttribute('src')
          setOutdated(served !== undefined && served !== own)
        },
        // It is checked again when the server comes back the next time.
        () => undefined,
      )
    return () => end.abort()
  }, [returns])
  return isOutdated
}
