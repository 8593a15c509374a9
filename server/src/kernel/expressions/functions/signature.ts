import { Fault, type Span } from '../error.ts'
import type { Run } from '../limits.ts'
import type { Type } from '../types/type.ts'
import { anyKind, describeKinds, type Kind, type Kinds, kindOf, kinds, namesOf } from '../values/kind.ts'

/** What a value must be. The same demand is checked by the checker against types and at evaluation against values. */
export type Demand = {
  kinds: Kinds
  /** For lists: what each element must be. */
  items?: Kinds
  /** For lists: all elements are of one kind, null aside. */
  isUniform?: boolean
}

/** What a function that is given as an argument gets, and what it must return. */
export type FunctionDemand = {
  parameters: readonly ('item' | 'index' | 'sum' | 'other' | 'value' | 'key')[]
  returns: Kinds
  /** All its results are of one kind, null aside. */
  isUniform?: boolean
}

export type ParameterSpec = {
  name: string
  value?: Demand
  /** It may be a function; with `value` also a value. */
  function?: FunctionDemand
  isOptional?: boolean
  /** The last one may be given many times. */
  isRest?: boolean
}

/** A function as an argument, ready to be called; it spends its fuel itself. */
export type Callback = (first: unknown, second?: unknown) => unknown

export type CallContext = {
  readonly run: Run
  /** The whole call, for faults. */
  readonly span: Span
  /** The argument of that place. */
  readonly spanOf: (index: number) => Span
}

/** Types of a call, for the one of its result. */
export type CallTypes = { receiver: Type; args: readonly Type[]; results: readonly (Type | undefined)[] }

export type FunctionSpec = {
  name: string
  /** Of a method: what it is called on. */
  on?: Kind
  /** What the receiver must be where no function is given that says what to make of its elements. */
  receiver?: Demand
  parameters: readonly ParameterSpec[]
  returns: Type | ((types: CallTypes) => Type)
  /** One sentence for the reference and for completion. */
  doc: string
  /** A source and what it gives; the tests evaluate it. */
  example: readonly [source: string, result: unknown]
  call(context: CallContext, receiver: never, ...args: never[]): unknown
}

export const demand = {
  any: { kinds: anyKind },
  text: { kinds: kinds.string },
  number: { kinds: kinds.number },
  boolean: { kinds: kinds.boolean },
  list: { kinds: kinds.array },
  object: { kinds: kinds.object },
  date: { kinds: kinds.date },
  texts: { kinds: kinds.array, items: kinds.string },
  numbers: { kinds: kinds.array, items: kinds.number },
} as const satisfies Record<string, Demand>

/** As said in a message. */
export function describeDemand({ kinds: expected, items, isUniform }: Demand): string {
  if (expected !== kinds.array || items === undefined) return withArticle(expected)
  return `an array of ${namesOf(items & ~kinds.null)
    .map((name) => `${name}s`)
    .join(' or ')}${isUniform ? ' of one kind' : ''}`
}

const withArticle = (set: Kinds) => {
  const text = describeKinds(set)
  return /^[aeiou]/.test(text)
    ? text === 'any value'
      ? text
      : `an ${text}`
    : text === 'null'
      ? text
      : `a ${text}`
}

export { withArticle as describeWithArticle }

/** Throws unless a value meets the demand. */
export function assertMeets(
  run: Run,
  { kinds: expected, items, isUniform }: Demand,
  value: unknown,
  what: string,
  span: Span,
): void {
  const kind = kindOf(value)
  if ((kind & expected) === 0)
    throw new Fault(
      'type_mismatch',
      `${what} must be ${withArticle(expected)}, not ${withArticle(kind)}; ${fixFor(kind, expected)}.`,
      span,
    )
  if (items === undefined || kind !== kinds.array) return
  const list = value as readonly unknown[]
  run.fuel -= list.length / 8
  assertUniform(list, items, isUniform ?? false, what, span)
}

/** For elements, and for what a function returned for each of them. */
export function assertUniform(
  list: readonly unknown[],
  items: Kinds,
  isUniform: boolean,
  what: string,
  span: Span,
): void {
  let seen = 0
  for (let i = 0; i < list.length; i++) {
    const kind = kindOf(list[i])
    if ((kind & items) === 0)
      throw new Fault(
        'type_mismatch',
        `Each element of ${lower(what)} must be ${withArticle(items)}, but element ${i} is ${withArticle(kind)}; filter or convert it first.`,
        span,
      )
    if (kind !== kinds.null) seen |= kind
  }
  if (isUniform && (seen & (seen - 1)) !== 0)
    throw new Fault(
      'type_mismatch',
      `The elements of ${lower(what)} must be of one kind, not ${describeKinds(seen)}; convert them first.`,
      span,
    )
}

const lower = (what: string) => what.charAt(0).toLowerCase() + what.slice(1)

/** How to get from one kind to another. */
export function fixFor(found: Kinds, expected: Kinds): string {
  if (found & kinds.null)
    return `write ${expected & kinds.number ? '?? 0' : expected & kinds.string ? '?? ""' : '?? a default'} for when it is missing`
  if (expected & kinds.number && found & kinds.string) return 'convert it with Number(x)'
  if (expected & kinds.string) return 'convert it with String(x)'
  if (expected & kinds.date) return 'convert it with date(x)'
  if (expected & kinds.array) return 'put it in brackets: [x]'
  return 'use another value'
}
