import { creditsOf } from '../../../../kernel/credits.ts'
import type { CompiledGraph } from '../../graph/compile.ts'
import { type NodeRecord, parseStepName } from '../../graph/record.ts'
import type { ExecutionStep } from '../../schema/execution-detail.ts'
import { versionLabel } from '../../schema/version-number.ts'
import type { PauseRow } from '../../store/executions/pauses.ts'
import type { NodeStep, StepRow } from '../../store/executions/steps.ts'
import { decisionsOf, emptyStep } from './pause-steps.ts'
import type { Recording } from './recorded-flow.ts'

/** The steps of nodes; those of the engine have other outputs and are not shown. */
export const nodeStepsOf = (rows: readonly StepRow[]): NodeStep[] =>
  rows
    .filter(({ name }) => parseStepName(name).isNode)
    .map(({ output, ...row }) => ({ ...row, record: output as NodeRecord }))

const versionStep = /^(.*):version$/

export const recordingOf = (rows: readonly StepRow[]): Recording => ({
  nodes: new Map(nodeStepsOf(rows).map(({ name, record }) => [name, record])),
  subflowVersions: new Map(
    rows.flatMap(({ name, output }) => {
      const step = versionStep.exec(name)?.[1]
      return step === undefined ? [] : [[step, Number(output)] as const]
    }),
  ),
})

/** The graph that a step belongs to: that of the execution, or of a subflow; null when it is not known. */
export type GraphOf = (prefix: string) => CompiledGraph | null

export const prefixOf = (step: string): string => step.slice(0, step.lastIndexOf('/') + 1)

const statuses = { ok: 'completed', error: 'failed', retry: 'retried' } as const

function nodeOf(graphOf: GraphOf, step: string) {
  const { path } = parseStepName(step)
  return graphOf(prefixOf(step))?.nodes.get(path.at(-1)!)?.node
}

export function toStep(
  { record, ...row }: NodeStep,
  graphOf: GraphOf,
  input: unknown,
  pause: PauseRow | undefined,
): ExecutionStep {
  const { path, attempt } = parseStepName(row.name)
  const node = nodeOf(graphOf, row.name)
  const nodeId = path.at(-1)!
  // A node that waits for a human begins when it asks, and its step is recorded when it has the answer.
  const startedAt = pause && pause.createdAt < row.startedAt ? pause.createdAt : row.startedAt
  const isModel = node?.type === 'llm'
  const logId = record.x ?? null
  return {
    nodeId,
    step: row.name,
    name: node?.name ?? nodeId,
    type: node?.type ?? 'unknown',
    status: statuses[record.s],
    stoppedBy: record.p?.[0]?.stoppedBy ?? null,
    input,
    output: record.f === undefined ? (record.o ?? null) : null,
    outputFileId: record.f ?? null,
    error: record.e ?? null,
    attempts: attempt + row.tries,
    tries: row.toolTries,
    maybeRepeated: row.maybeAlsoAttempt !== null,
    source: record.t ?? 'live',
    startedAt,
    durationMs: Math.max(0, Date.parse(row.finishedAt) - Date.parse(startedAt)),
    credits: creditsOf(record.c ?? 0),
    logs: record.l ?? [],
    toolLogId: isModel ? null : logId,
    modelCallId: isModel ? logId : null,
    model: null,
    tokens: null,
    subflowVersion: record.v === undefined ? null : versionLabel(record.v),
    pauseId: pause?.id ?? null,
    decisions: pause ? decisionsOf(pause) : [],
  }
}

/** A step that has begun and has no record yet. */
export function toOpenStep(
  step: string,
  graphOf: GraphOf,
  details: { input: unknown; startedAt: string | null; pause: PauseRow | undefined },
): ExecutionStep {
  const { path, attempt } = parseStepName(step)
  const node = nodeOf(graphOf, step)
  const nodeId = path.at(-1)!
  return {
    ...emptyStep(step, node?.type ?? 'unknown'),
    nodeId,
    name: node?.name ?? nodeId,
    status: details.pause ? 'paused' : 'running',
    input: details.input,
    attempts: attempt + 1,
    startedAt: details.startedAt,
    pauseId: details.pause?.id ?? null,
  }
}
