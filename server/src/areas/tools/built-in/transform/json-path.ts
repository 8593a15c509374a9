import { invalid } from '../tool.ts'

const forbidden = new Set(['__proto__', 'constructor', 'prototype'])
const deepest = 100

/** Reads `/a/0/b` as well as `a[0].b`; an empty place is the whole document. */
export function stepsOf(path: string): string[] {
  const steps = path.startsWith('/')
    ? path
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    : path
        .replace(/^\$\.?/, '')
        .replaceAll(
          /\[(\d+|'[^']*'|"[^"]*")\]/g,
          (_, inner: string) => `.${inner.replace(/^['"]|['"]$/g, '')}`,
        )
        .split('.')
        .filter(Boolean)
  if (steps.length > deepest) throw invalid(`A place has at most ${deepest} steps.`)
  const bad = steps.find((step) => forbidden.has(step))
  if (bad !== undefined) throw invalid(`${bad} is not a place in a document.`)
  return steps
}

const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Undefined when there is nothing at the place. */
export function valueAt(document: unknown, steps: readonly string[]): unknown {
  let value = document
  for (const step of steps) {
    if (!isContainer(value) || !Object.hasOwn(value, step)) return undefined
    value = value[step]
  }
  return value
}

/** A copy with `value` at the place, or without the one there when `value` is undefined. */
export function withValue(document: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  if (Array.isArray(document)) {
    const at = step === '-' ? document.length : Number(step)
    if (!Number.isInteger(at) || at < 0 || at > document.length)
      throw invalid(`The list has no place ${step}.`)
    const copy = [...document]
    if (rest.length === 0 && value === undefined) copy.splice(at, 1)
    else copy[at] = withValue(copy[at], rest, value)
    return copy
  }
  const copy: Record<string, unknown> = isContainer(document) ? { ...document } : {}
  if (rest.length === 0 && value === undefined) delete copy[step]
  else copy[step] = withValue(copy[step], rest, value)
  return copy
}

/** Objects are merged key by key, anything else is replaced; null takes a key away, as in a JSON merge patch. */
export function merged(into: unknown, change: unknown, depth = 0): unknown {
  if (!isContainer(change) || Array.isArray(change) || depth > deepest) return change
  const copy: Record<string, unknown> = isContainer(into) && !Array.isArray(into) ? { ...into } : {}
  for (const [key, value] of Object.entries(change)) {
    if (forbidden.has(key)) continue
    if (value === null) delete copy[key]
    else copy[key] = merged(copy[key], value, depth + 1)
  }
  return copy
}
