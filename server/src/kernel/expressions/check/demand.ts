import { Fault, type Span } from '../error.ts'
import { type Demand, describeDemand, fixFor } from '../functions/signature.ts'
import { describeType, itemsOf, type Type, without } from '../types/type.ts'
import { anyKind, type Kinds, kinds } from '../values/kind.ts'
import type { Problems } from './problem.ts'

/** Compares types with what is demanded of them. */
export class Demands {
  private readonly problems: Problems
  /** Nothing was demanded of a value of which nothing is known. */
  isFullyTyped = true

  constructor(problems: Problems) {
    this.problems = problems
  }

  /** Whether a value of this type may be of the demanded kinds; reports where it is not, or may not be. */
  kinds(type: Type, expected: Kinds, what: string, span: Span): boolean {
    if (expected === anyKind || type.kinds === 0) return true
    if (type.isUnknown) {
      this.isFullyTyped = false
      return true
    }
    const wrong = type.kinds & ~expected
    if (wrong === 0) return true
    const message = `${what} must be ${describeDemand({ kinds: expected })}`
    if (wrong === type.kinds) {
      this.problems.error(
        new Fault(
          'type_mismatch',
          `${message}, not ${describeType(type)}; ${fixFor(wrong, expected)}.`,
          span,
        ),
      )
      return false
    }
    if (wrong === kinds.null) this.mayBeNull(what, expected, span)
    else
      this.problems.warning(
        new Fault(
          'type_mismatch',
          `${message}, but may be ${describeType(without(type, expected))}; ${fixFor(wrong, expected)}.`,
          span,
        ),
      )
    return true
  }

  value(type: Type, { kinds: expected, items, isUniform }: Demand, what: string, span: Span): void {
    if (!this.kinds(type, expected, what, span) || items === undefined) return
    if (type.isUnknown) return
    const each = itemsOf(type)
    this.kinds(each, items, `Each element of ${what.charAt(0).toLowerCase()}${what.slice(1)}`, span)
    if (isUniform) this.uniform(each, what, span)
  }

  /** All of one kind, null aside. */
  uniform(type: Type, what: string, span: Span): void {
    const set = type.kinds & ~kinds.null
    if (type.isUnknown) this.isFullyTyped = false
    else if ((set & (set - 1)) !== 0)
      this.problems.warning(
        new Fault(
          'type_mismatch',
          `${what} must be of one kind, but may be ${describeType(type)}; convert them first.`,
          span,
        ),
      )
  }

  mayBeNull(what: string, expected: Kinds, span: Span): void {
    this.problems.warning(
      new Fault('may_be_null', `${what} may be null; ${fixFor(kinds.null, expected)}.`, span),
    )
  }
}
