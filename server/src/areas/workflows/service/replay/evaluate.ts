import type { Scope } from '../../../../kernel/scope.ts'
import type { EvalResult } from '../../schema/replay.ts'
import type { EvalRow } from '../../store/executions/evals.ts'
import type { RecordedCase } from './case.ts'
import { runChecks } from './checks.ts'
import type { Replays } from './replay.ts'

export type RecordedEval = EvalRow & { recorded: RecordedCase }

/** Replays a stored execution. Without checks, its result must be the recorded one, and nothing may be made up. */
export async function evaluated(
  replays: Pick<Replays, 'replayCase'>,
  scope: Scope,
  { id, name, executionId, checks, recorded }: RecordedEval,
  version: number,
  signal: AbortSignal,
): Promise<EvalResult> {
  const { isGreen, nodes, result, steps } = await replays.replayCase(scope, recorded, version, signal)
  const checked = runChecks(checks, recorded, { steps, outcome: result.after })
  return {
    evalId: id,
    name,
    executionId,
    passed: checks.length === 0 ? isGreen : checked.every((check) => check.passed),
    isSameResult: result.verdict === 'same',
    unmatchedNodes: nodes.filter(({ verdict }) => verdict === 'unmatched').map(({ step }) => step),
    checks: checked,
    after: result.after,
    changes: result.changes,
  }
}
