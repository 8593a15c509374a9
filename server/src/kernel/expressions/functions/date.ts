import { Fault, type Span } from '../error.ts'
import { allocate, type Run, spend } from '../limits.ts'
import { boolean, date as dateType, number, text } from '../types/type.ts'
import { formatDate, formatLetters } from '../values/date-text.ts'
import {
  DateTime,
  type DateUnit,
  dateUnits,
  difference,
  isInRange,
  plus,
  startOf,
  unitOf,
} from '../values/date-time.ts'
import { kinds } from '../values/kind.ts'
import { findZone, isZoneKept } from '../values/time-zone.ts'
import type { JsonObject } from '../values/value.ts'
import { methodsOf, optional, parameter } from './define.ts'
import { type CallContext, demand, type FunctionSpec } from './signature.ts'

const specs: FunctionSpec[] = []
const date = methodsOf('date', specs)
export const dateMethods: readonly FunctionSpec[] = specs

// Reading the clock of a zone takes microseconds, and its first use a tenth of a millisecond.
const zoneFuel = 400
const newZoneFuel = 4_000

/** The zone of that name; counts what reading its clock costs. */
export function zoneOf(run: Run, name: string, span: Span): string {
  if (name.length <= 40 && !isZoneKept(name)) spend(run, newZoneFuel, span)
  const zone = findZone(name)
  if (zone !== null) return zone
  throw new Fault(
    'invalid_value',
    `There is no time zone ${JSON.stringify(name.slice(0, 40))}; use a name as "Europe/Berlin", "UTC" or "+02:00".`,
    span,
  )
}

function dateAt({ run, span }: CallContext, millis: number, zone: string): DateTime {
  if (!isInRange(millis))
    throw new Fault('invalid_value', 'The date is out of range; use a smaller amount.', span)
  spend(run, zone === 'UTC' ? 2 : zoneFuel, span)
  return new DateTime(millis, zone)
}

function unit(name: string, span: Span): DateUnit {
  const found = unitOf(name)
  if (found !== undefined) return found
  throw new Fault(
    'invalid_value',
    `There is no unit ${JSON.stringify(name.slice(0, 20))}; use ${dateUnits.join(', ')}.`,
    span,
  )
}

const amount = parameter('amount', { kinds: kinds.number | kinds.object })
const unitName = parameter('unit', demand.text)

/** An amount and a unit, or an object as `{days: 1, hours: 2}`. */
function shifted(
  context: CallContext,
  value: DateTime,
  amount: number | JsonObject,
  unitText: string | undefined,
  sign: number,
): DateTime {
  const { spanOf } = context
  if (typeof amount === 'number') {
    if (unitText === undefined)
      throw new Fault('invalid_value', 'The unit is missing; write it as in plus(1, "day").', context.span)
    return dateAt(context, plus(value, sign * amount, unit(unitText, spanOf(1))), value.zone)
  }
  let result = value
  for (const [name, each] of Object.entries(amount)) {
    if (typeof each !== 'number')
      throw new Fault(
        'invalid_value',
        `${name.slice(0, 20)} must be a number; convert it with Number(x).`,
        spanOf(0),
      )
    result = dateAt(context, plus(result, sign * each, unit(name, spanOf(0))), value.zone)
  }
  return result
}

