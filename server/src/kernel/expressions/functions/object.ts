import type { Span } from '../error.ts'
import { allocate, elementSize, type Run, spend } from '../limits.ts'
import {
  anyList,
  anyObject,
  boolean,
  fieldOrMissing,
  listOf,
  listOfType,
  objectOf,
  recordOf,
  type Type,
  text,
  union,
  unknown,
} from '../types/type.ts'
import { anyKind } from '../values/kind.ts'
import { type JsonObject, setField } from '../values/value.ts'
import { callback, methodsOf, parameter } from './define.ts'
import { type Callback, type CallContext, demand, type FunctionSpec } from './signature.ts'

const specs: FunctionSpec[] = []
const object = methodsOf('object', specs)
export const objectMethods: readonly FunctionSpec[] = specs

/** Its keys, counted as they are made. */
export function keysOf(run: Run, value: JsonObject, span: Span): string[] {
  const keys = Object.keys(value)
  spend(run, keys.length / 2, span)
  allocate(run, keys.length * elementSize, span)
  return keys
}

/** Any of its values. */
export function valueType(type: Type): Type {
  const { fields, others, isOpen } = type
  if (type.isUnknown || fields === undefined || (isOpen && others === undefined)) return unknown
  return [...fields().values()].reduce(union, isOpen ? others!() : { ...unknown, kinds: 0, isUnknown: false })
}

object(
  'keys',
  [],
  listOfType(text),
  'The names of its fields.',
  ['{a: 1, b: 2}.keys()', ['a', 'b']],
  ({ run, span }: CallContext, value: JsonObject) => keysOf(run, value, span),
)
object(
  'values',
  [],
  ({ receiver }) => listOf(() => valueType(receiver)),
  'The values of its fields.',
  ['{a: 1, b: 2}.values()', [1, 2]],
  ({ run, span }: CallContext, value: JsonObject) => keysOf(run, value, span).map((key) => value[key]),
)
object(
  'entries',
  [],
  listOfType(anyList),
  'Its fields as lists of name and value.',
  ['{a: 1}.entries()', [['a', 1]]],
  ({ run, span }: CallContext, value: JsonObject) => {
    const keys = keysOf(run, value, span)
    allocate(run, keys.length * 2 * elementSize, span)
    return keys.map((key) => [key, value[key]])
  },
)
object(
  'has',
  [parameter('name', demand.text)],
  boolean,
  'Whether it has a field of that name.',
  ['{a: null}.has("a")', true],
  (_: CallContext, value: JsonObject, name: string) => Object.hasOwn(value, name),
)

/** Copies the fields that are chosen. */
function selected(
  { run, span }: CallContext,
  value: JsonObject,
  isChosen: (key: string) => boolean,
): JsonObject {
  const copy: Record<string, unknown> = {}
  for (const key of keysOf(run, value, span)) if (isChosen(key)) setField(copy, key, value[key])
  return copy
}

object(
  'pick',
  [parameter('names', demand.texts)],
  ({ receiver }) => partOf(receiver),
  'With these fields only.',
  ['{a: 1, b: 2}.pick(["a"])', { a: 1 }],
  (context: CallContext, value: JsonObject, names: readonly string[]) => {
    const chosen = new Set(names)
    return selected(context, value, (key) => chosen.has(key))
  },
)
object(
  'omit',
  [parameter('names', demand.texts)],
  ({ receiver }) => partOf(receiver),
  'Without these fields.',
  ['{a: 1, b: 2}.omit(["a"])', { b: 2 }],
  (context: CallContext, value: JsonObject, names: readonly string[]) => {
    const left = new Set(names)
    return selected(context, value, (key) => !left.has(key))
  },
)

/** The same fields, each of which may be absent. */
function partOf(type: Type): Type {
  const { fields } = type
  if (type.isUnknown || fields === undefined) return anyObject
  const part = objectOf(
    () =>
      new Map(
        [...fields()].map(([key, each]) => [
          key,
          union(each, fieldOrMissing({ ...type, isOpen: false, fields: () => new Map() }, key)),
        ]),
      ),
    type.isOpen,
  )
  return type.others ? { ...part, others: type.others } : part
}

object(
  'merge',
  [parameter('other', demand.object)],
  ({ receiver, args }) => mergedType(receiver, args[0]!),
  'With the fields of another object, which win.',
  ['{a: 1, b: 2}.merge({b: 3})', { a: 1, b: 3 }],
  ({ run, span }: CallContext, value: JsonObject, other: JsonObject) => {
    keysOf(run, value, span)
    keysOf(run, other, span)
    return { ...value, ...other }
  },
)

// More would make checking slow where a large object is spread many times.
const mostMerged = 100

/** Of `{...left, ...right}`. */
export function mergedType(left: Type, right: Type): Type {
  const [ofLeft, ofRight] = [left.fields, right.fields]
  if (left.isUnknown || right.isUnknown || !ofLeft || !ofRight) return anyObject
  if (left.others || right.others || ofLeft().size + ofRight().size > mostMerged) return anyObject
  const merge = () => {
    const fields = new Map<string, Type>()
    // A field of an open object may be there without being known, and then wins.
    for (const [key, type] of ofLeft()) fields.set(key, right.isOpen ? unknown : type)
    for (const [key, type] of ofRight()) {
      const isSure = !type.isUnknown && (type.kinds & 1) === 0
      fields.set(key, isSure ? type : union(type, fieldOrMissing(left, key)))
    }
    return fields
  }
  return objectOf(merge, left.isOpen || right.isOpen)
}

object(
  'mapValues',
  [callback(['value', 'key'], anyKind)],
  ({ results }) => recordOf(() => results[0]!),
  'The same fields with what a function makes of each value.',
  ['{a: 1, b: 2}.mapValues((v, k) => k + v)', { a: 'a1', b: 'b2' }],
  ({ run, span }: CallContext, value: JsonObject, change: Callback) => {
    const copy: Record<string, unknown> = {}
    for (const key of keysOf(run, value, span)) setField(copy, key, change(value[key], key))
    return copy
  },
)
