import { Fault } from '../error.ts'
import { allocate, spend } from '../limits.ts'
import { itemsOf, listOf, number, orNull, recordOf, type Type } from '../types/type.ts'
import { DateTime } from '../values/date-time.ts'
import { anyKind, kindOf, kinds } from '../values/kind.ts'
import { setField, toJson } from '../values/value.ts'
import { callback, methodsOf, optional } from './define.ts'
import { made } from './list.ts'
import {
  assertUniform,
  type Callback,
  type CallContext,
  type CallTypes,
  demand,
  type FunctionSpec,
} from './signature.ts'

type Values = readonly unknown[]

const specs: FunctionSpec[] = []
const list = methodsOf('array', specs)
/** Sorting, grouping and counting. */
export const listOrderMethods: readonly FunctionSpec[] = specs

const sameList = ({ receiver }: CallTypes): Type => listOf(() => itemsOf(receiver))
const sortable = kinds.number | kinds.string | kinds.date | kinds.null
const keyKinds = kinds.string | kinds.number | kinds.boolean

/** Texts by code units, as JavaScript compares them; null comes last. */
function compare(left: unknown, right: unknown): number {
  const [a, b] = [left, right].map((each) => (each instanceof DateTime ? each.millis : each)) as [
    number,
    number,
  ]
  if (a === b) return 0
  if (a === null || a === undefined) return 1
  if (b === null || b === undefined) return -1
  return a < b ? -1 : 1
}

/** Counted before: a sort compares about n log n times, and texts by their length. */
function spendOnSort({ run, span }: CallContext, keys: Values): void {
  const rounds = Math.ceil(Math.log2(keys.length + 1))
  let longest = 0
  for (const key of keys) if (typeof key === 'string' && key.length > longest) longest = key.length
  spend(run, keys.length * rounds * (0.25 + longest / 256), span)
}

list(
  'sort',
  [callback(['item', 'other'], kinds.number, { isOptional: true })],
  sameList,
  'In rising order; or in the order of a function that compares two elements, as in JavaScript.',
  ['[10, 9, 1].sort()', [1, 9, 10]],
  (context: CallContext, values: Values, order?: Callback) => {
    made(context, values)
    if (order) return values.toSorted((left, right) => order(left, right) as number)
    spendOnSort(context, values)
    return values.toSorted(compare)
  },
  { kinds: kinds.array, items: sortable, isUniform: true },
)
list(
  'sortBy',
  [callback(['item', 'index'], sortable, { isUniform: true }), optional('direction', demand.text)],
  sameList,
  'In the order of what a function returns for each element, "asc" or "desc".',
  ['[{n: 2}, {n: 1}].sortBy(x => x.n)', [{ n: 1 }, { n: 2 }]],
  (context: CallContext, values: Values, keyOf: Callback, direction = 'asc') => {
    if (direction !== 'asc' && direction !== 'desc')
      throw new Fault(
        'invalid_value',
        'The direction must be "asc" or "desc"; pass one of them.',
        context.spanOf(1),
      )
    const keys = values.map((each, i) => keyOf(each, i))
    assertUniform(keys, sortable, true, 'The keys', context.spanOf(0))
    spendOnSort(context, keys)
    made(context, values)
    const sign = direction === 'asc' ? 1 : -1
    const order = keys.map((_, i) => i).toSorted((a, b) => sign * compare(keys[a], keys[b]))
    return order.map((i) => values[i])
  },
)

/** One entry for each key, in the order of first appearance. */
function grouped(context: CallContext, values: Values, keyOf: Callback): Map<string, unknown[]> {
  const groups = new Map<string, unknown[]>()
  values.forEach((each, i) => {
    const key = String(keyOf(each, i))
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
    allocate(context.run, group ? 8 : 8 + key.length, context.span)
  })
  return groups
}

function toObject(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const [key, value] of entries) setField(object, key, value)
  return object
}

