import { Fault } from '../error.ts'
import { fixFor } from '../functions/signature.ts'
import type { Binary, BinaryOperator } from '../language/ast.ts'
import { allocate, type Run, spend, spendOnSearch, spendOnText } from '../limits.ts'
import { DateTime } from '../values/date-time.ts'
import { describeKinds, type Kinds, kindOf, kinds } from '../values/kind.ts'
import { isEqual, isObject, isTruthy, toText } from '../values/value.ts'
import type { Evaluate } from './closure.ts'

/** The kinds that an operator takes on both sides; two values must be of the same one. */
export const operandKinds: Partial<Record<BinaryOperator, Kinds>> = {
  '-': kinds.number,
  '*': kinds.number,
  '/': kinds.number,
  '%': kinds.number,
  '<': kinds.number | kinds.string | kinds.date,
  '<=': kinds.number | kinds.string | kinds.date,
  '>': kinds.number | kinds.string | kinds.date,
  '>=': kinds.number | kinds.string | kinds.date,
}

// A text beside a number is nearly always a number that came as text, such as a field of a form.
const comparedAs = (left: Kinds, right: Kinds): Kinds =>
  ((left | right) & kinds.string && (left | right) & kinds.number) ||
  left & operandKinds['<']! ||
  right & operandKinds['<']! ||
  kinds.number

export function operandFault({ operator, from, to }: Binary, left: Kinds, right: Kinds): Fault {
  const expected =
    operator === '+'
      ? 'two numbers, or a string on one side'
      : operandKinds[operator] === kinds.number
        ? 'two numbers'
        : 'two numbers, two strings or two dates'
  const least =
    operator === '+' || operandKinds[operator] === kinds.number ? kinds.number : comparedAs(left, right)
  const wrong = (left & least) === 0 ? left : right
  return new Fault(
    'type_mismatch',
    `${operator} needs ${expected}, not ${describeKinds(left)} and ${describeKinds(right)}; ${fixFor(wrong, least)}.`,
    { from, to },
  )
}

export function compileBinary(node: Binary, left: Evaluate, right: Evaluate): Evaluate {
  switch (node.operator) {
    case '&&':
      return (run) => {
        const value = left(run)
        return isTruthy(value) ? right(run) : value
      }
    case '||':
      return (run) => {
        const value = left(run)
        return isTruthy(value) ? value : right(run)
      }
    case '??':
      return (run) => left(run) ?? right(run)
    case '==':
      return (run) => {
        const a = left(run)
        const b = right(run)
        return typeof a === 'number' ? a === b : equals(run, a, b, node)
      }
    case '!=':
      return (run) => !equals(run, left(run), right(run), node)
    case 'in':
      return (run) => isIn(run, left(run), right(run), node)
    case '+':
      return (run) => add(run, left(run), right(run), node)
    case '-':
    case '*':
    case '/':
    case '%':
      return arithmetic(node, left, right)
    default:
      return comparison(node, left, right)
  }
}

function equals(run: Run, left: unknown, right: unknown, node: Binary): boolean {
  if (typeof left === 'string' && typeof right === 'string')
    spend(run, Math.min(left.length, right.length) / 512, node)
  return isEqual(run, left, right, node)
}

function add(run: Run, left: unknown, right: unknown, node: Binary): unknown {
  if (typeof left === 'number' && typeof right === 'number') return finite(left + right, node)
  if (typeof left !== 'string' && typeof right !== 'string')
    throw operandFault(node, kindOf(left), kindOf(right))
  const [first, second] = [toText(run, left, node), toText(run, right, node)]
  allocate(run, first.length + second.length, node)
  spendOnText(run, first.length + second.length, node)
  return first + second
}

function finite(value: number, node: Binary): number {
  if (Number.isFinite(value)) return value
  const cause =
    node.operator === '/' || node.operator === '%'
      ? 'divides by zero or is too large; test the divisor first'
      : 'is too large; use smaller numbers'
  throw new Fault('invalid_value', `The result ${cause}.`, node)
}

const compute = {
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
  '%': (a: number, b: number) => a % b,
}

function arithmetic(node: Binary, left: Evaluate, right: Evaluate): Evaluate {
  const apply = compute[node.operator as '-']
  return (run) => {
    const a = left(run)
    const b = right(run)
    if (typeof a !== 'number' || typeof b !== 'number') throw operandFault(node, kindOf(a), kindOf(b))
    return finite(apply(a, b), node)
  }
}

const compare = {
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
  '>': (a: number, b: number) => a > b,
  '>=': (a: number, b: number) => a >= b,
}

function comparison(node: Binary, left: Evaluate, right: Evaluate): Evaluate {
  const apply = compare[node.operator as '<']
  return (run) => {
    const a = left(run)
    const b = right(run)
    if (typeof a === 'number' && typeof b === 'number') return apply(a, b)
    if (typeof a === 'string' && typeof b === 'string') {
      spend(run, Math.min(a.length, b.length) / 512, node)
      return apply(a as never, b as never)
    }
    if (a instanceof DateTime && b instanceof DateTime) return apply(a.millis, b.millis)
    throw operandFault(node, kindOf(a), kindOf(b))
  }
}

/** An element of a list, a part of a text, a field of an object. */
function isIn(run: Run, value: unknown, container: unknown, node: Binary): boolean {
  if (Array.isArray(container)) {
    spend(run, container.length / 4, node)
    return container.some((each) => isEqual(run, each, value, node))
  }
  if (typeof container === 'string' && typeof value === 'string') {
    spendOnSearch(run, container, value, node)
    return container.includes(value)
  }
  if (isObject(container) && !(container instanceof DateTime) && typeof value === 'string')
    return Object.hasOwn(container, value)
  throw inFault(node, kindOf(value), kindOf(container))
}

export const inFault = ({ from, to }: Binary, value: Kinds, container: Kinds): Fault =>
  new Fault(
    'type_mismatch',
    `in needs a value and an array, or a string and a string or an object, not ${describeKinds(value)} and ${describeKinds(container)}; ${container & kinds.null ? 'write (x ?? []) for one that may be missing' : 'put the right side in brackets'}.`,
    { from, to },
  )
