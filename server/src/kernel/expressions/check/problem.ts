import { type ExpressionErrorCode, type Fault, type Position, positionIn } from '../error.ts'

/** Something wrong with an expression that was found without evaluating it. */
export type Problem = {
  /** An error fails, or means nothing, whatever the data is; a warning may fail for some data. */
  severity: 'error' | 'warning'
  code: ExpressionErrorCode
  /** One sentence that says what is wrong and how to fix it. */
  message: string
  position: Position
}

// More are not read, and each may have looked for similar words.
const mostProblems = 50

export class Problems {
  private readonly found: { severity: Problem['severity']; fault: Fault }[] = []

  error(fault: Fault): void {
    this.add('error', fault)
  }

  warning(fault: Fault): void {
    this.add('warning', fault)
  }

  get isFull(): boolean {
    return this.found.length >= mostProblems
  }

  /** In the order of the source. */
  list(source: string): Problem[] {
    return this.found
      .toSorted((a, b) => a.fault.span.from - b.fault.span.from || a.fault.span.to - b.fault.span.to)
      .map(({ severity, fault: { code, message, span } }) => ({
        severity,
        code,
        message,
        position: positionIn(source, span),
      }))
  }

  private add(severity: Problem['severity'], fault: Fault): void {
    if (!this.isFull) this.found.push({ severity, fault })
  }
}
