import { isStoaError, type LlmReply, StoaError } from '@stoa/sdk'
import type { ChatError, Draft, Step } from './draft.ts'

export const newStep = (model: string, format: Draft['format']): Step => ({
  id: crypto.randomUUID(),
  model,
  format,
  phase: 'running',
  text: '',
  reasoning: '',
  tools: [],
  reply: null,
  error: null,
  firstTokenMs: null,
  totalMs: null,
})

/** An event of the stream; its data is not validated yet. */
export type ChatEvent = { event: string; data: unknown }

type Delta = { text?: string; index?: number; id?: string; name?: string; arguments?: string }
type Broken = { code?: string; message?: string }

/** A step after one more event of its stream. Events of kinds that are not known are passed over. */
export function afterEvent(step: Step, { event, data }: ChatEvent, requestId: string | null): Step {
  const delta = (data ?? {}) as Delta
  if (event === 'delta') return { ...step, text: step.text + (delta.text ?? '') }
  if (event === 'reasoning') return { ...step, reasoning: step.reasoning + (delta.text ?? '') }
  if (event === 'tool_call_delta') return { ...step, tools: withToolDelta(step.tools, delta) }
  if (event === 'error') {
    const { code = 'upstream_error', message = 'The response was interrupted' } = (data ?? {}) as Broken
    const hint = 'Tokens generated so far are billed. Try again or use another model.'
    return { ...step, phase: 'failed', error: { code, message, status: 502, requestId, hint } }
  }
  if (event === 'done') return ended(step, data as LlmReply)
  return step
}

function withToolDelta(
  tools: Step['tools'],
  { index = 0, id, name, arguments: more = '' }: Delta,
): Step['tools'] {
  const before = tools[index] ?? { id: id ?? '', name: '', arguments: '', result: '' }
  const next = { ...before, name: name ?? before.name, arguments: before.arguments + more }
  return [...tools.slice(0, index), next, ...tools.slice(index + 1)]
}

/** The final response counts: it has the parsed arguments of tools. */
function ended(step: Step, { text: _, message, ...reply }: LlmReply): Step {
  return {
    ...step,
    phase: step.phase === 'failed' ? 'failed' : 'ended',
    text: message.content,
    reasoning: message.reasoning ?? step.reasoning,
    tools: (message.toolCalls ?? []).map(({ id, name, arguments: args }) => ({
      id,
      name,
      arguments: JSON.stringify(args, null, 2),
      result: '',
    })),
    reply,
  }
}

/** Plain data, so that it survives a reload. */
export const toChatError = (error: unknown): ChatError =>
  isStoaError(error)
    ? {
        code: error.code,
        message: error.message,
        status: error.status,
        requestId: error.requestId,
        hint: error.hint,
      }
    : {
        code: 'stream_broken',
        message: error instanceof Error ? error.message : 'The response was interrupted',
        status: 0,
        requestId: null,
        hint: 'Check your connection to the server and try again.',
      }

export const errorOf = (error: ChatError): StoaError => new StoaError({ ...error, type: 'llm' })
