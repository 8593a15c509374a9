import type { Pattern } from '../patterns/pattern.ts'
import { Fault, type Span } from './error.ts'

/**
 * Bounds of one expression. Source and nesting are checked when it is parsed; fuel and memory are counted while it is
 * evaluated, so the same expression on the same data always ends the same way, however busy the machine is.
 */
export const expressionLimits = {
  /** Characters of one expression. */
  sourceLength: 4_096,
  /** Characters of a text with expressions in it, and how many of them. */
  templateLength: 256 * 1024,
  templateExpressions: 500,
  /** Brackets, functions and conditions within each other. */
  nesting: 64,
  /** Operators and accesses that need each other's result, as in a + b + c or a.b.c. */
  treeDepth: 200,
  /** Operations: each operator, access and call, each element, each 64 characters. Warm, 100,000 take 2 to 5 ms. */
  fuel: 100_000,
  /** Characters that all intermediate results have together; an element counts as 8. */
  memory: 2 * 1024 * 1024,
  /** Characters of the result as JSON. */
  resultLength: 1024 * 1024,
  /** Lists and objects within each other, in values that are compared, converted or returned. */
  valueDepth: 200,
} as const

export const elementSize = 8
export const charactersPerFuel = 64

/** One evaluation: what it reads, and what it may still use. */
export type Run = {
  readonly roots: Readonly<Record<string, unknown>>
  readonly now: number
  /** Parameters of functions. Functions never outlive their call, so each parameter has one fixed slot. */
  readonly slots: unknown[]
  fuel: number
  memory: number
  hasDates: boolean
  /** Regular expressions compiled so far. */
  patterns?: Map<string, Pattern>
}

export type EvaluationLimits = { fuel?: number; memory?: number }

export function createRun(
  roots: Readonly<Record<string, unknown>>,
  now: number,
  limits: EvaluationLimits = {},
): Run {
  return {
    roots,
    now,
    slots: [],
    fuel: limits.fuel ?? expressionLimits.fuel,
    memory: limits.memory ?? expressionLimits.memory,
    hasDates: false,
  }
}

export function spend(run: Run, fuel: number, span: Span): void {
  run.fuel -= fuel
  if (run.fuel < 0)
    throw new Fault(
      'fuel_exceeded',
      `The expression takes more than ${expressionLimits.fuel} operations; work on fewer elements, or use a code node.`,
      span,
    )
}

/** Before the characters exist, so that no text is ever larger than what is left. */
export function allocate(run: Run, characters: number, span: Span): void {
  run.memory -= characters
  if (run.memory < 0)
    throw new Fault(
      'memory_exceeded',
      `The expression produces more than ${expressionLimits.memory} characters; select less, or use a code node.`,
      span,
    )
}

export const allocateElements = (run: Run, count: number, span: Span): void =>
  allocate(run, count * elementSize, span)

/** For work on a text that takes time by its length. */
export const spendOnText = (run: Run, characters: number, span: Span): void =>
  spend(run, 1 + characters / charactersPerFuel, span)

/**
 * For searching a text in another one. Engines compare up to the whole of what is searched at each place of the other,
 * so the product bounds the time.
 */
export const spendOnSearch = (run: Run, text: string, searched: string, span: Span): void =>
  spend(run, 1 + text.length / charactersPerFuel + (text.length * searched.length) / 256, span)
