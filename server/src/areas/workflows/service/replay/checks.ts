import { AppError } from '../../../../kernel/errors.ts'
import { compileCondition, ExpressionError } from '../../../../kernel/expressions/index.ts'
import type { EvalResult } from '../../schema/replay.ts'
import type { RecordedStep } from '../../store/recording.ts'
import type { RecordedCase } from './case.ts'

type Check = { name: string; expression: string }

export function refuseFaultyChecks(checks: readonly Check[]): void {
  for (const { expression } of checks) {
    try {
      compileCondition(expression)
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      throw new AppError(
        'workflow_input_invalid',
        `The check ${expression.slice(0, 100)} is invalid: ${error.message}`,
        {
          hint: 'See docs/reference/expressions.md.',
        },
      )
    }
  }
}

type Replayed = { steps: readonly RecordedStep[]; outcome: EvalResult['after'] }

/** Each check on what the replay gave. One that cannot be evaluated has not passed. */
export function runChecks(
  checks: readonly Check[],
  { input }: Pick<RecordedCase, 'input'>,
  { steps, outcome }: Replayed,
): EvalResult['checks'] {
  const nodes: Record<string, unknown> = {}
  for (const { name, record } of steps) {
    const value = {
      output: record.o ?? null,
      error: record.e ?? null,
      status: record.s === 'ok' ? 'completed' : 'failed',
    }
    Object.defineProperty(nodes, name, { value, enumerable: true })
  }
  const { output, status, error } = outcome
  const roots = { input, output, status, error, nodes }
  return checks.map(({ name, expression }) => {
    try {
      const passed = compileCondition(expression).evaluate({ roots, now: Date.now() })
      return { name, expression, passed, error: null }
    } catch (failure) {
      if (!(failure instanceof ExpressionError)) throw failure
      return { name, expression, passed: false, error: failure.message }
    }
  })
}
