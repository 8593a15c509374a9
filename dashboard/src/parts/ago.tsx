import { useSyncExternalStore } from 'react'
import { exactTime, relativeTime } from './relative-time.ts'

const tickMs = 10_000

/** One clock for the whole page: every time that is shown moves on together. */
function createTicker() {
  let now = new Date()
  const watchers = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    now = new Date()
    for (const watcher of watchers) watcher()
  }
  return {
    current: () => now,
    watch(watcher: () => void) {
      if (watchers.size === 0) {
        now = new Date()
        timer = setInterval(tick, tickMs)
      }
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
        if (watchers.size === 0) clearInterval(timer)
      }
    },
  }
}

const ticker = createTicker()

/** A time as it is spoken of; the exact one on hover and for programs. */
export function Ago({ at, none = 'never' }: { at: string | null; none?: string }) {
  const now = useSyncExternalStore(ticker.watch, ticker.current)
  if (at === null) return <span className="muted">{none}</span>
  const time = new Date(at)
  // What has just happened may be newer than the last tick.
  const latest = time > now && time.getTime() - now.getTime() < tickMs ? time : now
  return (
    <time dateTime={at} title={exactTime(time)} className="number ago">
      {relativeTime(time, latest)}
    </time>
  )
}
