import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import type { StepsBackTo } from '../components/layout/back-navigation.ts'

type Visit = { pathname: string; top: number }

// A list that reloads on return may take a moment to reach its former length.
const timeoutMs = 2_000

const indexOf = (location: { state: { __TSR_index?: number } }): number => location.state.__TSR_index ?? 0

const rowLeadingTo = (path: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main a[data-row-link]')].find(
    (link) => link.getAttribute('href')?.split('?')[0] === path,
  )

/** Restores the scroll position and focuses the row that was opened, as soon as both exist and unless the user has acted. */
function restoreScroll(top: number, left: string): () => void {
  const until = performance.now() + timeoutMs
  let frame = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const name of ['wheel', 'pointerdown', 'keydown']) removeEventListener(name, stop)
  }
  const attempt = () => {
    const row = rowLeadingTo(left)
    row?.focus({ preventScroll: true })
    scrollTo(0, top)
    const isThere = row !== undefined && Math.abs(scrollY - top) < 2
    if (isThere || performance.now() > until) stop()
    else frame = requestAnimationFrame(attempt)
  }
  for (const name of ['wheel', 'pointerdown', 'keydown']) addEventListener(name, stop, { once: true })
  attempt()
  return stop
}

/**
 * A new page resets focus and scroll position, as if the browser had loaded it. Going back
 * restores the list where it was left, with the opened row focused.
 */
export function useScrollRestoration() {
  const main = useRef<HTMLElement>(null)
  const router = useRouter()
  const { pathname } = useLocation()
  const visits = useRef(new Map<number, Visit>())
  const shown = useRef(pathname)
  const isReturn = useRef(false)
  useEffect(() => {
    const stops = [
      router.history.subscribe(({ action }: { action: { type: string } }) => {
        isReturn.current = action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO'
      }),
      router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
        if (fromLocation)
          visits.current.set(indexOf(fromLocation), { pathname: fromLocation.pathname, top: scrollY })
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
  useEffect(() => {
    if (shown.current === pathname) return
    const left = shown.current
    shown.current = pathname
    const visit = visits.current.get(indexOf(router.history.location))
    if (isReturn.current && visit?.pathname === pathname) return restoreScroll(visit.top, left)
    main.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [pathname, router])
  const stepsBackTo = useCallback<StepsBackTo>(
    (path) => {
      const now = indexOf(router.history.location)
      for (let at = now - 1; at >= 0; at--) if (visits.current.get(at)?.pathname === path) return now - at
      return null
    },
    [router],
  )
  return { main, stepsBackTo }
}
