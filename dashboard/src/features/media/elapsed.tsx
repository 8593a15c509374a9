import { useSyncExternalStore } from 'react'
import { remaining } from '../../components/text/format-duration.ts'
import { createTicker } from '../../components/text/ticker.ts'

const ticker = createTicker(1_000)

/** How long it has been since then, to the second. */
export function Elapsed({ since }: { since: Date }) {
  const now = useSyncExternalStore(ticker.watch, ticker.current)
  return (
    // Not read aloud with every tick: whoever listens asks for it.
    <time dateTime={since.toISOString()} title={since.toLocaleString()} className="number" role="timer">
      {remaining(Math.max(0, now.getTime() - since.getTime()))}
    </time>
  )
}
