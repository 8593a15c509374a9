import type { Filters } from '../../filters.ts'

const dayMs = 24 * 60 * 60 * 1000
const maxDays = 366
const dayForm = /^\d{4}-\d{2}-\d{2}$/

export const presets = [
  { value: '7', label: 'Last 7 days' },
  { value: '14', label: 'Last 14 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
] as const

const defaultPreset = '30'

/** Days of UTC, which is how the ledger sums them. `to` is the first day that does not belong. */
export type DayRange = { from: string; to: string; days: readonly string[]; preset: string | null }

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

const timeOf = (day: string | undefined): number | null => {
  if (day === undefined || !dayForm.test(day)) return null
  const time = Date.parse(day)
  // 2026-02-31 is read as a day of March by some browsers.
  return Number.isNaN(time) || dayOf(time) !== day ? null : time
}

/** The date range of the URL: two dates, or the last n days; at most one year. */
export function rangeOf({ from, to, days }: Filters, now: Date): DayRange {
  const tomorrow = Date.parse(dayOf(now.getTime())) + dayMs
  const [start, end] = [timeOf(from), timeOf(to)]
  const isOwn = (start !== null || end !== null) && (start ?? 0) < (end ?? tomorrow)
  const preset = presets.find(({ value }) => value === days)?.value ?? defaultPreset
  const last = isOwn ? (end ?? tomorrow) : tomorrow
  const span = isOwn && start !== null ? (last - start) / dayMs : Number(preset)
  const count = Math.min(maxDays, Math.max(1, Math.round(span)))
  const first = last - count * dayMs
  return {
    from: dayOf(first),
    to: dayOf(last),
    days: Array.from({ length: count }, (_, index) => dayOf(first + index * dayMs)),
    preset: isOwn ? null : preset,
  }
}

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

export const shortDay = (day: string): string => short.format(new Date(day))
export const longDay = (day: string): string => long.format(new Date(day))
