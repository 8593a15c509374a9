import { compilePattern, isPatternSafe, type Pattern } from '../../patterns/pattern.ts'
import { Fault, type Span } from '../error.ts'
import { allocate, allocateElements, type Run, spend } from '../limits.ts'
import { boolean, listOfType, orNull, text as textType } from '../types/type.ts'
import { methodsOf, parameter } from './define.ts'
import { type CallContext, demand, type FunctionSpec } from './signature.ts'

const specs: FunctionSpec[] = []
const text = methodsOf('string', specs)
/** Regular expressions, matched by our own machine, which counts its steps: never the engine of the host. */
export const patternMethods: readonly FunctionSpec[] = specs

const longestPattern = 500
const stepsPerFuel = 2

/** Compiled once in an evaluation, and paid for once. */
function patternOf(run: Run, source: string, span: Span): Pattern {
  run.patterns ??= new Map()
  const known = run.patterns.get(source)
  if (known) return known
  spend(run, 50 + source.length * 4, span)
  if (source.length > longestPattern || !isPatternSafe(source))
    throw new Fault(
      'invalid_value',
      'The pattern is not supported; use characters, classes, groups, |, * + ? {m,n}, ^ at its start and $ at its end.',
      span,
    )
  const pattern = compilePattern(source)
  spend(run, pattern.size * 5, span)
  run.patterns.set(source, pattern)
  return pattern
}

/** Lets a pattern work with what fuel there is. */
function counted<T>(run: Run, span: Span, work: (budget: { left: number }) => T): T {
  const budget = { left: run.fuel * stepsPerFuel }
  const result = work(budget)
  const used = run.fuel - budget.left / stepsPerFuel
  spend(run, used, span)
  return result
}

function* matchesOf({ run, span, spanOf }: CallContext, value: string, source: string) {
  const pattern = patternOf(run, source, spanOf(0))
  for (let at = 0; at <= value.length; ) {
    const from = at
    spend(run, 3 + pattern.size / 4, span)
    const found = counted(run, span, (budget) => pattern.find(value, from, budget))
    if (found === null) return
    yield found
    at = found.to > found.from ? found.to : found.to + 1
  }
}

const source = parameter('pattern', demand.text)

text(
  'matches',
  [source],
  boolean,
  'Whether a regular expression matches a part of it; ^ and $ match its ends.',
  ['"AB-123".matches("^[A-Z]+-\\\\d+$")', true],
  ({ run, span, spanOf }: CallContext, value: string, pattern: string) => {
    const compiled = patternOf(run, pattern, spanOf(0))
    return counted(run, span, (budget) => compiled.matches(value, budget)) ?? false
  },
)
text(
  'findMatch',
  [source],
  orNull(textType),
  'The first part that a regular expression matches, the longest there, or null.',
  ['"Order 66 of 99".findMatch("\\\\d+")', '66'],
  (context: CallContext, value: string, pattern: string) => {
    for (const { from, to } of matchesOf(context, value, pattern)) return value.slice(from, to)
    return null
  },
)
text(
  'findMatches',
  [source],
  listOfType(textType),
  'All parts that a regular expression matches.',
  ['"Order 66 of 99".findMatches("\\\\d+")', ['66', '99']],
  (context: CallContext, value: string, pattern: string) => {
    const parts: string[] = []
    for (const { from, to } of matchesOf(context, value, pattern)) {
      allocateElements(context.run, 1, context.span)
      parts.push(value.slice(from, to))
    }
    return parts
  },
)
text(
  'replaceMatches',
  [source, parameter('replacement', demand.text)],
  textType,
  'With every part that a regular expression matches replaced.',
  ['"a1b22".replaceMatches("\\\\d+", "-")', 'a-b-'],
  (context: CallContext, value: string, pattern: string, replacement: string) => {
    const parts: string[] = []
    let at = 0
    allocate(context.run, value.length, context.span)
    for (const { from, to } of matchesOf(context, value, pattern)) {
      allocate(context.run, replacement.length, context.span)
      parts.push(value.slice(at, from), replacement)
      at = to
    }
    return parts.join('') + value.slice(at)
  },
)
