/** Calendar and clock as people in a time zone read them. Weekday 1 is Monday. */
export type CivilTime = {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  millisecond: number
  weekday: number
}

// Each takes some kilobytes and a tenth of a millisecond to make; there are about 600 names.
const mostKept = 64
const formats = new Map<string, Intl.DateTimeFormat>()
const fixedForm = /^([+-])(\d\d):(\d\d)$/

/** Whether its first use is slow: the caller counts more for it. */
export const isZoneKept = (zone: string): boolean =>
  zone === 'UTC' || fixedForm.test(zone) || formats.has(zone)

/** The zone under its usual name, or null when there is none of that name. */
export function findZone(name: string): string | null {
  if (name === 'UTC' || name === 'Z' || name === 'utc') return 'UTC'
  const fixed = fixedForm.exec(name)
  if (fixed) return Number(fixed[2]) <= 14 && Number(fixed[3]) <= 59 ? name : null
  if (name.length > 40 || !/^[A-Za-z][\w+/-]*$/.test(name)) return null
  try {
    formatOf(name)
    return name
  } catch {
    return null
  }
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const kept = formats.get(zone)
  if (kept) return kept
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (formats.size >= mostKept) formats.delete(formats.keys().next().value!)
  formats.set(zone, format)
  return format
}

/** Milliseconds that the clocks of a zone are ahead of UTC at a moment. */
export function offsetOf(millis: number, zone: string): number {
  if (zone === 'UTC') return 0
  const fixed = fixedForm.exec(zone)
  if (fixed) return (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3])) * 60_000
  const parts: Record<string, string> = {}
  for (const { type, value } of formatOf(zone).formatToParts(millis)) parts[type] = value
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year)
  const date = new Date(0)
  date.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day))
  date.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second))
  return date.getTime() - Math.floor(millis / 1000) * 1000
}

export function civilTime(millis: number, zone: string): CivilTime {
  const date = new Date(millis + offsetOf(millis, zone))
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
    weekday: date.getUTCDay() || 7,
  }
}

/**
 * The moment at which clocks of the zone show this; months and days may lie beyond their year and month. A time that is
 * skipped in spring is read as after the change, one that comes twice in autumn as the first. NaN beyond the calendar.
 */
export function instantOf(civil: CivilTime, zone: string): number {
  const date = new Date(0)
  date.setUTCFullYear(civil.year, civil.month - 1, civil.day)
  date.setUTCHours(civil.hour, civil.minute, civil.second, civil.millisecond)
  const local = date.getTime()
  if (zone === 'UTC' || Number.isNaN(local)) return local
  const before = offsetOf(clamped(local - 86_400_000), zone)
  const guess = local - before
  const after = offsetOf(clamped(guess), zone)
  if (after === before) return guess
  const second = local - after
  return offsetOf(clamped(second), zone) === after ? second : guess
}

const clamped = (millis: number) => Math.max(-8.64e15, Math.min(8.64e15, millis))
