import { useSyncExternalStore } from 'react'
import { formatRemaining } from './format-duration.ts'
import { createTicker } from './ticker.ts'

const ticker = createTicker(1_000)

/** How long it still is until then, to the second. The exact moment on hover. */
export function Countdown({ until, done }: { until: Date; done: string }) {
  const now = useSyncExternalStore(ticker.subscribe, ticker.current)
  const leftMs = until.getTime() - now.getTime()
  return (
    // Not announced with every tick: a screen reader reads it on demand.
    <time dateTime={until.toISOString()} title={until.toLocaleString()} className="number" role="timer">
      {leftMs > 0 ? formatRemaining(leftMs) : done}
    </time>
  )
}
