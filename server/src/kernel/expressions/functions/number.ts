import { Fault } from '../error.ts'
import { number as numberType, text } from '../types/type.ts'
import { methodsOf, optional, parameter } from './define.ts'
import { type CallContext, demand, type FunctionSpec } from './signature.ts'

const specs: FunctionSpec[] = []
const number = methodsOf('number', specs)
export const numberMethods: readonly FunctionSpec[] = specs

const mostDigits = 100

function digitsOf({ spanOf }: CallContext, digits: number): number {
  if (digits >= 0 && digits <= mostDigits) return Math.trunc(digits)
  throw new Fault(
    'invalid_value',
    `The number of digits must be from 0 to ${mostDigits}; pass a number in that range.`,
    spanOf(0),
  )
}

/** Half away from zero, by decimal digits: 1.005 becomes 1.01, as people expect and binary numbers do not. */
function rounded(value: number, digits: number): number {
  const [mantissa, exponent = '0'] = String(Math.abs(value)).split('e')
  const scaled = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`))
  const [scaledMantissa, scaledExponent = '0'] = String(scaled).split('e')
  const result = Number(`${scaledMantissa}e${Number(scaledExponent) - digits}`)
  return Number.isFinite(result) ? Math.sign(value) * result : value
}

number(
  'round',
  [optional('digits', demand.number)],
  numberType,
  'Rounded to a number of decimal digits.',
  ['2.345.round(2)', 2.35],
  (context: CallContext, value: number, digits = 0) => rounded(value, digitsOf(context, digits)),
)
number(
  'floor',
  [],
  numberType,
  'The next whole number below.',
  ['2.7.floor()', 2],
  (_: CallContext, value: number) => Math.floor(value),
)
number(
  'ceil',
  [],
  numberType,
  'The next whole number above.',
  ['2.1.ceil()', 3],
  (_: CallContext, value: number) => Math.ceil(value),
)
number('abs', [], numberType, 'Without its sign.', ['(-3).abs()', 3], (_: CallContext, value: number) =>
  Math.abs(value),
)
number(
  'clamp',
  [parameter('least', demand.number), parameter('most', demand.number)],
  numberType,
  'Not below the one and not above the other.',
  ['15.clamp(0, 10)', 10],
  (_: CallContext, value: number, least: number, most: number) => Math.max(least, Math.min(most, value)),
)
number(
  'toFixed',
  [optional('digits', demand.number)],
  text,
  'As a text with that many decimal digits.',
  ['3.14159.toFixed(2)', '3.14'],
  (context: CallContext, value: number, digits = 0) => value.toFixed(digitsOf(context, digits)),
)
number('toString', [], text, 'As a text.', ['42.toString()', '42'], (_: CallContext, value: number) =>
  String(value),
)
number(
  'format',
  [optional('digits', demand.number), optional('thousands', demand.text), optional('point', demand.text)],
  text,
  'As a text for people, with separators for thousands and decimals.',
  ['1234567.891.format(2)', '1,234,567.89'],
  (context: CallContext, value: number, digits?: number, thousands = ',', point = '.') => {
    if (thousands.length > 4 || point.length > 4)
      throw new Fault(
        'invalid_value',
        'A separator must have at most 4 characters; pass a shorter one.',
        context.span,
      )
    const fixed =
      digits === undefined
        ? String(Math.abs(value))
        : rounded(Math.abs(value), digitsOf(context, digits)).toFixed(digitsOf(context, digits))
    const [whole = '', fraction] = fixed.split('.')
    const grouped = whole.includes('e') ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, () => thousands)
    const isNegative = value < 0 && /[1-9]/.test(fixed)
    return `${isNegative ? '-' : ''}${grouped}${fraction === undefined ? '' : point + fraction}`
  },
)
