import { timeAtWall, wallTimeOf } from '../form/date/zoned-time.ts'

const dayMs = 24 * 60 * 60 * 1000

const presets = [
  { value: '1', label: 'Today' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const

export type Days = { from?: string | undefined; to?: string | undefined }

/** The first of so many days, the last of which is today in that time zone. */
export function firstDayOf(days: number, now: Date, zone: string): string {
  const today = wallTimeOf(now, zone).slice(0, 10)
  return new Date(Date.parse(today) - (days - 1) * dayMs).toISOString().slice(0, 10)
}

/** Which preset two days are: empty where there are none, `own` where they were chosen one by one. */
export function presetOf({ from, to }: Days, now: Date, zone: string): string {
  if (!from && !to) return ''
  return (!to && presets.find(({ value }) => firstDayOf(Number(value), now, zone) === from)?.value) || 'own'
}

/**
 * When the days of the URL begin in that time zone: the API takes a day as one of UTC. What is no day is left to the
 * server, which says what is wrong with it.
 */
export function boundsOf({ from, to }: Days, zone: string): Days {
  const beginOf = (day: string | undefined) => day && (timeAtWall(`${day}T00:00`, zone)?.toISOString() ?? day)
  return { from: beginOf(from), to: beginOf(to) }
}

/** The day of a bound as it is shown: a time, which a chart of other days links with, is on a day of that time zone too. */
export function dayOf(bound: string | undefined, zone: string): string | undefined {
  const at = bound?.includes('T') ? new Date(bound) : null
  return at && !Number.isNaN(at.getTime()) ? wallTimeOf(at, zone).slice(0, 10) : bound
}

export const presetChoices: readonly { value: string; label: string }[] = [
  ...presets,
  { value: 'own', label: 'Custom range' },
]
