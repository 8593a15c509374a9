const dayMs = 24 * 60 * 60 * 1000

/** A day of the calendar, `2026-01-31`: without a time, so that no time zone can move it. */
export type Day = string

const dateOf = (day: Day) => new Date(`${day}T00:00:00Z`)
// The calendar of December 9999 ends in the next year, which ISO 8601 writes with a sign and six digits.
const dayOf = (date: Date): Day => date.toISOString().split('T', 1)[0]!

export const addDays = (day: Day, count: number): Day =>
  dayOf(new Date(dateOf(day).getTime() + count * dayMs))

const lastDayOf = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** The same day of another month, or its last one where it has none of that number. */
export function addMonths(day: Day, count: number): Day {
  const date = dateOf(day)
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + count
  const [year, month] = [Math.floor(months / 12), ((months % 12) + 12) % 12]
  return dayOf(new Date(Date.UTC(year, month, Math.min(date.getUTCDate(), lastDayOf(year, month)))))
}

/** The day of a text as it is typed: with dashes, or eight digits. Null where there is no such day. */
export function parseDay(text: string): Day | null {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text.trim()) ?? []
  if (year === undefined) return null
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const found = Number.isNaN(date.getTime()) ? null : dayOf(date)
  // The 31st of February would be a day in March.
  return found === `${year}-${month}-${day}` ? found : null
}

/** How many days of its week are before it, where weeks begin on that weekday (1 is Monday, 7 Sunday). */
const daysSinceWeekStart = (day: Day, firstWeekday: number): number =>
  (dateOf(day).getUTCDay() - firstWeekday + 7) % 7

/** The weeks that a month is part of, whole ones: six, so that the calendar keeps its height. */
export function weeksOf(day: Day, firstWeekday: number): Day[][] {
  const first = `${day.slice(0, -3)}-01`
  const start = addDays(first, -daysSinceWeekStart(first, firstWeekday))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(start, week * 7 + weekday)),
  )
}

/** Where a key leads in a calendar; null for those that do something else. */
export function dayAfterKey(day: Day, key: string, firstWeekday: number, isShifted: boolean): Day | null {
  const inWeek = daysSinceWeekStart(day, firstWeekday)
  const months = isShifted ? 12 : 1
  const moves: Record<string, () => Day> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => addDays(day, -inWeek),
    End: () => addDays(day, 6 - inWeek),
    PageUp: () => addMonths(day, -months),
    PageDown: () => addMonths(day, months),
  }
  return moves[key]?.() ?? null
}

type WeekInfo = { firstDay: number }
type LocaleWithWeeks = Intl.Locale & { getWeekInfo?(): WeekInfo; weekInfo?: WeekInfo }

/** The weekday with which weeks begin where the language of the browser is spoken; Monday where it does not say. */
export function firstWeekdayOf(language: string): number {
  try {
    const locale = new Intl.Locale(language) as LocaleWithWeeks
    return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
  } catch {
    // WebKit on Linux reports the locale of the system, which may be `C`.
    return 1
  }
}

const nameOf = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
  return (day: Day) => format.format(dateOf(day))
}

export const monthName = nameOf({ month: 'long', year: 'numeric' })
export const fullDayName = nameOf({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
export const weekdayName = nameOf({ weekday: 'long' })
