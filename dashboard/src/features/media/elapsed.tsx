import { useSyncExternalStore } from 'react'
import { formatRemaining } from '../../components/text/format-duration.ts'
import { createTicker } from '../../components/text/ticker.ts'

const ticker = createTicker(1_000)

/** How long it has been since then, to the second. */
export function Elapsed({ since }: { since: Date }) {
  const now = useSyncExternalStore(ticker.subscribe, ticker.current)
  return (
    // Not announced with every tick: a screen reader reads it on demand.
    <time dateTime={since.toISOString()} title={since.toLocaleString()} className="number" role="timer">
      {formatRemaining(Math.max(0, now.getTime() - since.getTime()))}
    </time>
  )
}
