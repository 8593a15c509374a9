import type { Clock } from '../../../kernel/clock.ts'
import type { Events } from '../../../kernel/events/events.ts'
import { deferRows, type RowBatch, type RowWriter } from '../../../kernel/runs/deferred-rows.ts'
import type { Run, RunOutcome } from '../../../kernel/runs/run.ts'
import { type EndedExecution, endingExecutions } from '../store/execution-end.ts'
import { type ExecutionInput, type ExecutionOutput, statusOf } from './execution.ts'

export type EndRows = (run: Run, outcome: RunOutcome) => readonly RowBatch[]

const writer: RowWriter<EndedExecution> = { statements: (rows) => [endingExecutions(rows)] }

/** What an execution says of its end, whichever way it ends: it commits with the end of its run. */
export const createEndRows =
  ({ clock, events }: { clock: Clock; events: Pick<Events, 'publishing'> }): EndRows =>
  (run, outcome) => {
    const ended = toEnded(run, outcome, clock.now())
    const { workflowId, version, mode, threadId, replayOf } = run.input as ExecutionInput
    const rows = [deferRows(writer, ended)]
    if (mode === 'test' || replayOf !== undefined) return rows
    const { status, error } = ended
    const data = { executionId: run.id, workflowId, version, threadId, ...(error ? { error } : {}) }
    return [...rows, events.publishing(run.scope, { type: `execution.${status}`, data })]
  }

export function toEnded(run: Pick<Run, 'projectId' | 'id'>, outcome: RunOutcome, at: Date): EndedExecution {
  const output = outcome.status === 'succeeded' ? (outcome.output as ExecutionOutput) : null
  const { code, message, step } = outcome.error ?? {}
  return {
    projectId: run.projectId,
    id: run.id,
    status: statusOf(outcome),
    output: output?.o ?? null,
    error:
      code === undefined
        ? null
        : { code, message, nodeId: step?.split(/[#~/:]/, 1)[0] ?? null, step: step ?? null },
    summary: output?.summary ?? null,
    creditsMicro: output?.creditsMicro ?? null,
    at,
  }
}
