import type { StepClass } from '../../../kernel/runs/run.ts'
import type { PlannedCall } from '../offered/tool.ts'
import type { DecidedCall, StoredMessage } from '../schema/message.ts'
import type { ToolRetry } from '../schema/spec.ts'
import type { ToolFailure, ToolOutcome } from '../schema/turn.ts'
import { guardResult } from './guarded.ts'
import type { Loop } from './loop.ts'
import type { ToolRecord } from './records.ts'

/** Why a call was not executed. */
export type Refused = { code: string; message: string; status: 'error' | 'rejected' }

export const refusal = (code: string, message: string, status: Refused['status'] = 'error'): Refused => ({
  code,
  message,
  status,
})

type Ended = {
  call: DecidedCall
  step: string
  planned: Pick<PlannedCall, 'slug' | 'taint'> & { class?: StepClass }
  outcome: ToolOutcome
  /** How often it was tried before. */
  tries: number
}

/** What a tool returned as the model is given it, or why it is to be tried again. What may have had an effect is not repeated. */
export async function toolRecord(
  loop: Loop,
  { call, step, planned, outcome, tries }: Ended,
): Promise<ToolRecord> {
  const { creditsMicro: c, logId: x } = outcome
  const t = outcome.taint === undefined ? planned.taint : outcome.taint
  const base = { c, x, t, at: loop.deps.clock.now().getTime() }
  if (outcome.isOk) {
    const { output, stopped = [] } = outcome
    const m = await guardedMessage(loop, call, step, textOfResult(output))
    return { ...base, m, ...(stopped.length > 0 ? { p: stopped } : {}) }
  }
  const { code, message, connection } = outcome
  const m = await guardedMessage(loop, call, step, JSON.stringify({ error: code, message }), 'error')
  if (connection) return { ...base, m, k: 'connection', connection: { ...connection, message } }
  const isSafe = outcome.hadNoEffect || planned.class === 'repeatable' || planned.class === 'pure'
  const w = isSafe
    ? retryDelayMs(loop.turn.agent.capabilities?.toolRetry, planned.slug, outcome, tries)
    : null
  return w === null ? { ...base, m } : { ...base, m, k: 'retry', w }
}

export const failureRecord = (loop: Loop, call: DecidedCall, step: string, refused: Refused): ToolRecord => ({
  m: messageOf(
    loop,
    call,
    step,
    JSON.stringify({ error: refused.code, message: refused.message }),
    refused.status,
  ),
  c: 0,
  x: null,
  t: null,
  at: loop.deps.clock.now().getTime(),
})

const cutOff = refusal(
  'interrupted',
  'The run was cancelled during this call. It is not known whether it took effect.',
)

/** The result of a call that a cancel cuts off: a model that reads it was not executed would make it again. */
export const cutOffMessage = (loop: Loop, call: DecidedCall, step: string): StoredMessage =>
  failureRecord(loop, call, step, cutOff).m

/** The result without personal data that the rules of the agent withhold from its model. */
async function guardedMessage(
  loop: Loop,
  call: DecidedCall,
  step: string,
  content: string,
  status: 'success' | 'error' = 'success',
): Promise<StoredMessage> {
  const guarded = await guardResult(loop, content)
  if ('text' in guarded) return messageOf(loop, call, step, guarded.text, status)
  const message = `The result is withheld: it contains personal data (${guarded.blockedBy}).`
  return messageOf(loop, call, step, JSON.stringify({ error: 'guardrail', message }), 'error')
}

const messageOf = (
  { context }: Loop,
  call: DecidedCall,
  step: string,
  content: string,
  status: 'success' | 'error' | 'rejected',
): StoredMessage => ({
  id: `${context.run.id}:${step}`,
  role: 'tool',
  content,
  toolCallId: call.id,
  name: call.name,
  status,
  ...(call.decision ? { decision: call.decision } : {}),
})

const textOfResult = (output: unknown): string =>
  typeof output === 'string' ? output : JSON.stringify(output ?? null)

const maxDelayMs = 60_000

/** How long to wait before the next try; null for none. */
function retryDelayMs(
  retry: ToolRetry | undefined,
  slug: string,
  failure: ToolFailure,
  tries: number,
): number | null {
  if (!retry?.enabled || !failure.isRetryable) return null
  if (retry.tools && retry.tools.length > 0 && !retry.tools.includes(slug)) return null
  if (tries >= (retry.maxRetries ?? 2)) return null
  const jitter = retry.jitter ? 0.5 + Math.random() / 2 : 1
  const backoffMs = jitter * (retry.initialDelayMs ?? 500) * (retry.backoffFactor ?? 2) ** tries
  return Math.min(
    maxDelayMs,
    Math.max(Math.min(retry.maxDelayMs ?? 10_000, backoffMs), failure.retryAfterMs ?? 0),
  )
}
