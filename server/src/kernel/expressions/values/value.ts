import { Fault, type Span } from '../error.ts'
import { allocate, elementSize, expressionLimits, type Run, spend } from '../limits.ts'
import { DateTime } from './date-time.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** Dates are objects here too: where both are possible, ask for dates first. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** As in JavaScript. */
export const isTruthy = (value: unknown): boolean => Boolean(value)

const dateFields = new Set(['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond', 'weekday'])
export const dateFieldNames: readonly string[] = [...dateFields]

/** Own data only: nothing that JavaScript's objects inherit exists. What is missing is null. */
export function fieldOf(value: unknown, key: string): unknown {
  if (typeof value === 'object' && value !== null) {
    if (Object.hasOwn(value, key)) return (value as JsonObject)[key] ?? null
    return value instanceof DateTime ? dateField(value, key) : null
  }
  return typeof value === 'string' && key === 'length' ? value.length : null
}

function dateField(date: DateTime, key: string): unknown {
  if (key === 'zone') return date.zone
  return dateFields.has(key) ? date.civil[key as 'year'] : null
}

export function elementOf(value: unknown, index: number): unknown {
  if (Array.isArray(value) || typeof value === 'string')
    return Number.isInteger(index) && index >= 0 ? (value[index] ?? null) : null
  return fieldOf(value, String(index))
}

/** Also for names that mean something to JavaScript when they are assigned. */
export function setField(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
  else target[key] = value
}

const tooDeep = (span: Span) =>
  new Fault(
    'value_too_deep',
    `The value is nested deeper than ${expressionLimits.valueDepth} levels; use a part of it.`,
    span,
  )

/** How many characters a value has as JSON, about; stops counting above `most`. Values may hold one part many times. */
export function sizeOf(value: unknown, most: number, span: Span, depth = 0): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return elementSize
  if (depth >= expressionLimits.valueDepth) throw tooDeep(span)
  if (value instanceof DateTime) return 26
  let size = 2
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && size <= most; i++)
      size += 1 + sizeOf(value[i], most - size, span, depth + 1)
    return size
  }
  for (const key in value) {
    size += key.length + 4 + sizeOf((value as JsonObject)[key], most - size, span, depth + 1)
    if (size > most) break
  }
  return size
}

/** What counting the size costs; a part of what writing it costs. */
const sizePerFuel = 16

export function toJson(run: Run, value: unknown, span: Span, indent?: number): string {
  const size = sizeOf(value, run.memory, span)
  allocate(run, size, span)
  spend(run, 1 + size / sizePerFuel, span)
  const text = JSON.stringify(value ?? null, null, indent)
  allocate(run, Math.max(0, text.length - size), span)
  return text
}

/** As it appears in a text: null is empty, lists and objects are JSON. */
export function toText(run: Run, value: unknown, span: Span): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (value instanceof DateTime) return value.toString()
  return typeof value === 'object' ? toJson(run, value, span) : String(value)
}

/** By value, lists and objects part by part, whatever the order of fields. */
export function isEqual(run: Run, left: unknown, right: unknown, span: Span, depth = 0): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object') return (left ?? null) === (right ?? null)
  if (left === null || right === null) return false
  if (left instanceof DateTime || right instanceof DateTime)
    return left instanceof DateTime && right instanceof DateTime && left.millis === right.millis
  if (depth >= expressionLimits.valueDepth) throw tooDeep(span)
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
    spend(run, left.length, span)
    return left.every((each, i) => isEqual(run, each, right[i], span, depth + 1))
  }
  const keys = Object.keys(left)
  spend(run, keys.length, span)
  return (
    keys.length === Object.keys(right).length &&
    keys.every(
      (key) =>
        Object.hasOwn(right, key) &&
        isEqual(run, (left as JsonObject)[key], (right as JsonObject)[key], span, depth + 1),
    )
  )
}

/** With texts for dates. */
export function withoutDates(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof DateTime) return value.toString()
  if (Array.isArray(value)) return value.map(withoutDates)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutDates(each)]))
}
