import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { GuideEntry } from '../contents.ts'

/** A page begins at its top, or at the heading that the URL names: it was not there yet when the browser looked. */
export function useScrollToHash(entry: GuideEntry): void {
  const { hash } = useLocation()
  useEffect(() => {
    const heading = hash === '' ? null : document.getElementById(decodeURIComponent(hash))
    if (heading) heading.scrollIntoView()
    else scrollTo(0, 0)
  }, [hash, entry])
}
