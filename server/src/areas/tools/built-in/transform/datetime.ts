import { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../../../kernel/clock.ts'
import { openCron } from '../../../../kernel/runs/schedules/cron.ts'
import { openTimeZone, zonedAt } from '../../../../kernel/runs/schedules/time-zone.ts'
import {
  type BuiltInToolkit,
  choice,
  flag,
  integer,
  invalid,
  list,
  number,
  record,
  result,
  shape,
  text,
  tool,
} from '../tool.ts'

const zone = text('An IANA time zone such as Europe/Berlin.', { default: 'UTC', maxLength: 100 })
const time = text(
  'A time in ISO 8601, such as 2026-05-01T12:00:00Z; without an offset it is a time of the zone.',
  { maxLength: 100 },
)
const times = {
  iso: text('The moment in UTC.'),
  local: text('The same moment on the clocks of the zone.'),
  unixSeconds: integer('Seconds since 1970.'),
  weekday: text('The day of the week there.'),
}

const isoForm = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\d*)?(Z|[+-]\d\d:?\d\d)?$/i

/** A moment; what has no offset is read on the clocks of the zone. */
function instantOf(text: string, timeZone: string): number {
  const match = isoForm.exec(text.trim())
  if (!match) throw invalid(`"${text.slice(0, 50)}" is no time in ISO 8601, such as 2026-05-01T12:00:00Z.`)
  const [, date, clock = '00:00', offset] = match
  openTimeZone(timeZone)
  return within(
    () =>
      offset === undefined
        ? Temporal.PlainDateTime.from(`${date}T${clock}`).toZonedDateTime(timeZone).epochMilliseconds
        : Temporal.Instant.from(`${date}T${clock}${offset}`).epochMilliseconds,
    `There is no such day or time as ${text.slice(0, 50)}.`,
  )
}

