import { deferRows, type RowWriter } from '../../../kernel/runs/deferred-rows.ts'
import type { AheadOptions } from '../../../kernel/runs/run.ts'
import type { Scope } from '../../../kernel/scope.ts'
import {
  type EndedNewExecution,
  insertingEnded,
  insertingExecutions,
  type NewExecution,
} from '../store/executions/insert.ts'
import {
  createPayloadClearing,
  type EndRows,
  type EndRowsDeps,
  isPublished,
  publishingEnd,
  toEnded,
} from './end-rows.ts'
import type { ExecutionInput } from './execution.ts'

export type StartRowsDeps = EndRowsDeps & { endRows: EndRows }

/** The rows of an execution that starts: as it is stored before its end, and as it is where it has ended by then. */
export function createStartRows({ clock, events, runs, endRows }: StartRowsDeps) {
  const clearingPayloads = createPayloadClearing(runs)
  const starts: RowWriter<NewExecution> = { statements: (rows) => [insertingExecutions(rows)] }
  const ends: RowWriter<EndedNewExecution> = {
    statements: (rows) => [insertingEnded(rows), ...clearingPayloads(rows)],
  }
  return (
    scope: Scope,
    row: NewExecution,
    executionInput: ExecutionInput,
  ): Required<Pick<AheadOptions, 'rows' | 'rowsOfEnded'>> => {
    const { workflowId, version, threadId } = executionInput
    const data = { executionId: row.id, workflowId, version, threadId }
    const published = isPublished(executionInput)
      ? [events.publishing(scope, { type: 'execution.started', data })]
      : []
    const rows = [deferRows(starts, row), ...published]
    return {
      rows,
      rowsOfEnded(run, outcome) {
        const ended = toEnded(run, outcome, clock.now())
        const { summary, creditsMicro } = ended
        // Counted from its records, which are stored by then.
        if (summary === null || creditsMicro === null) return [...rows, ...endRows(run, outcome)]
        const whole = { ...row, ended: { ...ended, summary, creditsMicro } }
        return [deferRows(ends, whole), ...published, ...publishingEnd(events, run, ended)]
      },
    }
  }
}
