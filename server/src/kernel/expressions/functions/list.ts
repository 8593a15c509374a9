import { Fault } from '../error.ts'
import { allocate, allocateElements, expressionLimits, spend } from '../limits.ts'
import {
  anyList,
  boolean,
  itemsOf,
  listOf,
  listOfType,
  never,
  number,
  orNull,
  type Type,
  text,
  union,
} from '../types/type.ts'
import { anyKind, kinds } from '../values/kind.ts'
import { isEqual, isTruthy, toText } from '../values/value.ts'
import { callback, methodsOf, optional, parameter, rest } from './define.ts'
import { type Callback, type CallContext, type CallTypes, demand, type FunctionSpec } from './signature.ts'

type Values = readonly unknown[]

const specs: FunctionSpec[] = []
const list = methodsOf('array', specs)
export const listMethods: readonly FunctionSpec[] = specs

const eachItem = callback(['item', 'index'], anyKind)
const sameList = ({ receiver }: CallTypes): Type => listOf(() => itemsOf(receiver))
const oneItem = ({ receiver }: CallTypes): Type => orNull(itemsOf(receiver))

/** A new list of that many elements. */
export function made<T extends Values>({ run, span }: CallContext, values: T): T {
  allocateElements(run, values.length, span)
  spend(run, values.length / 4, span)
  return values
}

list(
  'map',
  [eachItem],
  ({ results }) => listOfType(results[0]!),
  'What a function makes of each element.',
  ['[1, 2].map(x => x * 10)', [10, 20]],
  (context: CallContext, values: Values, change: Callback) =>
    made(
      context,
      values.map((each, i) => change(each, i)),
    ),
)
list(
  'filter',
  [eachItem],
  sameList,
  'The elements for which a function is true.',
  ['[1, 2, 3].filter(x => x > 1)', [2, 3]],
  (context: CallContext, values: Values, test: Callback) =>
    made(
      context,
      values.filter((each, i) => isTruthy(test(each, i))),
    ),
)
list(
  'find',
  [eachItem],
  oneItem,
  'The first element for which a function is true, or null.',
  ['[1, 2, 3].find(x => x > 1)', 2],
  (_: CallContext, values: Values, test: Callback) =>
    values.find((each, i) => isTruthy(test(each, i))) ?? null,
)
list(
  'findLast',
  [eachItem],
  oneItem,
  'The last element for which a function is true, or null.',
  ['[1, 2, 3].findLast(x => x > 1)', 3],
  (_: CallContext, values: Values, test: Callback) =>
    values.findLast((each, i) => isTruthy(test(each, i))) ?? null,
)
list(
  'findIndex',
  [eachItem],
  number,
  'The place of the first element for which a function is true, or -1.',
  ['[1, 2].findIndex(x => x > 1)', 1],
  (_: CallContext, values: Values, test: Callback) => values.findIndex((each, i) => isTruthy(test(each, i))),
)
list(
  'some',
  [eachItem],
  boolean,
  'Whether a function is true for an element.',
  ['[1, 2].some(x => x > 1)', true],
  (_: CallContext, values: Values, test: Callback) => values.some((each, i) => isTruthy(test(each, i))),
)
list(
  'every',
  [eachItem],
  boolean,
  'Whether a function is true for all elements.',
  ['[1, 2].every(x => x > 1)', false],
  (_: CallContext, values: Values, test: Callback) => values.every((each, i) => isTruthy(test(each, i))),
)
list(
  'reduce',
  [callback(['sum', 'item'], anyKind), { name: 'initial', value: demand.any }],
  ({ results }) => results[0]!,
  'One value, by a function that gets the value so far and the next element.',
  ['[1, 2, 3].reduce((sum, x) => sum + x, 0)', 6],
  (_: CallContext, values: Values, add: Callback, initial: unknown) =>
    values.reduce((sum, each) => add(sum, each), initial),
)
list(
  'flatMap',
  [eachItem],
  ({ results }) => flattened(results[0]!),
  'What a function makes of each element, lists among it joined.',
  ['[1, 2].flatMap(x => [x, x])', [1, 1, 2, 2]],
  (context: CallContext, values: Values, change: Callback) =>
    flat(
      context,
      values.map((each, i) => change(each, i)),
      1,
    ),
)

const flattened = (type: Type): Type =>
  listOf(() =>
    type.isUnknown
      ? type
      : union(
          { ...type, kinds: type.kinds & ~kinds.array },
          type.kinds & kinds.array ? itemsOf(type) : never,
        ),
  )

list(
  'flat',
  [optional('depth', demand.number)],
  ({ receiver, args }) => (args.length === 0 ? flattened(itemsOf(receiver)) : anyList),
  'With the elements of inner lists in place of the lists.',
  ['[[1], [2, 3]].flat()', [1, 2, 3]],
  (context: CallContext, values: Values, depth = 1) => flat(context, values, depth),
)

