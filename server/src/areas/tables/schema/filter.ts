import { AppError } from '../../../kernel/errors.ts'
import { nearMatch } from '../../../kernel/text/near-match.ts'
import type { Collection } from './collection.ts'
import type { FieldType } from './field.ts'
import { isFreeName } from './field.ts'
import { normalDate } from './values.ts'

export const operators = [
  '_eq',
  '_neq',
  '_lt',
  '_lte',
  '_gt',
  '_gte',
  '_in',
  '_nin',
  '_null',
  '_nnull',
  '_contains',
  '_icontains',
  '_starts_with',
  '_ends_with',
  '_between',
  '_empty',
] as const
export type Operator = (typeof operators)[number]

export type SystemColumn = 'id' | 'ownerId' | 'createdAt' | 'updatedAt' | 'version'
export const systemColumns: readonly SystemColumn[] = ['id', 'ownerId', 'createdAt', 'updatedAt', 'version']

/** What a condition looks at: a column of ours, a field, or a field of the document that a relation points to. */
export type Target =
  | { kind: 'system'; name: SystemColumn }
  | { kind: 'field'; name: string; type: FieldType | null }
  | { kind: 'hop'; relation: string; collection: Collection; target: Target }

export type Condition = { kind: 'is'; target: Target; operator: Operator; value: unknown }
export type Filter = Condition | { kind: 'and' | 'or'; parts: Filter[] } | { kind: 'not'; part: Filter }

export type FilterContext = {
  collection: Collection
  /** The collections that relations point to, by id. */
  related: ReadonlyMap<string, Collection>
  now: Date
  actingUserId: string
  /** Values came as texts of a query string: they are read as what their field is. */
  isText: boolean
}

const maxDepth = 5
const maxConditions = 50
const maxListed = 200

/** Reads a filter in its JSON form; whatever is not understood is refused with the name that was probably meant. */
export function parseFilter(input: unknown, context: FilterContext): Filter {
  let conditions = 0

  function group(value: unknown, path: string, depth: number): Filter {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw bad(path, 'must be an object of fields and operators')
    if (depth > maxDepth) throw bad(path, `is nested deeper than ${maxDepth} levels`)
    const parts = Object.entries(value).map(([key, member]) => entry(key, member, `${path}/${key}`, depth))
    return parts.length === 1 ? parts[0]! : { kind: 'and', parts }
  }

  function entry(key: string, value: unknown, path: string, depth: number): Filter {
    if (key === '_and' || key === '_or') {
      const list = Array.isArray(value) ? value : indexed(value)
      if (!list) throw bad(path, 'must be a list of filters')
      const parts = list.map((each, i) => group(each, `${path}/${i}`, depth + 1))
      return { kind: key === '_and' ? 'and' : 'or', parts }
    }
    if (key === '_not') return { kind: 'not', part: group(value, path, depth + 1) }
    return field(targetOf(key, path, context), value, path)
  }

  function field(target: Target, value: unknown, path: string): Filter {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      // A bare value is the commonest slip of people who know other APIs; it can mean only one thing.
      return condition(target, '_eq', value, path)
    }
    const entries = Object.entries(value)
    if (entries.length === 0) throw bad(path, 'needs an operator such as _eq')
    const parts = entries.map(([operator, operand]) => {
      if (!isOperator(operator))
        throw bad(`${path}/${operator}`, `is not an operator${meant(operator, operators)}`)
      return condition(target, operator, operand, `${path}/${operator}`)
    })
    return parts.length === 1 ? parts[0]! : { kind: 'and', parts }
  }

  function condition(target: Target, operator: Operator, value: unknown, path: string): Filter {
    if (++conditions > maxConditions) throw bad(path, `is one of more than ${maxConditions} conditions`)
    return { kind: 'is', target, operator, value: operandOf(target, operator, value, path, context) }
  }

  return group(input, '', 1)
}

/** `_or[0]`, `_or[1]` of a query string arrive as an object of numbers. */
function indexed(value: unknown): unknown[] | null {
  if (typeof value !== 'object' || value === null) return null
  const keys = Object.keys(value)
  return keys.every((key) => /^\d{1,3}$/.test(key)) ? Object.values(value) : null
}

const isOperator = (word: string): word is Operator => (operators as readonly string[]).includes(word)

