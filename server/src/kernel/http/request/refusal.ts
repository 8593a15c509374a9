import type { z } from 'zod'
import { AppError, type ErrorCode, type ErrorDetail } from '../../errors.ts'
import { nearMatch } from '../../text/near-match.ts'
import { knownFields } from './known-fields.ts'

export type ParameterLocation = ErrorDetail['in']
export type Issue = z.core.$ZodIssue

// A body of a megabyte can be wrong in a hundred thousand places; a reader needs the first few.
const maxDetails = 50

/** What is wrong with a value, as an error that names every fault at its place. */
export function refusalOf(
  issues: readonly Issue[],
  input: unknown,
  { location, schema }: { location: ParameterLocation; schema: z.ZodType },
): AppError {
  const details = withNearNames(faultsOf(issues, input, location), schema)
  const [first] = details
  const name = first && first.path !== '/' ? first.path.replace(/^\//, '') : `The ${location}`
  return new AppError(codeFor(details), first ? `${name} ${first.message}` : `The ${location} is not valid`, {
    details,
  })
}

// Each takes time by the square of the names.
const maxNearNames = 10

function withNearNames(details: readonly ErrorDetail[], schema: z.ZodType): ErrorDetail[] {
  let left = maxNearNames
  return details.map((detail) => {
    if (detail.rule !== 'unknown' || left-- <= 0) return detail
    const path = detail.path.split('/').slice(1)
    const near = nearMatch(path.at(-1) ?? '', knownFields(schema, path.slice(0, -1)))
    return near === null ? detail : { ...detail, message: `${detail.message}; did you mean ${near}?` }
  })
}

export const pointer = (path: readonly PropertyKey[]) => `/${path.map(String).join('/')}`

/** The value at a path; undefined when there is none. */
export const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  )

function codeFor(details: readonly ErrorDetail[]): ErrorCode {
  if (details.every((detail) => detail.rule === 'unknown')) return 'unknown_field'
  if (details.every((detail) => detail.rule === 'required')) return 'missing_field'
  if (details.every((detail) => detail.in === 'path')) return 'invalid_id'
  return 'invalid_parameter'
}

/** What is wrong, each at its place, as `refusalOf` has it in `details`. */
export const faultsOf = (
  issues: readonly Issue[],
  input: unknown,
  location: ParameterLocation,
): ErrorDetail[] =>
  issues
    .slice(0, maxDetails)
    .flatMap((issue) => detailsOf(issue, input, location))
    .slice(0, maxDetails)

function detailsOf(issue: Issue, input: unknown, location: ParameterLocation): ErrorDetail[] {
  const path = location === 'body' ? pointer(issue.path) : issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, maxDetails).map((key) => ({
      in: location,
      path: pointer([...issue.path, key]),
      rule: 'unknown',
      message: 'is not a known field',
    }))
  }
  const received = valueAt(input, issue.path)
  if (received === undefined && saysType(issue) && isField(input, issue.path)) {
    return [{ in: location, path, rule: 'required', message: 'is required' }]
  }
  const meant = issue.code === 'invalid_union' ? faultsOfForm(issue, received) : []
  if (meant.length > 0)
    return meant.flatMap((fault) =>
      detailsOf({ ...fault, path: [...issue.path, ...fault.path] }, input, location),
    )
  return [{ in: location, path, ...ruleOf(issue), ...echo(path, received) }]
}

/** Whether a field of an object is meant, and not a part of a text that was taken apart. */
function isField(input: unknown, path: readonly PropertyKey[]): boolean {
  const owner = valueAt(input, path.slice(0, -1))
  return path.length > 0 && typeof owner === 'object' && owner !== null
}

const typeCodes: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union'])

/** Whether the value is of the wrong kind altogether, and not only too long or too large. */
export const saysType = ({ code }: Issue): boolean => typeCodes.has(code)

const secretName = /pass|secret|token|key|credential|authorization/i

/** Values are echoed only when they are short, plain and no secret: an error must not become a copy of the request. */
function echo(path: string, received: unknown): { received?: unknown } {
  if (secretName.test(path)) return {}
  if (typeof received === 'number' || typeof received === 'boolean' || received === null) return { received }
  return typeof received === 'string' && received.length <= 100 ? { received } : {}
}