/** Counts before it grows: inner lists may be one list many times. */
function flat(context: CallContext, values: Values, depth: number): Values {
  let current = values
  for (
    let level = 0;
    level < Math.min(depth, expressionLimits.valueDepth) && current.some(Array.isArray);
    level++
  ) {
    const length = current.reduce<number>((sum, each) => sum + (Array.isArray(each) ? each.length : 1), 0)
    allocateElements(context.run, length, context.span)
    spend(context.run, length / 4, context.span)
    current = current.flat()
  }
  return current
}

list(
  'includes',
  [parameter('value', demand.any)],
  boolean,
  'Whether an element equals a value.',
  ['["a", "b"].includes("b")', true],
  (context: CallContext, values: Values, value: unknown) => indexOf(context, values, value) >= 0,
)
list(
  'indexOf',
  [parameter('value', demand.any)],
  number,
  'The place of the first element that equals a value, or -1.',
  ['["a", "b"].indexOf("b")', 1],
  (context: CallContext, values: Values, value: unknown) => indexOf(context, values, value),
)

function indexOf({ run, span }: CallContext, values: Values, value: unknown): number {
  spend(run, values.length / 4, span)
  return values.findIndex((each) => isEqual(run, each, value, span))
}

list(
  'join',
  [optional('separator', demand.text)],
  text,
  'All elements as one text, with a comma or another separator between.',
  ['["a", "b"].join(", ")', 'a, b'],
  ({ run, span }: CallContext, values: Values, separator = ',') => {
    spend(run, values.length, span)
    const texts = values.map((each) => toText(run, each, span))
    allocate(
      run,
      texts.reduce((sum, each) => sum + each.length + separator.length, 0),
      span,
    )
    return texts.join(separator)
  },
)
list(
  'slice',
  [optional('start', demand.number), optional('end', demand.number)],
  sameList,
  'The elements between two places; negative ones count from the end.',
  ['[1, 2, 3].slice(1)', [2, 3]],
  (context: CallContext, values: Values, start?: number, end?: number) =>
    made(context, values.slice(start, end)),
)
list(
  'concat',
  [rest('others', demand.any)],
  ({ receiver, args }) =>
    listOf(() => args.map((each) => itemsOf(flattened(each))).reduce(union, itemsOf(receiver))),
  'With further elements, or those of further lists.',
  ['[1].concat([2, 3], 4)', [1, 2, 3, 4]],
  (context: CallContext, values: Values, ...others: unknown[]) => {
    const length = others.reduce<number>(
      (sum, each) => sum + (Array.isArray(each) ? each.length : 1),
      values.length,
    )
    allocateElements(context.run, length, context.span)
    return values.concat(...others)
  },
)
list(
  'reverse',
  [],
  sameList,
  'In opposite order.',
  ['[1, 2, 3].reverse()', [3, 2, 1]],
  (context: CallContext, values: Values) => made(context, values.toReversed()),
)
list(
  'at',
  [parameter('index', demand.number)],
  oneItem,
  'One element; negative places count from the end.',
  ['[1, 2, 3].at(-1)', 3],
  (_: CallContext, values: Values, index: number) => values.at(index) ?? null,
)
list(
  'first',
  [],
  oneItem,
  'The first element, or null.',
  ['[1, 2].first()', 1],
  (_: CallContext, values: Values) => values[0] ?? null,
)
list(
  'last',
  [],
  oneItem,
  'The last element, or null.',
  ['[1, 2].last()', 2],
  (_: CallContext, values: Values) => values.at(-1) ?? null,
)
list(
  'compact',
  [],
  ({ receiver }) => listOf(() => withoutNull(itemsOf(receiver))),
  'Without elements that are null.',
  ['[1, null, 2].compact()', [1, 2]],
  (context: CallContext, values: Values) =>
    made(
      context,
      values.filter((each) => each !== null && each !== undefined),
    ),
)

const withoutNull = (type: Type): Type =>
  type.isUnknown ? type : { ...type, kinds: type.kinds & ~kinds.null }

list(
  'chunk',
  [parameter('size', demand.number)],
  ({ receiver }) => listOf(() => listOf(() => itemsOf(receiver))),
  'In lists of at most that many elements.',
  ['[1, 2, 3].chunk(2)', [[1, 2], [3]]],
  (context: CallContext, values: Values, size: number) => {
    if (size < 1)
      throw new Fault(
        'invalid_value',
        'A chunk must have at least 1 element; pass a number from 1 on.',
        context.spanOf(0),
      )
    const step = Math.trunc(size)
    made(context, values)
    const chunks: Values[] = []
    for (let at = 0; at < values.length; at += step) chunks.push(values.slice(at, at + step))
    return made(context, chunks)
  },
)
