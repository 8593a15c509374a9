import { type CivilTime, civilTime, instantOf } from './time-zone.ts'

/**
 * A moment and the time zone it is seen in. It exists while an expression is evaluated; in results it is a text as
 * `toISOString` of JavaScript writes it.
 */
export class DateTime {
  // Private to JavaScript itself, so that dates have no properties that an expression could read as fields.
  readonly #millis: number
  readonly #zone: string
  #civil: CivilTime | undefined

  constructor(millis: number, zone = 'UTC') {
    this.#millis = millis
    this.#zone = zone
  }

  get millis(): number {
    return this.#millis
  }

  get zone(): string {
    return this.#zone
  }

  /** Calendar and clock in its zone. */
  get civil(): CivilTime {
    this.#civil ??= civilTime(this.#millis, this.#zone)
    return this.#civil
  }

  toString(): string {
    return new Date(this.millis).toISOString()
  }

  toJSON(): string {
    return this.toString()
  }
}

/** What `new Date` of JavaScript can hold; beyond it there is no calendar. */
export const isInRange = (millis: number): boolean => Math.abs(millis) <= 8.64e15

export type DateUnit =
  | 'year'
  | 'quarter'
  | 'month'
  | 'week'
  | 'day'
  | 'hour'
  | 'minute'
  | 'second'
  | 'millisecond'

const lengths = {
  week: 604_800_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1_000,
  millisecond: 1,
}
const months = { year: 12, quarter: 3, month: 1 }

/** Singular or plural; undefined for what is no unit. */
export function unitOf(name: string): DateUnit | undefined {
  const single = name.endsWith('s') ? name.slice(0, -1) : name
  return Object.hasOwn(lengths, single) || Object.hasOwn(months, single) ? (single as DateUnit) : undefined
}

export const dateUnits: readonly DateUnit[] = [...Object.keys(months), ...Object.keys(lengths)] as DateUnit[]

const isCalendar = (unit: DateUnit): unit is 'year' | 'quarter' | 'month' => Object.hasOwn(months, unit)
const isClock = (unit: DateUnit) =>
  unit === 'hour' || unit === 'minute' || unit === 'second' || unit === 'millisecond'

/** Days and longer keep the clock of the zone also where summer time begins or ends; NaN beyond the calendar. */
export function plus(date: DateTime, amount: number, unit: DateUnit): number {
  if (isClock(unit)) return Math.round(date.millis + amount * lengths[unit as 'hour'])
  const { civil } = date
  const whole = Math.trunc(amount)
  if (!isCalendar(unit)) {
    const days = whole * (unit === 'week' ? 7 : 1)
    const rest = Math.round((amount - whole) * lengths[unit as 'day'])
    return instantOf({ ...civil, day: civil.day + days }, date.zone) + rest
  }
  const month = civil.month - 1 + Math.trunc(amount * months[unit])
  const day = Math.min(civil.day, daysInMonth(civil.year, month))
  return instantOf({ ...civil, month: month + 1, day }, date.zone)
}

/** Of a month counted from 0 that may lie beyond its year. */
function daysInMonth(year: number, month: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month + 1, 0)
  return date.getUTCDate()
}

export function startOf(date: DateTime, unit: DateUnit): number {
  const { civil } = date
  const start: CivilTime = { ...civil, millisecond: 0 }
  if (unit === 'millisecond') return date.millis
  if (unit === 'second') return date.millis - civil.millisecond
  start.second = 0
  if (unit === 'minute') return instantOf(start, date.zone)
  start.minute = 0
  if (unit === 'hour') return date.millis - (civil.minute * 60_000 + civil.second * 1_000 + civil.millisecond)
  start.hour = 0
  if (unit === 'week') start.day -= civil.weekday - 1
  if (isCalendar(unit)) start.day = 1
  if (unit === 'quarter') start.month -= (civil.month - 1) % 3
  if (unit === 'year') start.month = 1
  return instantOf(start, date.zone)
}

/** From one date to another, with fractions; months have their own length in the calendar. */
export function difference(to: DateTime, from: DateTime, unit: DateUnit): number {
  if (isClock(unit)) return (to.millis - from.millis) / lengths[unit as 'hour']
  if (!isCalendar(unit))
    return (offsetFree(to) - offsetFree(new DateTime(from.millis, to.zone))) / lengths[unit as 'day']
  const start = new DateTime(from.millis, to.zone)
  const between = (to.civil.year - start.civil.year) * 12 + to.civil.month - start.civil.month
  let whole = between
  if (to.millis >= from.millis) while (plus(start, whole, 'month') > to.millis) whole--
  else while (plus(start, whole, 'month') < to.millis) whole++
  const step = to.millis >= from.millis ? 1 : -1
  const [near, far] = [plus(start, whole, 'month'), plus(start, whole + step, 'month')]
  return (whole + (step * (to.millis - near)) / (far - near)) / months[unit]
}

/** The clock of its zone as if it were UTC, so that a day has 24 hours always. */
const offsetFree = ({ civil }: DateTime): number => instantOf(civil, 'UTC')
