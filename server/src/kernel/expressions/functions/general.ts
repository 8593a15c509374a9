import { Fault } from '../error.ts'
import { allocateElements, spend, spendOnText } from '../limits.ts'
import {
  anyList,
  boolean,
  date as dateType,
  listOf,
  listOfType,
  number,
  orNull,
  recordOf,
  text,
  unknown,
} from '../types/type.ts'
import { parseDate } from '../values/date-text.ts'
import { DateTime, isInRange } from '../values/date-time.ts'
import { kindOf, kinds, namesOf } from '../values/kind.ts'
import { isObject, isTruthy, type JsonObject, setField, toText } from '../values/value.ts'
import { zoneOf } from './date.ts'
import { functionsOf, optional, parameter, rest } from './define.ts'
import { keysOf, valueType } from './object.ts'
import { type CallContext, demand, type FunctionSpec } from './signature.ts'
import { parseNumber } from './text.ts'

const specs: FunctionSpec[] = []
const fn = functionsOf(specs)
/** Conversions, `Math`, `Object` and `Array`. */
export const generalFunctions: readonly FunctionSpec[] = specs

fn(
  'String',
  [parameter('value', demand.any)],
  text,
  'A value as text; null is an empty one, lists and objects are JSON.',
  ['String(12.5)', '12.5'],
  ({ run, span }: CallContext, _: undefined, value: unknown) => toText(run, value, span),
)
fn(
  'Number',
  [parameter('value', { kinds: kinds.null | kinds.boolean | kinds.number | kinds.string | kinds.date })],
  orNull(number),
  'A text, boolean or date as number, or null where there is none.',
  ['Number("12.5")', 12.5],
  (_: CallContext, _receiver: undefined, value: unknown) => {
    if (typeof value === 'string') return parseNumber(value)
    return value instanceof DateTime
      ? value.millis
      : typeof value === 'boolean'
        ? Number(value)
        : (value ?? null)
  },
)
fn(
  'Boolean',
  [parameter('value', demand.any)],
  boolean,
  'Whether a value is neither null, false, 0 nor an empty text.',
  ['Boolean("")', false],
  (_: CallContext, _receiver: undefined, value: unknown) => isTruthy(value),
)
fn(
  'parseInt',
  [parameter('text', { kinds: kinds.string | kinds.number })],
  orNull(number),
  'The whole number at the beginning of a text, or null.',
  ['parseInt("42 pieces")', 42],
  (_: CallContext, _receiver: undefined, value: string | number) =>
    finiteOrNull(Number.parseInt(String(value).slice(0, 400), 10)),
)
fn(
  'parseFloat',
  [parameter('text', { kinds: kinds.string | kinds.number })],
  orNull(number),
  'The number at the beginning of a text, or null.',
  ['parseFloat("1.5 kg")', 1.5],
  (_: CallContext, _receiver: undefined, value: string | number) =>
    finiteOrNull(Number.parseFloat(String(value).slice(0, 400))),
)

const finiteOrNull = (value: number) => (Number.isFinite(value) ? value : null)

fn(
  'date',
  [parameter('value', { kinds: kinds.string | kinds.number | kinds.date }), optional('zone', demand.text)],
  dateType,
  'A date from a text of ISO 8601 or of a mail, or from milliseconds since 1970; without an offset in the zone, else UTC.',
  ['date("2026-11-16 09:00", "Europe/Berlin")', '2026-11-16T08:00:00.000Z'],
  (
    { run, span, spanOf }: CallContext,
    _: undefined,
    value: string | number | DateTime,
    zoneName?: string,
  ) => {
    const zone =
      zoneName === undefined
        ? value instanceof DateTime
          ? value.zone
          : 'UTC'
        : zoneOf(run, zoneName, spanOf(1))
    spend(run, zone === 'UTC' ? 4 : 200, span)
    if (typeof value === 'string') {
      const parsed = parseDate(value, zone)
      if (parsed !== null) return parsed
      throw new Fault(
        'invalid_value',
        `${JSON.stringify(value.slice(0, 40))} is not a date; write it as "2026-11-16" or "2026-11-16T09:00:00Z".`,
        spanOf(0),
      )
    }
    const millis = value instanceof DateTime ? value.millis : value
    if (isInRange(millis)) return new DateTime(Math.trunc(millis), zone)
    throw new Fault('invalid_value', 'The date is out of range; pass milliseconds since 1970.', spanOf(0))
  },
)

