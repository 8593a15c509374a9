import type { Clock } from '../../../kernel/clock.ts'
import type { Statement } from '../../../kernel/db/db.ts'
import type { Events } from '../../../kernel/events/events.ts'
import { deferRows, type RowBatch, type RowWriter } from '../../../kernel/runs/deferred-rows.ts'
import type { Run, RunError, RunOutcome } from '../../../kernel/runs/run.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import type { StoppedPart } from '../../agents/index.ts'
import type { FlowResponse } from '../graph/record.ts'
import type { ExecutionError } from '../schema/execution.ts'
import { type EndedExecution, endingExecutions } from '../store/execution-end.ts'
import { clearingExecutionPayloads, withoutPayloads } from '../store/executions/payloads.ts'
import { type ExecutionInput, type ExecutionOutput, statusOf } from './execution.ts'
import { placedParts } from './interpreter/stopped-parts.ts'

export type EndRows = (run: Run, outcome: RunOutcome) => readonly RowBatch[]

// Of the record of a node: how it ended and what it cost, not what it gave.
const factsOfRecord = ['s', 'c', 'x', 't', 'at', 'v', 'p']

export type EndRowsDeps = {
  clock: Clock
  events: Pick<Events, 'publishing'>
  runs: Pick<Runs, 'clearingPayloads'>
}

/** Statements that delete inputs and outputs where the project does not store them; behind those that store them. */
type PayloadClearing = (
  rows: readonly { id: string; projectId: string; keepsPayloads: boolean | null }[],
) => Statement[]

export const createPayloadClearing =
  (runs: Pick<Runs, 'clearingPayloads'>): PayloadClearing =>
  (rows) => {
    const refs = rows.filter(({ keepsPayloads }) => keepsPayloads !== true)
    if (refs.length === 0) return []
    return [runs.clearingPayloads(withoutPayloads(refs), factsOfRecord), clearingExecutionPayloads(refs)]
  }

type Row = EndedExecution & { keepsPayloads: boolean | null }

/**
 * What an execution says of its end, whichever way it ends: it commits with the end of its run. Its status and result, its
 * count, the event, and that inputs and outputs go where the project does not store them.
 */
export function createEndRows({ clock, events, runs }: EndRowsDeps): EndRows {
  const clearingPayloads = createPayloadClearing(runs)
  const writer: RowWriter<Row> = { statements: (rows) => [endingExecutions(rows), ...clearingPayloads(rows)] }
  return (run, outcome) => {
    const ended = toEnded(run, outcome, clock.now())
    const { keepsPayloads = null } = run.input as ExecutionInput
    return [deferRows(writer, { ...ended, keepsPayloads }), ...publishingEnd(events, run, ended)]
  }
}

/** Test executions and replays have no events. */
export const isPublished = ({ mode, replayOf }: Pick<ExecutionInput, 'mode' | 'replayOf'>): boolean =>
  mode === 'production' && replayOf === undefined

export function publishingEnd(
  events: EndRowsDeps['events'],
  run: Run,
  { status, error, summary, stoppedParts }: EndedRun,
): RowBatch[] {
  const input = run.input as ExecutionInput
  if (!isPublished(input)) return []
  const { workflowId, version, threadId } = input
  const stoppedBy = summary?.stoppedBy
  const data = {
    executionId: run.id,
    workflowId,
    version,
    threadId,
    ...(error ? { error } : {}),
    ...(stoppedBy ? { stoppedBy } : {}),
    ...(stoppedParts.length > 0 ? { stoppedParts: placedParts(stoppedParts) } : {}),
  }
  return [events.publishing(run.scope, { type: `execution.${status}`, data })]
}

/** With how a webhook sends the output, and what the event has, which are stored with the run alone. */
export type EndedRun = EndedExecution & {
  response: FlowResponse | null
  stoppedParts: readonly StoppedPart[]
}

export function toEnded(run: Pick<Run, 'projectId' | 'id'>, outcome: RunOutcome, at: Date): EndedRun {
  const output = outcome.status === 'succeeded' ? (outcome.output as ExecutionOutput) : null
  return {
    projectId: run.projectId,
    id: run.id,
    status: statusOf(outcome),
    output: output?.o ?? null,
    response: output?.response ?? null,
    stoppedParts: output?.summary?.stoppedParts ?? output?.stoppedParts ?? [],
    error: outcome.error && toError(outcome.error),
    summary: output?.summary ?? null,
    creditsMicro: output?.creditsMicro ?? null,
    toolMicro: output?.toolMicro,
    at,
  }
}

const toError = ({ code, message, step, details }: RunError): ExecutionError => ({
  code,
  message,
  nodeId: step?.split(/[#~/:]/, 1)[0] ?? null,
  step: step ?? null,
  ...details,
})