/** What the calendar refuses is the caller's mistake. */
function within<T>(compute: () => T, message: string): T {
  try {
    return compute()
  } catch (error) {
    throw error instanceof RangeError ? invalid(message) : error
  }
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const tooFar = 'The time is too far away.'

function localAt(instant: number, timeZone: string): Temporal.ZonedDateTime {
  openTimeZone(timeZone)
  return within(() => zonedAt(instant, timeZone), tooFar)
}

function visible(instant: number, timeZone: string) {
  const local = localAt(instant, timeZone)
  return within(
    () => ({
      iso: new Date(instant).toISOString(),
      local: local.toString({ smallestUnit: 'second', timeZoneName: 'never' }),
      unixSeconds: Math.floor(instant / 1000),
      weekday: weekdays[local.dayOfWeek - 1]!,
    }),
    tooFar,
  )
}

type Amounts = {
  years?: number
  months?: number
  weeks?: number
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
}
const unitMs = { week: 604_800_000, day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1000 } as const

/** Days and longer move the calendar of the zone, hours and shorter the time that passes. */
function moved(instant: number, by: Amounts, timeZone: string): number {
  const { years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0 } = by
  const local = localAt(instant, timeZone)
  // One after the other, because a duration may not have amounts of both signs.
  const steps = [{ years }, { months }, { weeks }, { days }, { hours }, { minutes }, { seconds }]
  return within(() => steps.reduce((at, step) => at.add(step), local).epochMilliseconds, tooFar)
}

function startOf(instant: number, unit: string, timeZone: string): number {
  const local = localAt(instant, timeZone)
  if (unit === 'hour') return local.round({ smallestUnit: 'hour', roundingMode: 'floor' }).epochMilliseconds
  const { month, dayOfWeek } = local
  const firstDays: Record<string, () => Temporal.ZonedDateTime> = {
    day: () => local,
    week: () => local.subtract({ days: dayOfWeek - 1 }),
    month: () => local.with({ day: 1 }),
    quarter: () => local.with({ month: month - ((month - 1) % 3), day: 1 }),
    year: () => local.with({ month: 1, day: 1 }),
  }
  return within(() => firstDays[unit]!().startOfDay().epochMilliseconds, tooFar)
}

const amount = (unit: string) =>
  integer(`So many ${unit}, negative to go back.`, { minimum: -1_000_000, maximum: 1_000_000 })
const requested = (text: string | undefined, timeZone: string, clock: Clock) =>
  text === undefined ? clock.now().getTime() : instantOf(text, timeZone)

export const createDatetimeToolkit = ({ clock }: { clock: Clock }): BuiltInToolkit => ({
  slug: 'datetime',
  name: 'Date and time',
  description: 'The current time, time zones, calendar arithmetic and cron expressions.',
  category: 'scheduling-&-booking',
  tools: [
    tool<{ timeZone: string }>({
      operation: 'now',
      name: 'Current time',
      description:
        'Returns the current date and time in a time zone. Use it whenever the answer depends on today.',
      input: shape({ 'timeZone?': zone }),
      output: result(times),
      effect: 'compute',
      isImportant: true,
      example: { arguments: { timeZone: 'Europe/Berlin' } },
      run: ({ timeZone }) => visible(clock.now().getTime(), timeZone),
    }),
    tool<{ time: string; from: string; to: string }>({
      operation: 'convert',
      name: 'Convert between time zones',
      description: 'Shows a time of one zone on the clocks of another.',
      input: shape({ time, 'from?': zone, to: { ...zone } }),
      output: result(times),
      effect: 'compute',
      example: {
        arguments: { time: '2026-07-01 09:00', from: 'America/New_York', to: 'Asia/Tokyo' },
        result: {
          iso: '2026-07-01T13:00:00.000Z',
          local: '2026-07-01T22:00:00+09:00',
          unixSeconds: 1782910800,
          weekday: 'Wednesday',
        },
      },
      run: ({ time: text, from, to }) => visible(instantOf(text, from), to),
    }),
    tool<{ time?: string; timeZone: string } & Amounts>({
      operation: 'add',
      name: 'Add to a time',
      description:
        'Adds or takes away years, months, weeks, days, hours, minutes and seconds; days and longer follow the calendar of the zone.',
      input: shape({
        'time?': { ...time, description: `${time.description} Now when left out.` },
        'timeZone?': zone,
        'years?': amount('years'),
        'months?': amount('months'),
        'weeks?': amount('weeks'),
        'days?': amount('days'),
        'hours?': amount('hours'),
        'minutes?': amount('minutes'),
        'seconds?': amount('seconds'),
      }),
      output: result(times),
      effect: 'compute',
      example: {
        arguments: { time: '2024-01-31', months: 1, hours: 1 },
        result: {
          iso: '2024-02-29T01:00:00.000Z',
          local: '2024-02-29T01:00:00+00:00',
          unixSeconds: 1709168400,
          weekday: 'Thursday',
        },
      },
      run: ({ time: text, timeZone, ...by }) =>
        visible(moved(requested(text, timeZone, clock), by, timeZone), timeZone),
    }),
    tool<{ from: string; to: string; timeZone: string; unit: keyof typeof unitMs }>({
      operation: 'difference',
      name: 'Time between',
      description: 'Returns the time between two times, in the unit you name.',
      input: shape({
        from: time,
        to: time,
        'timeZone?': zone,
        'unit?': choice('In which unit.', Object.keys(unitMs), 'day'),
      }),
      output: result({
        amount: number('The time between, negative when to is earlier.'),
        seconds: number('The same in seconds.'),
        text: text('In words.'),
      }),
      effect: 'compute',
      example: {
        arguments: { from: '2026-01-01', to: '2026-01-03T12:00:00Z' },
        result: { amount: 2.5, seconds: 216_000, text: '2 days 12 hours' },
      },
      run: ({ from, to, timeZone, unit }) => {
        const ms = instantOf(to, timeZone) - instantOf(from, timeZone)
        return { amount: Number((ms / unitMs[unit]).toPrecision(12)), seconds: ms / 1000, text: inWords(ms) }
      },
    }),
    tool<{ time?: string; unit: string; timeZone: string }>({
      operation: 'start_of',
      name: 'Start of a period',
      description:
        'Gives the first moment of the hour, day, week (Monday), month, quarter or year in which a time lies.',
      input: shape({
        'time?': time,
        unit: choice('The period.', ['hour', 'day', 'week', 'month', 'quarter', 'year']),
        'timeZone?': zone,
      }),
      output: result(times),
      effect: 'compute',
      example: {
        arguments: { time: '2026-05-20T15:30:00Z', unit: 'week' },
        result: {
          iso: '2026-05-18T00:00:00.000Z',
          local: '2026-05-18T00:00:00+00:00',
          unixSeconds: 1779062400,
          weekday: 'Monday',
        },
      },
      run: ({ time: text, unit, timeZone }) =>
        visible(startOf(requested(text, timeZone, clock), unit, timeZone), timeZone),
    }),
    tool<{ time: string; timeZone: string; locale: string; style: 'full' | 'long' | 'medium' | 'short' }>({
      operation: 'format',
      name: 'Write a time for people',
      description: 'Writes a time as people of a language write it.',
      input: shape({
        time,
        'timeZone?': zone,
        'locale?': text('A language such as en-US or de-DE.', { default: 'en-GB', maxLength: 35 }),
        'style?': choice('How long.', ['full', 'long', 'medium', 'short'], 'long'),
      }),
      output: result({ text: text('The written time.') }),
      effect: 'compute',
      example: {
        arguments: { time: '2026-05-01T12:00:00Z', style: 'short' },
        result: { text: '01/05/2026, 12:00' },
      },
      run: ({ time: text, timeZone, locale, style }) => {
        const instant = instantOf(text, timeZone)
        try {
          return {
            text: new Intl.DateTimeFormat(locale, { dateStyle: style, timeStyle: 'short', timeZone }).format(
              instant,
            ),
          }
        } catch {
          throw invalid(`${locale} is no language such as en-US.`)
        }
      },
    }),
    tool<{ cron: string; timeZone: string; after?: string; count: number }>({
      operation: 'cron_next',
      name: 'Next times of a cron expression',
      description:
        'Lists the next times at which a cron expression of five fields fires on the clocks of a zone.',
      input: shape({
        cron: text('Such as 0 9 * * 1-5.', { maxLength: 200 }),
        'timeZone?': zone,
        'after?': time,
        'count?': integer('How many.', { default: 5, minimum: 1, maximum: 100 }),
      }),
      output: result({ times: list('The times in UTC.', text('A time.')) }),
      effect: 'compute',
      example: {
        arguments: { cron: '0 9 * * 1', after: '2026-05-01T00:00:00Z', count: 2 },
        result: { times: ['2026-05-04T09:00:00.000Z', '2026-05-11T09:00:00.000Z'] },
      },
      run: ({ cron, timeZone, after, count }) => {
        const slots = openCron(cron, timeZone)
        const found: string[] = []
        let at: Date | null = new Date(requested(after, timeZone, clock))
        while (found.length < count && at) {
          at = slots.next(at)
          if (at) found.push(at.toISOString())
        }
        return { times: found }
      },
    }),
    tool<{ time?: string; timeZone: string }>({
      operation: 'describe',
      name: 'Describe a date',
      description:
        'Returns weekday, week of the year, day of the year, quarter, days in the month and whether it is a leap year.',
      input: shape({ 'time?': time, 'timeZone?': zone }),
      output: result({
        date: text('The date there.'),
        weekday: text('Its weekday.'),
        isoWeek: integer('The week by ISO 8601.'),
        dayOfYear: integer('The day of the year.'),
        quarter: integer('The quarter.'),
        daysInMonth: integer('Days of its month.'),
        isLeapYear: flag('Whether its year has 366 days.'),
        isWeekend: flag('Saturday or Sunday.'),
      }),
      effect: 'compute',
      example: {
        arguments: { time: '2024-12-30' },
        result: {
          date: '2024-12-30',
          weekday: 'Monday',
          isoWeek: 1,
          dayOfYear: 365,
          quarter: 4,
          daysInMonth: 31,
          isLeapYear: true,
          isWeekend: false,
        },
      },
      run: ({ time: text, timeZone }) => described(localAt(requested(text, timeZone, clock), timeZone)),
    }),
    tool<{ text: string }>({
      operation: 'parse_duration',
      name: 'Read a duration',
      description: 'Reads a duration such as 1h 30m, 2 days or PT15M into seconds.',
      input: shape({ text: text('The duration.', { maxLength: 100 }) }),
      output: result({ seconds: number('The duration in seconds.'), parts: record('What was read.') }),
      effect: 'compute',
      example: { arguments: { text: '1h 30m' }, result: { seconds: 5400, parts: { h: 1, m: 30 } } },
      run: ({ text: input }) => durationOf(input),
    }),
  ],
})

const described = (local: Temporal.ZonedDateTime) => ({
  date: local.toPlainDate().toString(),
  weekday: weekdays[local.dayOfWeek - 1]!,
  isoWeek: local.weekOfYear!,
  dayOfYear: local.dayOfYear,
  quarter: Math.ceil(local.month / 3),
  daysInMonth: local.daysInMonth,
  isLeapYear: local.inLeapYear,
  isWeekend: local.dayOfWeek > 5,
})

function inWords(ms: number): string {
  let rest = Math.abs(Math.trunc(ms / 1000)) * 1000
  const parts: string[] = []
  for (const [unit, size] of Object.entries(unitMs)) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
  }
  return parts.length === 0 ? '0 seconds' : `${ms < 0 ? 'minus ' : ''}${parts.join(' ')}`
}

const secondsByLetter: Record<string, number> = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 }

function durationOf(text: string) {
  const compact = text.trim().toLowerCase().replace(/^p/, '').replace('t', ' ')
  const parts = [...compact.matchAll(/(\d{1,12}(?:\.\d{1,6})?)\s*(w|d|h|m|s)[a-z]*/g)]
  const isWhole = compact.replace(/(\d{1,12}(?:\.\d{1,6})?)\s*(w|d|h|m|s)[a-z]*|[\s,]|and/g, '') === ''
  if (parts.length === 0 || !isWhole) throw invalid(`"${text.slice(0, 50)}" is no duration such as 1h 30m.`)
  const byUnit = Object.fromEntries(parts.map(([, count, letter]) => [letter!, Number(count)]))
  return {
    seconds: Object.entries(byUnit).reduce(
      (sum, [letter, count]) => sum + count * secondsByLetter[letter]!,
      0,
    ),
    parts: byUnit,
  }
}