export function targetOf(name: string, path: string, { collection, related }: FilterContext): Target {
  if ((systemColumns as readonly string[]).includes(name))
    return { kind: 'system', name: name as SystemColumn }
  const declared = collection.fields.find((field) => field.name === name)
  if (declared) return { kind: 'field', name, type: declared.type }
  const dot = name.indexOf('.')
  const relation = dot > 0 ? collection.fields.find((field) => field.name === name.slice(0, dot)) : undefined
  const there = relation?.relation && related.get(relation.relation.collectionId)
  if (relation && there) {
    const rest = name.slice(dot + 1)
    const target = targetOf(rest, path, { ...emptyContext, collection: there })
    return { kind: 'hop', relation: relation.name, collection: there, target }
  }
  if (collection.mode === 'flexible' && isFreeName(name) && !name.startsWith('_'))
    return { kind: 'field', name, type: null }
  const known = [...collection.fields.map((field) => field.name), ...systemColumns]
  throw bad(path, `is not a field of ${collection.slug}${meant(name, known)}`)
}

/** The same for a name outside of a filter; `refuse` says where it came from. */
export function namedTarget(
  name: string,
  context: FilterContext,
  refuse: (message: string) => AppError,
): Target {
  try {
    return targetOf(name, '', context)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw refuse(error.extras.details![0]!.message)
  }
}

const emptyContext = { related: new Map(), now: new Date(0), actingUserId: '', isText: false }

const meant = (word: string, known: readonly string[]) => {
  const near = nearMatch(word, known)
  return near === null ? '' : `: did you mean ${near}?`
}

function operandOf(
  target: Target,
  operator: Operator,
  value: unknown,
  path: string,
  context: FilterContext,
): unknown {
  const one = (each: unknown, at = path) => scalarOf(target, each, at, context)
  switch (operator) {
    case '_null':
    case '_nnull':
    case '_empty': {
      const truth =
        value === undefined || value === 'true' || value === '1'
          ? true
          : value === 'false' || value === '0'
            ? false
            : value
      if (typeof truth !== 'boolean') throw bad(path, 'must be true or false')
      return truth
    }
    case '_in':
    case '_nin':
    case '_between': {
      const list = Array.isArray(value)
        ? value
        : context.isText && typeof value === 'string'
          ? value.split(',')
          : null
      if (!list || list.length > maxListed) throw bad(path, `must be a list of at most ${maxListed} values`)
      if (operator === '_between' && list.length !== 2) throw bad(path, 'must be a list of two values')
      return list.map((each, i) => one(each, `${path}/${i}`))
    }
    case '_contains':
    case '_icontains':
    case '_starts_with':
    case '_ends_with':
      if (typeof value !== 'string' && !(operator === '_contains' && isScalar(value)))
        throw bad(path, 'must be a string')
      return value
    case '_eq':
    case '_neq':
      return value === null ? null : one(value)
    default:
      return one(value)
  }
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

function scalarOf(target: Target, input: unknown, path: string, context: FilterContext): unknown {
  if (target.kind === 'hop') return scalarOf(target.target, input, path, context)
  const value =
    input === '$NOW' ? context.now.toISOString() : input === '$CURRENT_USER' ? context.actingUserId : input
  const type = typeOf(target)
  if (type === 'json' || type === null) {
    if (type === null && !isScalar(value)) throw bad(path, 'must be a string, a number or a boolean')
    return context.isText && typeof value === 'string' ? guessed(value) : value
  }
  if (type === 'number') {
    const number = context.isText && typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (typeof number !== 'number' || !Number.isFinite(number)) throw bad(path, 'must be a number')
    return number
  }
  if (type === 'boolean') {
    const truth =
      context.isText && (value === 'true' || value === '1')
        ? true
        : context.isText && (value === 'false' || value === '0')
          ? false
          : value
    if (typeof truth !== 'boolean') throw bad(path, 'must be true or false')
    return truth
  }
  if (typeof value !== 'string') throw bad(path, 'must be a string')
  if (type !== 'date') return value
  const date = normalDate(value)
  if (date === null) throw bad(path, 'must be a date or an ISO 8601 time')
  return date
}

/** A text of a query string for a field that no one declared: what looks like a number or a truth value is one. */
function guessed(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(text) ? Number(text) : text
}

function typeOf(
  target: Exclude<Target, { kind: 'hop' }>,
): 'number' | 'boolean' | 'date' | 'text' | 'json' | null {
  if (target.kind === 'system') {
    if (target.name === 'version') return 'number'
    return target.name === 'createdAt' || target.name === 'updatedAt' ? 'date' : 'text'
  }
  switch (target.type) {
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
    case 'date':
    case 'json':
    case null:
      return target.type
    default:
      return 'text'
  }
}

export const bad = (path: string, message: string) =>
  new AppError('invalid_parameter', `filter${path} ${message}`, {
    details: [{ in: 'body', path: `/filter${path}`, rule: 'filter', message }],
  })
