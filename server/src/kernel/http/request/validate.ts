import type { z } from 'zod'
import { AppError } from '../../errors.ts'
import { type Issue, type ParameterLocation, pointer, refusalOf, saysType, valueAt } from './refusal.ts'

/** Whether an unknown field at a path refuses the whole. */
export type Refuses = (path: readonly PropertyKey[]) => boolean

export type Validated = { value: unknown; ignored: string[] }

/** Fields to leave out of the object at a path. */
type Omission = { path: readonly PropertyKey[]; keys: readonly string[]; isUnknown: boolean }

// Each round leaves out the fields of one more level; shapes are not nested without end.
const maxRounds = 8
// More of them are no slip of a newer client, and leaving them out one by one is work without use.
const maxIgnored = 500

/**
 * Checks a value against its shape. Fields the shape does not know are left out and named, or refused when the
 * caller requested strict validation, and where they are all that a body has: it meant something else than no body. Null in an optional field that is not nullable means that it is left out.
 * Everything else that does not fit is reported together, not one fault per request.
 */
export function validate(
  schema: z.ZodType,
  input: unknown,
  location: ParameterLocation,
  strictness: boolean | Refuses,
): Validated {
  const ignored: string[] = []
  const refuses = typeof strictness === 'boolean' ? () => strictness : strictness
  let value = input
  for (let round = 0; round < maxRounds; round++) {
    const result = schema.safeParse(value)
    if (result.success) return { value: result.data, ignored }
    const { issues } = result.error
    const omissions = issues.flatMap((issue) => omissionsFor(issue, value, refuses) ?? [])
    if (omissions.length === 0 || (location === 'body' && hasOnlyUnknown(issues, input)))
      throw refusalOf(issues, value, { location, schema })
    const count = omissions.reduce((sum, { keys }) => sum + keys.length, ignored.length)
    if (count > maxIgnored)
      throw new AppError('invalid_parameter', `The ${location} has ${count} unknown fields`)
    value = without(value, omissions)
    for (const { path, keys, isUnknown } of omissions) {
      if (isUnknown) for (const key of keys) ignored.push(pointer([...path, key]))
    }
  }
  throw new AppError('invalid_parameter', `The ${location} is invalid`)
}

const hasOnlyUnknown = (issues: readonly Issue[], input: unknown): boolean =>
  issues.some(
    (issue) =>
      issue.code === 'unrecognized_keys' &&
      issue.path.length === 0 &&
      issue.keys.length === Object.keys(input as object).length,
  )

/** What to leave out so that the issue disappears; null when that would not help. */
function omissionsFor(issue: Issue, input: unknown, refuses: Refuses): Omission[] | null {
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.filter((key) => !refuses([...issue.path, key]))
    return keys.length === 0 ? null : [{ path: issue.path, keys, isUnknown: true }]
  }
  if (!saysType(issue)) return null
  const received = valueAt(input, issue.path)
  if (received === null) return omittedNull(input, issue.path)
  return issue.code === 'invalid_union' ? omissionsInUnion(issue, received, refuses) : null
}

/** An element of a list cannot be left out: the others would move. */
function omittedNull(input: unknown, path: readonly PropertyKey[]): Omission[] | null {
  const owner = path.slice(0, -1)
  const key = path.at(-1)
  if (typeof key !== 'string' || Array.isArray(valueAt(input, owner))) return null
  return [{ path: owner, keys: [key], isUnknown: false }]
}

/**
 * A union refuses as a whole; what one of its forms would take without some fields is given to that form. Only fields
 * that no form knows are left out: a field of another form says which form was meant.
 */
function omissionsInUnion(
  union: Extract<Issue, { code: 'invalid_union' }>,
  received: unknown,
  refuses: Refuses,
): Omission[] | null {
  const within: Refuses = (path) => refuses([...union.path, ...path])
  const forms = union.errors.filter((issues) => issues.length > 0 && !issues.some(isOtherKind))
  const unknownTo = forms.map(
    (issues) =>
      new Set(
        issues.flatMap((issue) =>
          issue.code === 'unrecognized_keys' ? issue.keys.map((key) => pointer([...issue.path, key])) : [],
        ),
      ),
  )
  for (const issues of forms) {
    const found = issues.map((issue) => omissionsFor(issue, received, within))
    if (found.includes(null)) continue
    const omissions = (found as Omission[][]).flat()
    const isUnknownToAll = omissions.every(
      ({ path, keys, isUnknown }) =>
        !isUnknown || keys.every((key) => unknownTo.every((names) => names.has(pointer([...path, key])))),
    )
    if (isUnknownToAll)
      return omissions.map((omission) => ({ ...omission, path: [...union.path, ...omission.path] }))
  }
  return null
}

/** A text where the form is an object, or another `type` than the form's: the form was not meant at all. */
const isOtherKind = ({ code, path }: Issue): boolean =>
  (code === 'invalid_type' && path.length === 0) || (code === 'invalid_value' && path.length === 1)

/** A copy of the value without those fields, copied once however many there are. */
function without(value: unknown, omissions: readonly Omission[]): unknown {
  const copies = new Map<object, Record<PropertyKey, unknown>>()
  const copyOf = (original: object): Record<PropertyKey, unknown> => {
    const known = copies.get(original)
    if (known) return known
    const copy = (Array.isArray(original) ? [...original] : { ...original }) as Record<PropertyKey, unknown>
    copies.set(original, copy).set(copy, copy)
    return copy
  }
  const root = copyOf(value as object)
  for (const { path, keys } of omissions) {
    let owner = root
    for (const key of path) {
      const copy = copyOf(owner[key] as object)
      owner[key] = copy
      owner = copy
    }
    for (const key of keys) delete owner[key]
  }
  return root
}
