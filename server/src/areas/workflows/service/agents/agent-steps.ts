import { creditsOf } from '../../../../kernel/credits.ts'
import type { StoredMessage } from '../../../agents/index.ts'
import type { ExecutionStep } from '../../schema/execution-detail.ts'
import type { PauseRow } from '../../store/executions/pauses.ts'
import type { StepRow } from '../../store/executions/steps.ts'

/** What the records of calls have in common. */
type CallRecord = { m?: StoredMessage; c?: number; x?: string | null; k?: string }

const callForm = /^(.*\/)?(model|tool|compact):(\d+)(?::(\d+))?(~\w+)?$/

/** The steps of an agent: the calls of models and tools in the order in which they began, then what it waits for. */
export function agentSteps(rows: readonly StepRow[], pauses: readonly PauseRow[]): ExecutionStep[] {
  const calls = new Map(
    rows.flatMap(({ output }) =>
      ((output as CallRecord | null)?.m?.toolCalls ?? []).map((call) => [call.id, call.arguments] as const),
    ),
  )
  const open = pauses.filter(({ answeredAt }) => answeredAt === null)
  return [...rows.toSorted(byStart).flatMap((row) => toStep(row, calls)), ...open.map(toOpenStep)]
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
  const { m, c = 0, x = null, k } = (row.output ?? {}) as CallRecord
  if (type === undefined || !m) return []
  const isFailed = m.status === 'error' || m.status === 'rejected'
  return [
    {
      ...empty(row.name, type),
      name: (type === 'tool' ? m.name : m.model) ?? type,
      status: k ? 'retried' : m.status === 'rejected' ? 'rejected' : isFailed ? 'failed' : 'completed',
      input: m.toolCallId === undefined ? null : (calls.get(m.toolCallId) ?? null),
      output: m.toolCalls ? { content: m.content, toolCalls: m.toolCalls } : m.content,
      error: isFailed ? errorIn(m) : null,
      attempts: row.tries,
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

const toOpenStep = (pause: PauseRow): ExecutionStep => ({
  ...empty(pause.step, pause.kind),
  name: pause.kind,
  status: 'paused',
  input: pause.request,
  startedAt: pause.createdAt,
  pauseId: pause.id,
})

const empty = (step: string, type: string): ExecutionStep => ({
  nodeId: 'agent',
  step,
  name: type,
  type,
  status: 'running',
  input: null,
  output: null,
  outputFileId: null,
  error: null,
  attempts: 1,
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
})

function errorIn({ content }: StoredMessage): ExecutionStep['error'] {
  try {
    const { error, message } = JSON.parse(String(content)) as { error: string; message: string }
    return { code: error, message }
  } catch {
    return { code: 'error', message: String(content).slice(0, 500) }
  }
}