date(
  'plus',
  [amount, optional('unit', demand.text)],
  dateType,
  'Later by an amount of a unit, or of several as {days: 1, hours: 2}.',
  ['date("2026-01-31").plus(1, "month")', '2026-02-28T00:00:00.000Z'],
  (context: CallContext, value: DateTime, amount: number | JsonObject, unit?: string) =>
    shifted(context, value, amount, unit, 1),
)
date(
  'minus',
  [amount, optional('unit', demand.text)],
  dateType,
  'Earlier by an amount of a unit, or of several.',
  ['date("2026-03-01").minus({days: 1})', '2026-02-28T00:00:00.000Z'],
  (context: CallContext, value: DateTime, amount: number | JsonObject, unit?: string) =>
    shifted(context, value, amount, unit, -1),
)
date(
  'startOf',
  [unitName],
  dateType,
  'The beginning of its year, quarter, month, week (Monday), day, hour, minute or second.',
  ['date("2026-11-16T10:30:00Z").startOf("day")', '2026-11-16T00:00:00.000Z'],
  (context: CallContext, value: DateTime, name: string) =>
    dateAt(context, startOf(value, unit(name, context.spanOf(0))), value.zone),
)
date(
  'endOf',
  [unitName],
  dateType,
  'The last millisecond of its year, month, week, day and so on.',
  ['date("2026-11-16").endOf("month")', '2026-11-30T23:59:59.999Z'],
  (context: CallContext, value: DateTime, name: string) => {
    const found = unit(name, context.spanOf(0))
    const start = dateAt(context, startOf(value, found), value.zone)
    return dateAt(context, plus(start, 1, found) - 1, value.zone)
  },
)
date(
  'diff',
  [parameter('other', demand.date), unitName],
  number,
  'How much later it is than another date, in a unit, with fractions.',
  ['date("2026-11-16").diff(date("2026-11-14"), "days")', 2],
  (context: CallContext, value: DateTime, other: DateTime, name: string) => {
    const result = difference(value, other, unit(name, context.spanOf(1)))
    dateAt(context, 0, value.zone)
    spend(context.run, 20, context.span)
    if (Number.isFinite(result)) return result
    throw new Fault('invalid_value', 'The dates are out of range; use other dates.', context.span)
  },
)
date(
  'format',
  [parameter('format', demand.text)],
  text,
  `As a text by letters: ${formatLetters.join(' ')}; text in single quotes stays.`,
  ['date("2026-11-16T08:05:00Z").format("dd.MM.yyyy HH:mm")', '16.11.2026 08:05'],
  (context: CallContext, value: DateTime, format: string) => {
    const { run, span, spanOf } = context
    allocate(run, format.length * 4, span)
    spend(run, (value.zone === 'UTC' ? 2 : zoneFuel) + format.length, span)
    return formatDate(value, format, (letters) => {
      throw new Fault(
        'invalid_value',
        `${letters.slice(0, 10)} means nothing in a format; use ${formatLetters.join(' ')}, or put text in single quotes.`,
        spanOf(0),
      )
    })
  },
)
date(
  'setZone',
  [parameter('zone', demand.text)],
  dateType,
  'The same moment, by the clock and calendar of a time zone.',
  ['date("2026-11-16T08:00:00Z").setZone("Asia/Tokyo").format("HH:mm")', '17:00'],
  (context: CallContext, value: DateTime, name: string) =>
    dateAt(context, value.millis, zoneOf(context.run, name, context.spanOf(0))),
)
date(
  'toISOString',
  [],
  text,
  'As a text in UTC.',
  ['date("2026-11-16").toISOString()', '2026-11-16T00:00:00.000Z'],
  (_: CallContext, value: DateTime) => value.toString(),
)
date(
  'toMillis',
  [],
  number,
  'Milliseconds since 1970.',
  ['date("1970-01-02").toMillis()', 86_400_000],
  (_: CallContext, value: DateTime) => value.millis,
)
date(
  'toSeconds',
  [],
  number,
  'Whole seconds since 1970.',
  ['date("1970-01-02").toSeconds()', 86_400],
  (_: CallContext, value: DateTime) => Math.floor(value.millis / 1000),
)
date(
  'isBetween',
  [parameter('from', demand.date), parameter('to', demand.date)],
  boolean,
  'Whether it is at or after the one and before the other.',
  ['date("2026-06-01").isBetween(date("2026-01-01"), date("2027-01-01"))', true],
  (_: CallContext, value: DateTime, from: DateTime, to: DateTime) =>
    value.millis >= from.millis && value.millis < to.millis,
)