list(
  'groupBy',
  [callback(['item', 'index'], keyKinds)],
  ({ receiver }) => recordOf(() => listOf(() => itemsOf(receiver))),
  'An object of lists, by what a function returns for each element.',
  ['["ab", "cd", "a"].groupBy(x => x.length)', { 1: ['a'], 2: ['ab', 'cd'] }],
  (context: CallContext, values: Values, keyOf: Callback) => toObject(grouped(context, values, keyOf)),
)
list(
  'keyBy',
  [callback(['item', 'index'], keyKinds)],
  ({ receiver }) => recordOf(() => itemsOf(receiver)),
  'An object of elements, by what a function returns for each; the last of a key stays.',
  ['[{id: "a", n: 1}].keyBy(x => x.id)', { a: { id: 'a', n: 1 } }],
  (context: CallContext, values: Values, keyOf: Callback) =>
    toObject([...grouped(context, values, keyOf)].map(([key, group]) => [key, group.at(-1)] as const)),
)

list(
  'unique',
  [callback(['item', 'index'], anyKind, { isOptional: true })],
  sameList,
  'Each value once; or one element for each result of a function.',
  ['[1, 2, 1].unique()', [1, 2]],
  (context: CallContext, values: Values, keyOf?: Callback) => {
    const { run, span } = context
    const seen = new Set<unknown>()
    return made(
      context,
      values.filter((each, i) => {
        const key = keyOf ? keyOf(each, i) : each
        // Texts are distinguished from the JSON of lists and objects by their first character.
        const mark =
          typeof key === 'string'
            ? `"${key}`
            : typeof key === 'object' && key !== null
              ? sortedJson(context, key)
              : (key ?? null)
        spend(run, 1, span)
        return seen.size < seen.add(mark).size
      }),
    )
  },
)

/** Equal objects may have their fields in another order. */
function sortedJson({ run, span }: CallContext, value: unknown): string {
  return toJson(run, inOrder(JSON.parse(toJson(run, value, span))), span)
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (kindOf(value) !== kinds.object) return value
  return toObject(
    Object.entries(value as object)
      .sort(([a], [b]) => compare(a, b))
      .map(([key, each]) => [key, inOrder(each)] as const),
  )
}

const numberOf = callback(['item', 'index'], kinds.number, { isOptional: true })

/** The numbers of the list, or those that a function gives. */
function numbersOf({ run, span }: CallContext, values: Values, numberOfItem?: Callback): readonly number[] {
  spend(run, values.length / 4, span)
  const numbers = numberOfItem ? values.map((each, i) => numberOfItem(each, i)) : values
  return numbers as readonly number[]
}

/** Numbers are JSON's: no infinite ones. */
function finite({ span }: CallContext, value: number): number {
  if (Number.isFinite(value)) return value
  throw new Fault('invalid_value', 'The result is not a finite number; use smaller numbers.', span)
}

list(
  'sum',
  [numberOf],
  number,
  'All numbers added; or what a function returns for each element.',
  ['[1, 2, 3].sum()', 6],
  (context: CallContext, values: Values, numberOfItem?: Callback) =>
    finite(
      context,
      numbersOf(context, values, numberOfItem).reduce((sum, each) => sum + each, 0),
    ),
  demand.numbers,
)
list(
  'average',
  [numberOf],
  orNull(number),
  'The mean of all numbers, or null where there are none.',
  ['[1, 2, 3].average()', 2],
  (context: CallContext, values: Values, numberOfItem?: Callback) => {
    const numbers = numbersOf(context, values, numberOfItem)
    return numbers.length === 0
      ? null
      : finite(context, numbers.reduce((sum, each) => sum + each, 0) / numbers.length)
  },
  demand.numbers,
)
list(
  'min',
  [numberOf],
  orNull(number),
  'The least number, or null where there are none.',
  ['[3, 1, 2].min()', 1],
  (context: CallContext, values: Values, numberOfItem?: Callback) =>
    numbersOf(context, values, numberOfItem).reduce<number | null>(
      (least, each) => (least === null || each < least ? each : least),
      null,
    ),
  demand.numbers,
)
list(
  'max',
  [numberOf],
  orNull(number),
  'The greatest number, or null where there are none.',
  ['[3, 1, 2].max()', 3],
  (context: CallContext, values: Values, numberOfItem?: Callback) =>
    numbersOf(context, values, numberOfItem).reduce<number | null>(
      (most, each) => (most === null || each > most ? each : most),
      null,
    ),
  demand.numbers,
)