fn(
  'typeOf',
  [parameter('value', demand.any)],
  text,
  'null, boolean, number, string, array, object or date.',
  ['typeOf([1])', 'array'],
  (_: CallContext, _receiver: undefined, value: unknown) => namesOf(kindOf(value))[0],
)
fn(
  'isEmpty',
  [parameter('value', demand.any)],
  boolean,
  'Whether a value is null, an empty text, list or object.',
  ['isEmpty([])', true],
  ({ run, span }: CallContext, _: undefined, value: unknown) => {
    if (typeof value === 'string' || Array.isArray(value)) return value.length === 0
    if (value instanceof DateTime || !isObject(value)) return value === null || value === undefined
    return keysOf(run, value, span).length === 0
  },
)
fn(
  'range',
  [parameter('start', demand.number), optional('end', demand.number)],
  listOfType(number),
  'Whole numbers from the first up to, and without, the second; from 0 where one is given.',
  ['range(1, 4)', [1, 2, 3]],
  ({ run, span }: CallContext, _: undefined, first: number, second?: number) => {
    const [start, end] = second === undefined ? [0, first] : [first, second]
    const length = Math.max(0, Math.ceil(end - start))
    allocateElements(run, length, span)
    spend(run, length / 4, span)
    return Array.from({ length }, (_each, i) => start + i)
  },
)

const oneNumber = [parameter('number', demand.number)]
const ofMath: readonly [string, (value: number) => number, string, number, number][] = [
  ['abs', Math.abs, 'Without its sign.', -2, 2],
  ['ceil', Math.ceil, 'The next whole number above.', 1.2, 2],
  ['floor', Math.floor, 'The next whole number below.', 1.8, 1],
  ['round', Math.round, 'The nearest whole number; x.round(2) rounds to digits.', 1.5, 2],
  ['trunc', Math.trunc, 'Without its decimal digits.', 1.8, 1],
  ['sign', Math.sign, '1, 0 or -1.', -3, -1],
]
for (const [name, compute, doc, operand, result] of ofMath)
  fn(
    `Math.${name}`,
    oneNumber,
    number,
    doc,
    [`Math.${name}(${operand})`, result],
    (_: CallContext, _receiver: undefined, value: number) => compute(value),
  )

fn(
  'Math.sqrt',
  oneNumber,
  number,
  'The square root.',
  ['Math.sqrt(9)', 3],
  (context: CallContext, _: undefined, value: number) => finite(context, Math.sqrt(value)),
)
fn(
  'Math.pow',
  [parameter('base', demand.number), parameter('exponent', demand.number)],
  number,
  'A power.',
  ['Math.pow(2, 10)', 1024],
  (context: CallContext, _: undefined, base: number, exponent: number) => finite(context, base ** exponent),
)
fn(
  'Math.min',
  [parameter('number', demand.number), rest('numbers', demand.number)],
  number,
  'The least of several numbers; list.min() takes a list.',
  ['Math.min(3, 1, 2)', 1],
  (_: CallContext, _receiver: undefined, ...values: number[]) => Math.min(...values),
)
fn(
  'Math.max',
  [parameter('number', demand.number), rest('numbers', demand.number)],
  number,
  'The greatest of several numbers; list.max() takes a list.',
  ['Math.max(3, 1, 2)', 3],
  (_: CallContext, _receiver: undefined, ...values: number[]) => Math.max(...values),
)

function finite({ span }: CallContext, value: number): number {
  if (Number.isFinite(value)) return value
  throw new Fault('invalid_value', 'The result is not a finite number; use other numbers.', span)
}

fn(
  'Array.isArray',
  [parameter('value', demand.any)],
  boolean,
  'Whether a value is a list.',
  ['Array.isArray([1])', true],
  (_: CallContext, _receiver: undefined, value: unknown) => Array.isArray(value),
)
fn(
  'Object.keys',
  [parameter('object', demand.object)],
  listOfType(text),
  'The names of its fields, as object.keys().',
  ['Object.keys({a: 1})', ['a']],
  ({ run, span }: CallContext, _: undefined, value: JsonObject) => keysOf(run, value, span),
)
fn(
  'Object.values',
  [parameter('object', demand.object)],
  ({ args }) => listOf(() => valueType(args[0]!)),
  'The values of its fields, as object.values().',
  ['Object.values({a: 1})', [1]],
  ({ run, span }: CallContext, _: undefined, value: JsonObject) =>
    keysOf(run, value, span).map((key) => value[key]),
)
fn(
  'Object.entries',
  [parameter('object', demand.object)],
  listOfType(anyList),
  'Its fields as lists of name and value, as object.entries().',
  ['Object.entries({a: 1})', [['a', 1]]],
  ({ run, span }: CallContext, _: undefined, value: JsonObject) => {
    const keys = keysOf(run, value, span)
    allocateElements(run, keys.length * 2, span)
    return keys.map((key) => [key, value[key]])
  },
)
fn(
  'Object.fromEntries',
  [parameter('entries', { kinds: kinds.array, items: kinds.array })],
  recordOf(() => unknown),
  'An object from lists of name and value.',
  ['Object.fromEntries([["a", 1]])', { a: 1 }],
  ({ run, span }: CallContext, _: undefined, entries: readonly (readonly unknown[])[]) => {
    const object: Record<string, unknown> = {}
    allocateElements(run, entries.length, span)
    for (const [key, value] of entries) {
      const name = toText(run, key, span)
      spendOnText(run, name.length, span)
      setField(object, name, value ?? null)
    }
    return object
  },
)
