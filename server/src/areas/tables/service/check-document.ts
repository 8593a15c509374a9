import { AppError, type ErrorDetail } from '../../../kernel/errors.ts'
import { isUuid } from '../../../kernel/ids.ts'
import { compilePattern, type MatchBudget, type Pattern } from '../../../kernel/patterns/pattern.ts'
import { nearMatch } from '../../../kernel/text/near-match.ts'
import type { Collection } from '../schema/collection.ts'
import { type Field, isFreeName, isSystemField, maxDocumentBytes, maxFields } from '../schema/field.ts'
import { type Data, type Json, normalDate } from '../schema/values.ts'

export type Fault = { field: string; rule: string; message: string }
export type CheckContext = { now: Date; actingUserId: string }
export type Checked = { data: Data; sizeBytes: number; faults: Fault[] }

/** Fields of the product's own in a body would be ignored or overwritten; neither is what the sender means. */
export function refuseReserved(body: Record<string, unknown>): void {
  const reserved = Object.keys(body).filter(isSystemField)
  if (reserved.length === 0) return
  throw new AppError('reserved_field', `${reserved[0]} is a system field and cannot be set`, {
    details: reserved.map((name) => ({
      in: 'body' as const,
      path: `/${name}`,
      rule: 'reserved',
      message: 'is a system field',
    })),
    hint: 'Omit id, collectionId, ownerId, createdAt, updatedAt, version and expand.',
  })
}

// Matching the patterns of one document takes a few milliseconds at most.
const stepsPerDocument = 300_000
// Looking for the field that was meant compares with all of them, and is of no help to those who send hundreds.
const maxMeant = 10
// Fields may be sent to be cleared, so there can be more than a document stores.
const maxSent = 10 * maxFields

/** Holds one collection's documents to its schema. Made once for many documents: patterns are compiled here. */
export function createDocumentCheck({ fields, mode }: Pick<Collection, 'fields' | 'mode'>) {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const patterns = new Map<string, Pattern>()
  let meantLeft = maxMeant

  function patternOf({ name, pattern }: Field): Pattern | undefined {
    if (pattern === undefined) return undefined
    const compiled = patterns.get(name) ?? compilePattern(pattern)
    patterns.set(name, compiled)
    return compiled
  }

  function unknownFault(name: string): Fault {
    const near = meantLeft-- > 0 ? nearMatch(name, [...byName.keys()]) : null
    const meant = near === null ? '' : `: did you mean ${near}?`
    return {
      field: name.slice(0, 200),
      rule: 'unknown',
      message: `is not a field of this collection${meant}`,
    }
  }

  /** The whole document in the form in which it is stored, with every fault it has. `isNew` fills in defaults. */
  return (input: Record<string, unknown>, context: CheckContext, isNew: boolean): Checked => {
    const data: Data = {}
    const faults: Fault[] = []
    const budget: MatchBudget = { left: stepsPerDocument }
    const sent = Object.entries(input)
    if (sent.length > maxSent) return { data, sizeBytes: 0, faults: [tooManyFields(sent.length)] }
    for (const [name, value] of sent) {
      if (value === null || value === undefined) continue
      const field = byName.get(name)
      if (!field) {
        if (mode === 'strict') faults.push(unknownFault(name))
        else if (!isFreeName(name))
          faults.push({
            field: name.slice(0, 100),
            rule: 'name',
            message: 'is not a valid field name',
          })
        else data[name] = value as Json
        continue
      }
      const { normal, fault } = checkValue(field, value, patternOf(field), budget)
      if (fault) faults.push({ field: name, ...fault })
      else data[name] = normal
    }
    for (const field of fields) {
      if (data[field.name] !== undefined || faults.some((fault) => fault.field === field.name)) continue
      const standard = isNew ? defaultOf(field, context) : undefined
      if (standard !== undefined) data[field.name] = standard
      else if (field.required) faults.push({ field: field.name, rule: 'required', message: 'is required' })
    }
    const count = Object.keys(data).length
    if (count > maxFields) faults.push(tooManyFields(count))
    return { data, sizeBytes: Buffer.byteLength(JSON.stringify(data)), faults }
  }
}

const tooManyFields = (count: number): Fault => ({
  field: '',
  rule: 'maxFields',
  message: `has ${count} fields; the maximum is ${maxFields}`,
})

export type DocumentCheck = ReturnType<typeof createDocumentCheck>

const checks = new WeakMap<Collection, DocumentCheck>()

/** The check of a collection that is cached. Its patterns are compiled once. */
export function checkOf(collection: Collection): DocumentCheck {
  const check = checks.get(collection) ?? createDocumentCheck(collection)
  checks.set(collection, check)
  return check
}

