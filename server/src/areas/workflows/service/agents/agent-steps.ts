import { creditsOf } from '../../../../kernel/credits.ts'
import type { StoppedPart, StoredMessage } from '../../../agents/index.ts'
import type { ExecutionStep } from '../../schema/execution-detail.ts'
import type { PauseRow } from '../../store/executions/pauses.ts'
import type { StepRow } from '../../store/executions/steps.ts'
import { decisionsOf, emptyStep, toPauseStep, toStepDecision } from '../executions/pause-steps.ts'

/** What the records of calls have in common. */
type CallRecord = {
  m?: StoredMessage
  c?: number
  x?: string | null
  k?: string
  p?: readonly StoppedPart[]
}

const callForm = /^(.*\/)?(model|tool|compact):(\d+)(?::(\d+))?(~\w+)?$/

/** The steps of an agent: the calls of models and tools, and what it waited for, in the order in which they began. */
export function agentSteps(
  rows: readonly StepRow[],
  pauses: readonly PauseRow[],
  hasEnded: boolean,
): ExecutionStep[] {
  const calls = new Map(
    rows.flatMap(({ output }) =>
      ((output as CallRecord | null)?.m?.toolCalls ?? []).map((call) => [call.id, call.arguments] as const),
    ),
  )
  const steps = rows.toSorted(byStart).flatMap((row) => toStep(row, calls))
  const recorded = new Map(steps.map((step) => [step.step, step]))
  const waited = pauses.filter(({ step }) => !recorded.has(step)).map((pause) => toPauseStep(pause, hasEnded))
  for (const pause of pauses) recorded.get(pause.step)?.decisions.push(...decisionsOf(pause))
  return inOrder(steps, waited)
}

/** An agent asks before it calls: what it waited for comes before a call that began in the same millisecond. */
function inOrder(steps: readonly ExecutionStep[], waited: readonly ExecutionStep[]): ExecutionStep[] {
  const rest = [...waited]
  const ordered = steps.flatMap((step) => {
    const isBefore = ({ startedAt }: ExecutionStep) =>
      startedAt! < step.startedAt! || (startedAt === step.startedAt && step.type === 'tool')
    const isLater = rest.findIndex((each) => !isBefore(each))
    const before = rest.splice(0, isLater === -1 ? rest.length : isLater)
    return [...before, step]
  })
  return [...ordered, ...rest]
}

/** Where several began in the same millisecond: a call of the model before its tools, and those as the model named them. */
function byStart(a: StepRow, b: StepRow): number {
  if (a.startedAt !== b.startedAt) return a.startedAt < b.startedAt ? -1 : 1
  const [, prefixA = '', typeA, callA = '', atA = '-1'] = callForm.exec(a.name) ?? []
  const [, prefixB = '', typeB, callB = '', atB = '-1'] = callForm.exec(b.name) ?? []
  if (!typeA || !typeB || prefixA !== prefixB) return 0
  return Number(callA) - Number(callB) || Number(atA) - Number(atB)
}

function toStep(row: StepRow, calls: ReadonlyMap<string, unknown>): ExecutionStep[] {
  const [, , type] = callForm.exec(row.name) ?? []
  const { m, c = 0, x = null, k, p } = (row.output ?? {}) as CallRecord
  if (type === undefined || !m) return []
  const isFailed = m.status === 'error' || m.status === 'rejected'
  return [
    {
      ...emptyStep(row.name, type),
      nodeId: 'agent',
      name: (type === 'tool' ? m.name : m.model) ?? type,
      status: k ? 'retried' : m.status === 'rejected' ? 'rejected' : isFailed ? 'failed' : 'completed',
      stoppedBy: p?.[0]?.stoppedBy ?? null,
      input: inputOf(m, calls),
      decisions: m.decision ? [toStepDecision(m.decision)] : [],
      output: m.toolCalls ? { content: m.content, toolCalls: m.toolCalls } : m.content,
      error: isFailed ? errorIn(m) : null,
      attempts: row.tries,
      tries: row.toolTries,
      maybeRepeated: row.maybeAlsoAttempt !== null,
      startedAt: row.startedAt,
      durationMs: Math.max(0, Date.parse(row.finishedAt) - Date.parse(row.startedAt)),
      credits: creditsOf(c),
      toolLogId: type === 'tool' ? x : null,
      modelCallId: type === 'tool' ? null : x,
      model: m.model ?? null,
      tokens: m.usage ? { input: m.usage.inputTokens, output: m.usage.outputTokens } : null,
    },
  ]
}

/** The arguments that were sent: those of the model, unless a human has changed them. */
function inputOf({ toolCallId, decision }: StoredMessage, calls: ReadonlyMap<string, unknown>): unknown {
  if (decision?.type === 'edit') return decision.args
  return toolCallId === undefined ? null : (calls.get(toolCallId) ?? null)
}

function errorIn({ content }: StoredMessage): ExecutionStep['error'] {
  try {
    const { error, message } = JSON.parse(String(content)) as { error: string; message: string }
    return { code: error, message }
  } catch {
    return { code: 'error', message: String(content).slice(0, 500) }
  }
}
