import { anyKind, describeKinds, type Kind, type Kinds, kinds } from '../values/kind.ts'

/** What is known of a value before there is one. Parts are computed when they are read: schemas may refer to themselves. */
export type Type = {
  readonly kinds: Kinds
  /** There is no schema: it may be anything, and is not complained about. */
  readonly isUnknown: boolean
  /** Of objects: the known fields. */
  readonly fields?: () => ReadonlyMap<string, Type>
  /** Objects may have fields beside the known ones. */
  readonly isOpen: boolean
  /** What those others are, where it is known. */
  readonly others?: () => Type
  /** Of lists. */
  readonly items?: () => Type
}

function lazily<T>(compute: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= compute()
    return value
  }
}

export const unknown: Type = { kinds: anyKind, isUnknown: true, isOpen: true }
export const ofKinds = (set: Kinds): Type => ({ kinds: set, isUnknown: false, isOpen: true })
const ofKind = (kind: Kind): Type => ofKinds(kinds[kind])

export const nothing = ofKind('null')
export const text = ofKind('string')
export const number = ofKind('number')
export const boolean = ofKind('boolean')
export const date = ofKind('date')
/** A list or an object of which nothing else is known. */
export const anyList = ofKind('array')
export const anyObject = ofKind('object')

export const listOf = (items: () => Type): Type => ({ ...anyList, items: lazily(items) })
export const listOfType = (items: Type): Type => ({ ...anyList, items: () => items })
export const objectOf = (fields: () => ReadonlyMap<string, Type>, isOpen: boolean): Type => ({
  ...anyObject,
  fields: lazily(fields),
  isOpen,
})

/** An object whose fields are known by what they are only. */
export const recordOf = (others: () => Type): Type => ({
  ...anyObject,
  fields: () => new Map(),
  others: lazily(others),
})

/** A list without elements has items of no kind at all, so that it fits wherever a list does. */
export const never: Type = { kinds: 0, isUnknown: false, isOpen: false }

export const mayBe = (type: Type, set: Kinds): boolean => (type.kinds & set) !== 0
export const isOnly = (type: Type, set: Kinds): boolean => (type.kinds & ~set) === 0

/** The same without some kinds. */
export const without = (type: Type, set: Kinds): Type =>
  type.isUnknown || !mayBe(type, set) ? type : { ...type, kinds: type.kinds & ~set }

export const orNull = (type: Type): Type =>
  type.isUnknown ? type : { ...type, kinds: type.kinds | kinds.null }

export function union(left: Type, right: Type): Type {
  if (left === right || right.kinds === 0) return left
  if (left.kinds === 0) return right
  if (left.isUnknown || right.isUnknown) return unknown
  const [inLeft, inRight] = [mayBe(left, kinds.object), mayBe(right, kinds.object)]
  const isOpen = (inLeft && left.isOpen) || (inRight && right.isOpen)
  return {
    kinds: left.kinds | right.kinds,
    isUnknown: false,
    isOpen,
    ...(inLeft || inRight ? unionOfFields(inLeft ? left : null, inRight ? right : null) : {}),
    ...unionOfItems(left, right),
  }
}

function unionOfFields(left: Type | null, right: Type | null): Pick<Type, 'fields' | 'others'> {
  if (left === null || right === null) {
    const { fields, others } = (left ?? right)!
    return { ...(fields && { fields }), ...(others && { others }) }
  }
  const [ofLeft, ofRight] = [left.fields, right.fields]
  if (ofLeft === undefined || ofRight === undefined) return {}
  return {
    fields: lazily(() => {
      const merged = new Map<string, Type>()
      for (const [key, type] of ofLeft()) merged.set(key, union(type, fieldOrMissing(right, key)))
      for (const [key, type] of ofRight())
        if (!merged.has(key)) merged.set(key, union(type, fieldOrMissing(left, key)))
      return merged
    }),
  }
}

/** What a field is in objects of a type that may not have it. */
export const fieldOrMissing = (type: Type, key: string): Type =>
  type.fields?.().get(key) ?? (type.isOpen ? orNull(type.others?.() ?? unknown) : nothing)

function unionOfItems(left: Type, right: Type): Pick<Type, 'items'> {
  const [inLeft, inRight] = [mayBe(left, kinds.array), mayBe(right, kinds.array)]
  if (!inLeft || !inRight) {
    const items = inLeft ? left.items : right.items
    return items === undefined ? {} : { items }
  }
  const [ofLeft, ofRight] = [left.items, right.items]
  if (ofLeft === undefined || ofRight === undefined) return {}
  return { items: lazily(() => union(ofLeft(), ofRight())) }
}

export const itemsOf = (type: Type): Type => type.items?.() ?? unknown

/** For people: "array of object", "string or null". */
export function describeType(type: Type): string {
  if (type.isUnknown) return 'unknown'
  if (type.kinds === 0) return 'nothing'
  if ((type.kinds & ~kinds.null) !== kinds.array || type.items === undefined) return describeKinds(type.kinds)
  const items = type.items()
  const list = items.isUnknown || items.kinds === 0 ? 'array' : `array of ${describeKinds(items.kinds)}`
  return mayBe(type, kinds.null) ? `${list}, or null` : list
}
