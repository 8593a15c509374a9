import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import type { StepsBackTo } from '../components/layout/back-navigation.ts'

type Visit = { pathname: string; top: number }

// A list that is read anew when one comes back to it may take a moment to be as long as it was.
const patienceMs = 2_000

const indexOf = (location: { state: { __TSR_index?: number } }): number => location.state.__TSR_index ?? 0

const rowLeadingTo = (address: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main a[data-row-link]')].find(
    (link) => link.getAttribute('href')?.split('?')[0] === address,
  )

/** Scrolls to where it was and marks the row that was opened, as soon as both are there and nobody has gone on since. */
function takePlace(top: number, left: string): () => void {
  const until = performance.now() + patienceMs
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
 * A new page is a new beginning for the keyboard and for who listens, as if the browser had loaded it. Who goes back
 * finds the list where it was left, with the row that was opened in focus.
 */
export function usePlace() {
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
    if (isReturn.current && visit?.pathname === pathname) return takePlace(visit.top, left)
    main.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [pathname, router])
  const stepsBackTo = useCallback<StepsBackTo>(
    (address) => {
      const now = indexOf(router.history.location)
      for (let at = now - 1; at >= 0; at--) if (visits.current.get(at)?.pathname === address) return now - at
      return null
    },
    [router],
  )
  return { main, stepsBackTo }
}
