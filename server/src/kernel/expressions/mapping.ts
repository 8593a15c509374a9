import { type CheckOptions, checkTemplate } from './check/check.ts'
import type { Problem } from './check/problem.ts'
import { ExpressionError } from './error.ts'
import { compileShared, type EvaluationData } from './expression.ts'
import { createRun, expressionLimits, type Run } from './limits.ts'
import { isObject, setField } from './values/value.ts'

/** A path in a mapping: field names and list indexes. */
export type MappingPath = readonly (string | number)[]

/** Adds to an error in which of the templates it is. */
export class MappingError extends ExpressionError {
  readonly path: MappingPath

  constructor({ code, message, position }: ExpressionError, path: MappingPath) {
    super(code, message, position)
    this.name = 'MappingError'
    this.path = path
  }
}

/** JSON whose texts are templates, at any depth; names of fields are taken as they are. */
export type Mapping = { evaluate(data: EvaluationData): unknown }

type Fill = (run: Run) => unknown

/** All templates of a mapping share one budget, so that it takes no longer than one expression may. */
export function compileMapping(mapping: unknown): Mapping {
  const fill = compilePart(mapping, [])
  return { evaluate: ({ roots, now, limits }) => fill(createRun(roots, Number(now), limits)) }
}

function compilePart(part: unknown, path: MappingPath): Fill {
  if (path.length > expressionLimits.nesting) return () => part
  if (typeof part === 'string') {
    if (!part.includes('{{')) return () => part
    const evaluate = located(path, () => compileShared(part))
    return (run) => located(path, () => evaluate(run))
  }
  if (Array.isArray(part)) {
    const items = part.map((each, i) => compilePart(each, [...path, i]))
    return (run) => items.map((fill) => fill(run))
  }
  if (!isObject(part)) return () => part
  const fields = Object.entries(part).map(([key, each]) => ({ key, fill: compilePart(each, [...path, key]) }))
  return (run) => {
    const filled: Record<string, unknown> = {}
    for (const { key, fill } of fields) setField(filled, key, fill(run))
    return filled
  }
}

function located<T>(path: MappingPath, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof ExpressionError ? new MappingError(error, path) : error
  }
}

/** The problems of all templates of a mapping, each with its path. */
export function checkMapping(
  mapping: unknown,
  options: CheckOptions,
  path: MappingPath = [],
): (Problem & { path: MappingPath })[] {
  if (typeof mapping === 'string')
    return checkTemplate(mapping, options).problems.map((problem) => ({ ...problem, path }))
  if (typeof mapping !== 'object' || mapping === null || path.length > expressionLimits.nesting) return []
  return Object.entries(mapping).flatMap(([key, each]) =>
    checkMapping(each, options, [...path, Array.isArray(mapping) ? Number(key) : key]),
  )
}