function ruleOf(issue: Issue): { rule: string; message: string } {
  switch (issue.code) {
    case 'invalid_type':
      return { rule: 'type', message: `must be ${article(issue.expected)}` }
    case 'too_big':
      return { rule: issue.origin === 'number' ? 'maximum' : 'maxLength', message: tooBig(issue) }
    case 'too_small':
      return { rule: issue.origin === 'number' ? 'minimum' : 'minLength', message: tooSmall(issue) }
    case 'invalid_value':
      return { rule: 'enum', message: `must be ${oneOf(issue.values)}` }
    case 'invalid_format':
      return {
        rule: 'format',
        message: issue.message.startsWith('Invalid') ? `must be ${article(issue.format)}` : issue.message,
      }
    case 'invalid_union':
      // Of forms that one field chooses, its values are known, and the path leads to it.
      if ('options' in issue && issue.options?.length)
        return { rule: 'enum', message: `must be ${oneOf(issue.options)}` }
      return {
        rule: issue.code,
        message: isPlain(issue) ? 'has none of the forms that are accepted' : issue.message,
      }
    case 'invalid_key':
      return { rule: 'name', message: keyMessage(issue) }
    default:
      return { rule: issue.code, message: issue.message }
  }
}

/** The names of the fields of a record are checked, too. */
function keyMessage({ issues: [first] }: z.core.$ZodIssueInvalidKey): string {
  return first ? `has a name that ${ruleOf(first).message}` : 'has a name that is not valid'
}

/**
 * The faults of the form of a union that was meant: the only one of that type whose literals fit, or that knows all fields. Where
 * one field chooses the form, its values. None where that is unclear.
 */
function faultsOfForm(issue: z.core.$ZodIssueInvalidUnion, received: unknown): Issue[] {
  const faults = faultsOfMeant(issue, received)
  // A shape that has words for all that it takes says more than one of its forms.
  return isPlain(issue) || faults.every(({ path }) => path.length > 0) ? faults : []
}

const isPlain = ({ message }: Issue): boolean => message === 'Invalid input'

function faultsOfMeant({ errors }: z.core.$ZodIssueInvalidUnion, received: unknown): Issue[] {
  const forms = errors.filter((issues) => !issues.some((issue) => isOtherType(issue, received)))
  const chosen = forms.filter((issues) => !issues.some((issue) => isKind(issue) || isOtherPattern(issue)))
  if (chosen.length === 0) return choiceOf(forms, received)
  const known = chosen.length === 1 ? chosen : chosen.filter((issues) => !issues.some(isUnknown))
  return known.length === 1 ? known[0]! : []
}

function choiceOf(forms: readonly Issue[][], received: unknown): Issue[] {
  const kinds = forms.flatMap((issues) => issues.find(isKind) ?? [])
  const [first] = kinds
  if (!first || kinds.some(({ path }) => path[0] !== first.path[0])) return []
  if (forms.length === 1 && valueAt(received, first.path) === undefined) return []
  return [{ ...first, values: kinds.flatMap(({ values }) => values) }]
}

/** Whether a form is not the one that was meant: its literal is another one. */
const isKind = (issue: Issue): issue is z.core.$ZodIssueInvalidValue =>
  issue.code === 'invalid_value' && issue.path.length === 1

/** The same of a form for all types that no other form has. */
const isOtherPattern = ({ code, path }: Issue): boolean =>
  code === 'invalid_format' && path.length === 1 && path[0] === 'type'

const isUnknown = ({ code }: Issue): boolean => code === 'unrecognized_keys'

/** Whether a form is none for a value of that type. */
const isOtherType = (issue: Issue, received: unknown): boolean =>
  issue.path.length === 0 &&
  (issue.code === 'invalid_type' ||
    (issue.code === 'invalid_value' && !issue.values.some((value) => typeof value === typeof received)))

function oneOf(values: readonly unknown[]): string {
  const names = [...new Set(values.map(String))]
  return names.length === 1 ? names[0]! : `one of ${names.join(', ')}`
}

// How people call what the shapes call otherwise.
const nouns: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  url: 'URL',
  record: 'object',
  int: 'integer',
  email: 'email address',
}

function article(kind: string): string {
  const noun = nouns[kind] ?? kind
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

const tooBig = ({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig) =>
  sized(origin, inclusive === false ? 'less than' : 'at most', maximum)

const tooSmall = ({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall) =>
  // An empty text is what forms send for a field that was not filled in.
  origin === 'string' && Number(minimum) === 1
    ? 'is required'
    : sized(origin, inclusive === false ? 'more than' : 'at least', minimum)

/** How large something of that kind must be, in its own unit. */
function sized(origin: string, bound: string, size: number | bigint): string {
  const isOne = Number(size) === 1
  switch (origin) {
    case 'string':
      return `must be ${bound} ${size} ${isOne ? 'character' : 'characters'} long`
    case 'array':
    case 'set':
      return `must have ${bound} ${size} ${isOne ? 'item' : 'items'}`
    case 'record':
    case 'object':
    case 'map':
      return `must have ${bound} ${size} ${isOne ? 'field' : 'fields'}`
    default:
      return `must be ${bound} ${size}`
  }
}
