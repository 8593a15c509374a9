import type { Field, FieldType } from '../../features/tables/tables-api.ts'
import { readValue, textOf } from './cell-values.ts'

export const operators = [
  { value: '_eq', label: 'is' },
  { value: '_neq', label: 'is not' },
  { value: '_lt', label: 'less than' },
  { value: '_lte', label: 'less than or equal to' },
  { value: '_gt', label: 'greater than' },
  { value: '_gte', label: 'greater than or equal to' },
  { value: '_between', label: 'between' },
  { value: '_in', label: 'in' },
  { value: '_nin', label: 'not in' },
  { value: '_contains', label: 'contains' },
  { value: '_icontains', label: 'contains (case-insensitive)' },
  { value: '_starts_with', label: 'starts with' },
  { value: '_ends_with', label: 'ends with' },
  { value: '_null', label: 'is null' },
  { value: '_nnull', label: 'is not null' },
  { value: '_empty', label: 'is empty' },
] as const

export type Operator = (typeof operators)[number]['value']
export type Condition = { field: string; operator: Operator; text: string }
export type Conditions = { match: 'all' | 'any'; conditions: Condition[] }

const known = new Set<string>(operators.map(({ value }) => value))
const lists = new Set<Operator>(['_in', '_nin', '_between'])
const texts = new Set<Operator>(['_contains', '_icontains', '_starts_with', '_ends_with'])
/** Conditions that need no value. */
export const isBare = (operator: Operator): boolean =>
  operator === '_null' || operator === '_nnull' || operator === '_empty'
export const takesList = (operator: Operator): boolean => lists.has(operator)

const systemTypes: Record<string, FieldType> = { version: 'integer' }

const typeOf = (field: string, fields: readonly Field[]): FieldType | null =>
  fields.find(({ name }) => name === field)?.type ?? systemTypes[field] ?? null

function operandOf({ field, operator, text }: Condition, fields: readonly Field[]): unknown {
  if (isBare(operator)) return true
  if (texts.has(operator)) return text
  const type = typeOf(field, fields)
  const read = (each: string) => readValue(each.trim(), type === 'json' ? null : type)
  return lists.has(operator) ? text.split(',').map(read) : read(text)
}

/** The filter as the API takes it; undefined when it is empty. */
export function filterOf({ match, conditions }: Conditions, fields: readonly Field[]): string | undefined {
  const parts = conditions
    .filter(({ field, operator, text }) => field !== '' && (isBare(operator) || text.trim() !== ''))
    .map((each) => ({ [each.field]: { [each.operator]: operandOf(each, fields) } }))
  if (parts.length === 0) return undefined
  return JSON.stringify(parts.length === 1 ? parts[0] : { [match === 'all' ? '_and' : '_or']: parts })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The rows of the builder for a filter; null when they cannot express it. */
export function conditionsOf(filter: string | undefined): Conditions | null {
  if (!filter) return { match: 'all', conditions: [] }
  let value: unknown
  try {
    value = JSON.parse(filter)
  } catch {
    return null
  }
  if (!isRecord(value)) return null
  const [combinator, ...others] = Object.keys(value)
  const isGroup = (combinator === '_and' || combinator === '_or') && others.length === 0
  const parts = isGroup ? value[combinator] : [value]
  if (!Array.isArray(parts)) return null
  const conditions = parts.map(conditionsIn)
  if (conditions.some((each) => each === null || (combinator === '_or' && each.length !== 1))) return null
  return { match: combinator === '_or' ? 'any' : 'all', conditions: conditions.flat() as Condition[] }
}

function conditionsIn(part: unknown): Condition[] | null {
  if (!isRecord(part)) return null
  const found: Condition[] = []
  for (const [field, tests] of Object.entries(part)) {
    if (field.startsWith('_') || !isRecord(tests)) return null
    for (const [operator, operand] of Object.entries(tests)) {
      if (!known.has(operator) || (isBare(operator as Operator) && operand !== true)) return null
      const text = Array.isArray(operand) ? operand.map(textOf).join(', ') : textOf(operand)
      found.push({ field, operator: operator as Operator, text: isBare(operator as Operator) ? '' : text })
    }
  }
  return found
}
