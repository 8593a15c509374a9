import { Fault, located, withPositions } from './error.ts'
import { Compiler } from './evaluate/compile.ts'
import type { Node } from './language/ast.ts'
import { parseCondition, parseExpression, parseTemplate } from './language/template.ts'
import { createRun, type EvaluationLimits, expressionLimits, type Run, spend } from './limits.ts'
import { isTruthy, sizeOf, withoutDates } from './values/value.ts'

/** What an expression is evaluated on. Nothing else reaches it, so the same data always gives the same result. */
export type EvaluationData = {
  /** JSON values by the names that expressions know them by. They are read, never changed, and results may share parts. */
  roots: Readonly<Record<string, unknown>>
  /** The value of `now`. */
  now: Date | number
  limits?: EvaluationLimits
}

/** A parsed and compiled source; evaluate it as often as needed. */
export type Expression = { readonly source: string; evaluate(data: EvaluationData): unknown }
export type ConditionExpression = { readonly source: string; evaluate(data: EvaluationData): boolean }

type Compiled = (run: Run) => unknown

function compiled(node: Node): Compiled {
  const compiler = new Compiler()
  const evaluate = compiler.compile(node, new Map())
  const { nodes } = compiler
  return (run) => {
    run.fuel -= nodes
    if (run.fuel < 0) spend(run, 0, node)
    const { memory } = run
    const value = evaluate(run)
    return run.memory === memory && !run.hasDates ? value : finished(run, value, node)
  }
}

/** The result may be larger than what was counted: one part may occur in it many times. */
function finished(run: Run, value: unknown, node: Node): unknown {
  if (sizeOf(value, expressionLimits.resultLength, node) > expressionLimits.resultLength)
    throw new Fault(
      'result_too_large',
      `The result has more than ${expressionLimits.resultLength} characters; select less, or store it as a file.`,
      node,
    )
  return run.hasDates ? withoutDates(value) : value
}

const runOn = ({ roots, now, limits }: EvaluationData): Run => createRun(roots, Number(now), limits)

function expressionOf(source: string, parse: (source: string) => Node): Expression {
  const run = withPositions(source, () => compiled(parse(source)))
  return {
    source,
    evaluate(data) {
      try {
        return run(runOn(data))
      } catch (error) {
        throw located(source, error)
      }
    },
  }
}

/** Throws `ExpressionError` for what is not an expression, names an unknown function or has wrong numbers of arguments. */
export const compileExpression = (source: string): Expression => expressionOf(source, parseExpression)

/** Text with `{{ expression }}` in it; one that is nothing but an expression gives its value as it is. */
export const compileTemplate = (source: string): Expression => expressionOf(source, parseTemplate)

/** An expression, bare or in `{{ }}`, of which only its truth counts. */
export function compileCondition(source: string): ConditionExpression {
  const { evaluate } = expressionOf(source, parseCondition)
  return { source, evaluate: (data) => isTruthy(evaluate(data)) }
}

/** Runs one compiled template of several that share their fuel and memory. */
export function compileShared(source: string): (run: Run) => unknown {
  const run = withPositions(source, () => compiled(parseTemplate(source)))
  return (shared) => withPositions(source, () => run(shared))
}
