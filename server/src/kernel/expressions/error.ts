/** Stable keys of everything that can be wrong with an expression: how it is written, what it names, what it does. */
export type ExpressionErrorCode =
  | 'syntax'
  | 'source_too_long'
  | 'source_too_deep'
  | 'unknown_name'
  | 'unknown_field'
  | 'unknown_function'
  | 'unknown_method'
  | 'argument_count'
  | 'type_mismatch'
  | 'always_same'
  | 'may_be_null'
  | 'invalid_value'
  | 'fuel_exceeded'
  | 'memory_exceeded'
  | 'value_too_deep'
  | 'result_too_large'

/** A part of a source, from the first character to behind the last. */
export type Span = { readonly from: number; readonly to: number }

/** A position in a source, as editors count: offset from 0, line and column from 1, in UTF-16 code units. */
export type Position = { offset: number; length: number; line: number; column: number }

/** Thrown within the language, which knows offsets only; `ExpressionError` is what leaves it. */
export class Fault extends Error {
  readonly code: ExpressionErrorCode
  readonly span: Span

  constructor(code: ExpressionErrorCode, message: string, { from, to }: Span) {
    super(message)
    this.code = code
    this.span = { from, to }
  }
}

/** What is wrong with an expression, where, and how to fix it, in one sentence. */
export class ExpressionError extends Error {
  readonly code: ExpressionErrorCode
  readonly position: Position

  constructor(code: ExpressionErrorCode, message: string, position: Position) {
    super(message)
    this.name = 'ExpressionError'
    this.code = code
    this.position = position
  }
}

export function positionIn(source: string, { from, to }: Span): Position {
  let line = 1
  let lineStart = 0
  for (let at = source.indexOf('\n'); at >= 0 && at < from; at = source.indexOf('\n', at + 1)) {
    line++
    lineStart = at + 1
  }
  return { offset: from, length: to - from, line, column: from - lineStart + 1 }
}

/** A fault with its position in the source; anything else as it is. */
export function located(source: string, error: unknown): unknown {
  return error instanceof Fault
    ? new ExpressionError(error.code, error.message, positionIn(source, error.span))
    : error
}

/** Runs a part of the language; its faults leave with their position in the source. */
export function withPositions<T>(source: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw located(source, error)
  }
}
