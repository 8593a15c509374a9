import { DateTime } from './date-time.ts'

/** The kinds of values, as bits, so that a set of them is a number. Their names are those of JSON Schema, and `date`. */
export const kinds = {
  null: 1,
  boolean: 2,
  number: 4,
  string: 8,
  array: 16,
  object: 32,
  date: 64,
} as const

export type Kind = keyof typeof kinds
/** A set of kinds. */
export type Kinds = number

export const anyKind: Kinds = 127
export const kindNames = Object.keys(kinds) as Kind[]

export function kindOf(value: unknown): Kinds {
  switch (typeof value) {
    case 'string':
      return kinds.string
    case 'number':
      return kinds.number
    case 'boolean':
      return kinds.boolean
    case 'object':
      if (value === null) return kinds.null
      if (Array.isArray(value)) return kinds.array
      return value instanceof DateTime ? kinds.date : kinds.object
    default:
      // Undefined; nothing else can be in JSON.
      return kinds.null
  }
}

export const namesOf = (set: Kinds): Kind[] => kindNames.filter((name) => (set & kinds[name]) !== 0)

/** As said in a message: "number or string", null last. */
export const describeKinds = (set: Kinds): string => {
  if (set === anyKind) return 'any value'
  return [...namesOf(set & ~kinds.null), ...namesOf(set & kinds.null)].join(' or ')
}