export function refuseFaulty({ faults, sizeBytes }: Checked): void {
  const error = errorOf(faults, sizeBytes)
  if (error) throw error
}

export function errorOf(faults: readonly Fault[], sizeBytes: number): AppError | null {
  if (sizeBytes > maxDocumentBytes)
    return new AppError(
      'payload_too_large',
      `The document has ${sizeBytes} bytes; the maximum is ${maxDocumentBytes}`,
    )
  const [first] = faults
  if (!first) return null
  return new AppError('schema_violation', `${first.field || 'The document'} ${first.message}`, {
    details: faults.slice(0, 100).map(detailOf),
    hint: 'GET the collection to see its schema.',
  })
}

const detailOf = ({ field, rule, message }: Fault): ErrorDetail => ({
  in: 'body',
  path: `/${field}`,
  rule,
  message,
})

export function defaultOf(field: Field, { now, actingUserId }: CheckContext): Json | undefined {
  if (field.default === undefined || field.default === null) return undefined
  if (field.default === '$NOW') return now.toISOString()
  if (field.default === '$CURRENT_USER') return actingUserId
  return field.default as Json
}

type Verdict =
  | { normal: Json; fault?: undefined }
  | { normal?: undefined; fault: { rule: string; message: string } }

const wrong = (rule: string, message: string): Verdict => ({ fault: { rule, message } })

export function checkValue(
  field: Field,
  value: unknown,
  pattern?: Pattern,
  budget: MatchBudget = { left: stepsPerDocument },
): Verdict {
  switch (field.type) {
    case 'number':
    case 'integer':
      return checkNumber(field, value)
    case 'boolean':
      return typeof value === 'boolean' ? { normal: value } : wrong('type', 'must be true or false')
    case 'json':
      return { normal: value as Json }
    case 'date': {
      const date = typeof value === 'string' ? normalDate(value) : null
      return date === null
        ? wrong('type', 'must be a date or an ISO 8601 time with an offset')
        : { normal: date }
    }
    case 'relation':
    case 'file':
      return typeof value === 'string' && isUuid(value)
        ? { normal: value.toLowerCase() }
        : wrong('type', `must be the id of a ${field.type === 'file' ? 'file' : 'document'}`)
    default:
      return checkText(field, value, pattern, budget)
  }
}

function checkNumber({ type, min, max }: Field, value: unknown): Verdict {
  if (typeof value !== 'number' || !Number.isFinite(value)) return wrong('type', 'must be a number')
  if (type === 'integer' && !Number.isSafeInteger(value)) return wrong('type', 'must be a whole number')
  if (min !== undefined && value < min) return wrong('minimum', `must be at least ${min}`)
  if (max !== undefined && value > max) return wrong('maximum', `must be at most ${max}`)
  return { normal: Object.is(value, -0) ? 0 : value }
}

const emailForm = /^[^\s@]{1,64}@[^\s@.]{1,63}(\.[^\s@.]{1,63}){1,10}$/
// Longer texts are whole documents, and matching a pattern against them takes too long.
const maxMatchedLength = 10_000

function checkText(
  { type, min, max, options }: Field,
  value: unknown,
  pattern: Pattern | undefined,
  budget: MatchBudget,
): Verdict {
  if (typeof value !== 'string') return wrong('type', 'must be a string')
  if (type === 'select' && !options!.includes(value))
    return wrong('options', `must be one of ${options!.slice(0, 20).join(', ')}`)
  if (type === 'email' && (value.length > 320 || !emailForm.test(value)))
    return wrong('type', 'must be an email address')
  if (type === 'url' && !isHttpUrl(value)) return wrong('type', 'must be an http or https URL')
  if (min !== undefined && value.length < min)
    return wrong('minLength', `must be at least ${min} ${min === 1 ? 'character' : 'characters'} long`)
  if (max !== undefined && value.length > max)
    return wrong('maxLength', `must be at most ${max} ${max === 1 ? 'character' : 'characters'} long`)
  const isMatch = pattern && (value.length > maxMatchedLength ? false : pattern.matches(value, budget))
  if (isMatch === null)
    return wrong('pattern', 'takes too long to match: shorten it, or simplify the pattern')
  if (isMatch === false) return wrong('pattern', 'does not match the pattern of the field')
  return { normal: value }
}

function isHttpUrl(text: string): boolean {
  if (text.length > 2048 || !URL.canParse(text)) return false
  const { protocol } = new URL(text)
  return protocol === 'http:' || protocol === 'https:'
}
