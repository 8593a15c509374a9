import type { z } from 'zod'
import { AppError, type ErrorCode, type ErrorDetail } from '../errors.ts'

type Place = ErrorDetail['in']
type Issue = z.core.$ZodIssue

export type Validated = { value: unknown; ignored: string[] }

// More of them are no slip of a newer client, and leaving them out one by one is work without use.
const mostIgnored = 500
const mostDetails = 50

/**
 * Checks a value against its shape. Fields the shape does not know are left out and named, or refused when the
 * caller asked for strictness; everything else that does not fit is reported at once, not one fault per try.
 */
export function validate(schema: z.ZodType, input: unknown, place: Place, isStrict: boolean): Validated {
  const ignored: string[] = []
  let value = input
  // Each round removes the unknown fields of one more level; shapes are not nested without end.
  for (let round = 0; round < 8; round++) {
    const result = schema.safeParse(value)
    if (result.success) return { value: result.data, ignored }
    const unknown = result.error.issues.filter((issue) => issue.code === 'unrecognized_keys')
    const others = result.error.issues.filter((issue) => issue.code !== 'unrecognized_keys')
    if (isStrict || unknown.length === 0) throw refusal(isStrict ? result.error.issues : others, input, place)
    const count = unknown.reduce((sum, { keys }) => sum + keys.length, ignored.length)
    if (count > mostIgnored)
      throw new AppError(
        'invalid_parameter',
        `The ${place} has ${count} unknown fields: this is another shape`,
      )
    for (const issue of unknown) {
      value = without(value, issue.path, issue.keys)
      ignored.push(...issue.keys.map((key) => pointer([...issue.path, key])))
    }
  }
  throw new AppError('invalid_parameter', `The ${place} does not fit its shape`)
}

/** A copy of the value without the named keys of the object at `path`. */
function without(value: unknown, path: readonly PropertyKey[], keys: readonly string[]): unknown {
  if (path.length > 0) {
    const [head, ...rest] = path
    const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
      PropertyKey,
      unknown
    >
    copy[head!] = without(copy[head!], rest, keys)
    return copy
  }
  const unwanted = new Set(keys)
  return Object.fromEntries(Object.entries(value as object).filter(([key]) => !unwanted.has(key)))
}

const pointer = (path: readonly PropertyKey[]) => `/${path.map(String).join('/')}`

function refusal(issues: readonly Issue[], input: unknown, place: Place): AppError {
  const details = issues
    .slice(0, mostDetails)
    .flatMap((issue) => detailsOf(issue, input, place))
    .slice(0, mostDetails)
  const [first] = details
  const name = first && first.path !== '/' ? first.path.replace(/^\//, '') : `The ${place}`
  return new AppError(codeFor(details), first ? `${name} ${first.message}` : `The ${place} is not valid`, {
    details,
  })
}

function codeFor(details: readonly ErrorDetail[]): ErrorCode {
  if (details.every((detail) => detail.rule === 'unknown')) return 'unknown_field'
  if (details.every((detail) => detail.rule === 'required')) return 'missing_field'
  if (details.every((detail) => detail.in === 'path')) return 'invalid_id'
  return 'invalid_parameter'
}

function detailsOf(issue: Issue, input: unknown, place: Place): ErrorDetail[] {
  const path = place === 'body' ? pointer(issue.path) : issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, mostDetails).map((key) => ({
      in: place,
      path: pointer([...issue.path, key]),
      rule: 'unknown',
      message: 'is not a known field',
    }))
  }
  const received = issue.path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    input,
  )
  if (received === undefined && issue.code === 'invalid_type') {
    return [{ in: place, path, rule: 'required', message: 'is required' }]
  }
  return [{ in: place, path, ...ruleOf(issue), ...echo(path, received) }]
}

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
      return {
        rule: issue.origin === 'number' ? 'maximum' : 'maxLength',
        message: `must be ${atMost(issue)}`,
      }
    case 'too_small':
      return {
        rule: issue.origin === 'number' ? 'minimum' : 'minLength',
        message: `must be ${atLeast(issue)}`,
      }
    case 'invalid_value':
      return { rule: 'enum', message: `must be one of ${issue.values.map(String).join(', ')}` }
    case 'invalid_format':
      return {
        rule: 'format',
        message: issue.message.startsWith('Invalid') ? `must be ${article(issue.format)}` : issue.message,
      }
    default:
      return { rule: issue.code, message: issue.message }
  }
}

// How people call what the shapes call otherwise.
const nouns: Readonly<Record<string, string>> = { uuid: 'UUID', record: 'object', int: 'integer' }

function article(kind: string): string {
  const noun = nouns[kind] ?? kind
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

const unit = (origin: string) =>
  origin === 'string' ? ' characters long' : origin === 'array' ? ' items long' : ''

const atMost = (issue: z.core.$ZodIssueTooBig) => `at most ${issue.maximum}${unit(issue.origin)}`
const atLeast = (issue: z.core.$ZodIssueTooSmall) =>
  `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unit(issue.origin)}`
