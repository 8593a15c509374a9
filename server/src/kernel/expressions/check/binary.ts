import { Fault } from '../error.ts'
import { inFault, operandFault, operandKinds } from '../evaluate/operators.ts'
import { fixFor } from '../functions/signature.ts'
import type { Binary } from '../language/ast.ts'
import { boolean, describeType, isOnly, mayBe, number, ofKinds, type Type } from '../types/type.ts'
import { type Kinds, kinds } from '../values/kind.ts'
import type { Demands } from './demand.ts'
import type { Problems } from './problem.ts'

/** Operators whose two sides are always evaluated: what they give, and what is wrong with their sides. */
export class BinaryCheck {
  private readonly problems: Problems
  private readonly demands: Demands

  constructor(problems: Problems, demands: Demands) {
    this.problems = problems
    this.demands = demands
  }

  typeOf(node: Binary, left: Type, right: Type): Type {
    switch (node.operator) {
      case '==':
      case '!=':
        return this.equality(node, left, right)
      case 'in':
        return this.containment(node, left, right)
      case '+':
        return this.addition(node, left, right)
      default:
        return this.comparison(node, left, right)
    }
  }

  private equality(node: Binary, left: Type, right: Type): Type {
    const isNull = left.kinds === kinds.null || right.kinds === kinds.null
    if (!isNull && left.kinds !== 0 && right.kinds !== 0 && !mayBe(left, right.kinds))
      this.problems.warning(
        new Fault(
          'always_same',
          `${node.operator} compares ${describeType(left)} with ${describeType(right)}, which are never equal; convert one with Number(x) or String(x).`,
          node,
        ),
      )
    return boolean
  }

  private containment(node: Binary, value: Type, container: Type): Type {
    if (isOnly(container, kinds.array)) return boolean
    if (
      container.isUnknown ||
      (value.isUnknown && isOnly(container, kinds.array | kinds.string | kinds.object))
    ) {
      this.demands.isFullyTyped = false
      return boolean
    }
    const isContainer = isOnly(container, kinds.array | kinds.string | kinds.object)
    if (isContainer && isOnly(value, kinds.string)) return boolean
    const mayHold =
      mayBe(container, kinds.array) ||
      (mayBe(container, kinds.string | kinds.object) && mayBe(value, kinds.string))
    this.report(inFault(node, value.kinds, container.kinds), mayHold)
    return boolean
  }

  private addition(node: Binary, left: Type, right: Type): Type {
    const joinable = kinds.number | kinds.string
    const isText = isOnly(left, kinds.string) || isOnly(right, kinds.string)
    const result =
      (mayBe(left, kinds.string) || mayBe(right, kinds.string) ? kinds.string : 0) |
      (mayBe(left, kinds.number) && mayBe(right, kinds.number) && !isText ? kinds.number : 0)
    if (isText || (isOnly(left, joinable) && isOnly(right, joinable))) return ofKinds(result)
    if (result === 0) this.problems.error(operandFault(node, left.kinds, right.kinds))
    else if (left.isUnknown || right.isUnknown) this.demands.isFullyTyped = false
    else if (isOnly(left, joinable | kinds.null) && isOnly(right, joinable | kinds.null))
      this.mayBeNull(node, left)
    else this.problems.warning(operandFault(node, left.kinds, right.kinds))
    return result === 0 ? number : ofKinds(result)
  }

  /** Also arithmetic, which takes numbers only. */
  private comparison(node: Binary, left: Type, right: Type): Type {
    const expected = operandKinds[node.operator]!
    const result = expected === kinds.number ? number : boolean
    const shared = left.kinds & right.kinds & expected
    if (left.kinds === 0 || right.kinds === 0) return result
    if (shared === 0) this.problems.error(operandFault(node, left.kinds, right.kinds))
    else if (left.isUnknown || right.isUnknown) this.demands.isFullyTyped = false
    else if (!isSameKind(left.kinds, right.kinds, shared)) {
      if (isSameKind(left.kinds & ~kinds.null, right.kinds & ~kinds.null, shared))
        this.mayBeNull(node, left, shared)
      else this.problems.warning(operandFault(node, left.kinds, right.kinds))
    }
    return result
  }

  private mayBeNull(node: Binary, left: Type, expected: Kinds = kinds.number): void {
    const [side, span] = mayBe(left, kinds.null)
      ? (['left', node.left] as const)
      : (['right', node.right] as const)
    this.problems.warning(
      new Fault(
        'may_be_null',
        `The ${side} side of ${node.operator} may be null; ${fixFor(kinds.null, expected)}.`,
        span,
      ),
    )
  }

  private report(fault: Fault, mayHold: boolean): void {
    if (mayHold) this.problems.warning(fault)
    else this.problems.error(fault)
  }
}

const isSingle = (set: Kinds) => (set & (set - 1)) === 0
const isSameKind = (left: Kinds, right: Kinds, shared: Kinds) =>
  left === shared && right === shared && isSingle(shared)
