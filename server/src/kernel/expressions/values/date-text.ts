import { DateTime } from './date-time.ts'
import { instantOf, offsetOf } from './time-zone.ts'

const isoForm =
  /^([+-]\d{6}|\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s?(Z|[+-]\d\d:?\d\d)?$/
const mailForm =
  /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d)(?::(\d\d))? (GMT|UTC|[+-]\d{4})$/

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** ISO 8601, and dates as mails and HTTP write them; without an offset the text is in the zone. Null when it is neither. */
export function parseDate(text: string, zone: string): DateTime | null {
  if (text.length > 64) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset] = fieldsOf(
    text.trim(),
  )
  if (year === undefined) return null
  const civil = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: Math.floor(Number(`0.${fraction || 0}`) * 1000),
    weekday: 1,
  }
  if (!isOnCalendar(civil)) return null
  const millis =
    instantOf(civil, offset === undefined ? zone : 'UTC') - (offset === undefined ? 0 : millisOf(offset))
  return Number.isNaN(new Date(millis).getTime()) ? null : new DateTime(millis, zone)
}

function fieldsOf(text: string): readonly (string | undefined)[] {
  const iso = isoForm.exec(text)
  if (iso) return iso
  const mail = mailForm.exec(text)
  if (!mail) return []
  const [, day, monthName, year, hour, minute, second, offset] = mail
  const month = monthNames.findIndex((name) => name.startsWith(monthName!)) + 1
  return ['', year, String(month), day, hour, minute, second, undefined, offset]
}

type Fields = { year: number; month: number; day: number; hour: number; minute: number; second: number }

function isOnCalendar({ year, month, day, hour, minute, second }: Fields): boolean {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return (
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59
  )
}

function millisOf(offset: string): number {
  const digits = offset.replace(/\D/g, '')
  if (digits === '') return 0
  return (offset[0] === '-' ? -1 : 1) * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000
}

const pad = (value: number, length: number) => String(Math.abs(value)).padStart(length, '0')

function offsetText(date: DateTime, colon: string): string {
  const minutes = Math.round(offsetOf(date.millis, date.zone) / 60_000)
  return `${minutes < 0 ? '-' : '+'}${pad(Math.trunc(minutes / 60), 2)}${colon}${pad(minutes % 60, 2)}`
}

const yearText = ({ civil }: DateTime) => `${civil.year < 0 ? '-' : ''}${pad(civil.year, 4)}`
const half = ({ civil }: DateTime) => civil.hour % 12 || 12

/** The letters of a date format, as in Luxon and date-fns. Names are English. */
const letters: Record<string, (date: DateTime) => string> = {
  yyyy: yearText,
  yy: ({ civil }) => pad(civil.year % 100, 2),
  MMMM: ({ civil }) => monthNames[civil.month - 1]!,
  MMM: ({ civil }) => monthNames[civil.month - 1]!.slice(0, 3),
  MM: ({ civil }) => pad(civil.month, 2),
  M: ({ civil }) => String(civil.month),
  dd: ({ civil }) => pad(civil.day, 2),
  d: ({ civil }) => String(civil.day),
  EEEE: ({ civil }) => weekdayNames[civil.weekday - 1]!,
  EEE: ({ civil }) => weekdayNames[civil.weekday - 1]!.slice(0, 3),
  HH: ({ civil }) => pad(civil.hour, 2),
  H: ({ civil }) => String(civil.hour),
  hh: (date) => pad(half(date), 2),
  h: (date) => String(half(date)),
  mm: ({ civil }) => pad(civil.minute, 2),
  m: ({ civil }) => String(civil.minute),
  ss: ({ civil }) => pad(civil.second, 2),
  s: ({ civil }) => String(civil.second),
  SSS: ({ civil }) => pad(civil.millisecond, 3),
  a: ({ civil }) => (civil.hour < 12 ? 'AM' : 'PM'),
  ZZ: (date) => offsetText(date, ':'),
  ZZZ: (date) => offsetText(date, ''),
  z: ({ zone }) => zone,
}

export const formatLetters: readonly string[] = Object.keys(letters)
const pieces = /'([^']*)'|([A-Za-z])\2*/g

/** Writes a date by a format as "yyyy-MM-dd HH:mm"; text in single quotes stays. `unknown` gets letters without meaning. */
export function formatDate(date: DateTime, format: string, unknown: (letters: string) => never): string {
  return format.replace(pieces, (piece, quoted: string | undefined) => {
    if (quoted !== undefined) return quoted === '' ? "'" : quoted
    if (piece === 'T') return piece
    return Object.hasOwn(letters, piece) ? letters[piece]!(date) : unknown(piece)
  })
}
