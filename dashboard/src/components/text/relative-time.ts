import { currentZone } from '../../state/time-zone.ts'

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
]
const words = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' })

/** "3h ago", "in 2d", "now": as much as can be read in passing. */
export function relativeTime(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return words.format(Math.trunc(seconds / length), unit)
  }
  return seconds > 5
    ? 'in a moment'
    : Math.abs(seconds) < 5
      ? 'now'
      : words.format(Math.trunc(seconds), 'second')
}

const exactIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })

const formats = new Map<string, Intl.DateTimeFormat>()

/** In the chosen time zone, which is named: two people who talk about a time may see different ones. */
export function exactTime(at: Date, timeZone = currentZone()): string {
  const format = formats.get(timeZone) ?? exactIn(timeZone)
  formats.set(timeZone, format)
  return format.format(at)
}
