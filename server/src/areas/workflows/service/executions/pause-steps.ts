import type { Decision } from '../../../threads/index.ts'
import { parseStepName } from '../../graph/record.ts'
import type { ExecutionStep, StepDecision } from '../../schema/execution-detail.ts'
import type { PauseRow } from '../../store/executions/pauses.ts'

type Answer = {
  decisions?: (Partial<Decision> & { type: Decision['type'] })[]
  approved?: boolean
  choice?: 'done' | 'again' | 'stop'
  value?: unknown
  output?: unknown
  comment?: string | null
  timedOut?: true
  withdrawn?: true
}

/** The decisions at a pause; empty while it is open, and if nothing waited for the answer. */
export function decisionsOf({ answer, answeredBy, answeredAt: at, onTimeout }: PauseRow): StepDecision[] {
  const { decisions, approved, choice, value = null, output = null, ...rest } = (answer ?? {}) as Answer
  if (answer === null || rest.withdrawn) return []
  const by = answeredBy as StepDecision['by']
  if (decisions) return decisions.map((each) => toStepDecision({ by, at, ...each }))
  if (rest.timedOut) {
    const type = onTimeout === 'approve' ? 'approve' : 'reject'
    return [{ ...noCall, type, args: null, message: 'No one decided in time.', by: null, at }]
  }
  const message = rest.comment ?? null
  if (choice) return [{ ...noCall, type: choice, args: output, message, by, at }]
  return [{ ...noCall, type: approved === false ? 'reject' : 'approve', args: value, message, by, at }]
}

const noCall = { toolSlug: null, requested: null }

export const toStepDecision = ({
  type,
  toolSlug = '',
  requested = {},
  args = null,
  message = null,
  by = null,
  at = null,
}: Omit<Partial<Decision>, 'by' | 'at'> & {
  type: Decision['type']
  by?: StepDecision['by']
  at?: string | null
}): StepDecision => ({ type, toolSlug, requested, args, message, by, at })

/** A pause as a step: it stays part of the execution when it has been answered, and when the execution has ended. */
export function toPauseStep(pause: PauseRow, hasEnded: boolean): ExecutionStep {
  const decisions = decisionsOf(pause)
  const { answeredAt, createdAt } = pause
  const isUnanswered = hasEnded && decisions.length === 0
  return {
    ...emptyStep(pause.step, pause.kind),
    nodeId: pause.nodeId,
    name: pause.kind,
    status: statusOf(pause, decisions, isUnanswered),
    input: pause.request,
    error: isUnanswered ? notAnswered : null,
    startedAt: createdAt,
    durationMs: answeredAt === null ? null : Math.max(0, Date.parse(answeredAt) - Date.parse(createdAt)),
    pauseId: pause.id,
    decisions,
  }
}

const notAnswered = { code: 'cancelled', message: 'The execution ended before this was answered.' }

function statusOf(
  { answeredAt }: PauseRow,
  decisions: readonly StepDecision[],
  isUnanswered: boolean,
): ExecutionStep['status'] {
  if (isUnanswered) return 'failed'
  if (answeredAt === null) return 'paused'
  return decisions.length > 0 && decisions.every(({ type }) => type === 'reject') ? 'rejected' : 'completed'
}

export const emptyStep = (step: string, type: string): ExecutionStep => ({
  nodeId: parseStepName(step).nodeId,
  step,
  name: type,
  type,
  status: 'running',
  stoppedBy: null,
  input: null,
  output: null,
  outputFileId: null,
  error: null,
  attempts: 1,
  tries: null,
  maybeRepeated: false,
  source: 'live',
  startedAt: null,
  durationMs: null,
  credits: 0,
  logs: [],
  toolLogId: null,
  modelCallId: null,
  model: null,
  tokens: null,
  subflowVersion: null,
  pauseId: null,
  decisions: [],
})
