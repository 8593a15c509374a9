import { useSyncExternalStore } from 'react'
import { useTimeZone } from '../../state/time-zone.ts'
import { exactTime, relativeTime } from './relative-time.ts'
import { createTicker } from './ticker.ts'

const tickMs = 10_000

const ticker = createTicker(tickMs)

/** A time as it is spoken of; the exact one on hover and for programs. */
export function TimeAgo({ at, none = 'never' }: { at: string | null; none?: string }) {
  const now = useSyncExternalStore(ticker.subscribe, ticker.current)
  const timeZone = useTimeZone()
  if (at === null) return <span className="muted">{none}</span>
  const time = new Date(at)
  // What has just happened may be newer than the last tick.
  const latest = time > now && time.getTime() - now.getTime() < tickMs ? time : now
  return (
    <time dateTime={at} title={exactTime(time, timeZone)} className="number time-ago">
      {relativeTime(time, latest)}
    </time>
  )
}
