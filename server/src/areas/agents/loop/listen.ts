import { AppError } from '../../../kernel/errors.ts'
import type { CallEvent, ChatReply, PendingEnd } from '../../llm/index.ts'
import type { StoredMessage, Thoughts, ToolCall } from '../schema/message.ts'
import { type Loop, modelEntry } from './loop.ts'

const microPerCredit = 1_000_000

/** What a model said, as far as it came. */
export type ModelOutput = {
  id: string
  callId: string | null
  text: string
  reasoning: string
  thoughts: Thoughts[number][]
  calls: ToolCall[]
  reply: ChatReply | null
  /** The end of the call, where it is to be committed with the record of the step. */
  pending: PendingEnd | null
  /** Why it was interrupted, if it was. */
  failure: unknown
}

export const creditsOf = ({ reply }: ModelOutput): number =>
  reply === null ? 0 : Math.round(reply.usage.credits * microPerCredit)

/** Has a model respond, and adds every piece to the log as it comes. Does not throw: a failure is part of the result. */
export async function listen(
  { turn, emitter, guards, taint }: Pick<Loop, 'turn' | 'emitter' | 'guards' | 'taint'>,
  id: string,
  events: AsyncIterable<CallEvent>,
  signal: AbortSignal,
): Promise<ModelOutput> {
  const output: ModelOutput = {
    id,
    callId: null,
    text: '',
    reasoning: '',
    thoughts: [],
    calls: [],
    reply: null,
    pending: null,
    failure: null,
  }
  // What rules may change is not shown before it is complete.
  const shown = guards.output ? { ...emitter, delta: () => undefined } : emitter
  turn.onPartial?.(() =>
    guards.output ? [] : partialOf(output).map((message) => modelEntry({ taint }, message)),
  )
  try {
    for await (const event of events) take(shown, output, event)
  } catch (error) {
    output.failure = error
  }
  if (signal.aborted) {
    await output.pending?.finish()
    turn.onInterruptedCall?.()
  }
  return output
}

function take({ emit, delta }: Loop['emitter'], output: ModelOutput, event: CallEvent): void {
  const { id } = output
  switch (event.type) {
    case 'start':
      output.callId = event.id
      emit('message.start', { id, call: event.id, model: event.model })
      break
    case 'text':
      output.text += event.delta
      delta('text', { id, d: event.delta })
      break
    case 'reasoning':
      output.reasoning += event.delta
      delta('reasoning', { id, d: event.delta })
      break
    case 'thought':
      output.thoughts.push(event.thought)
      break
    case 'tool-call-start':
      delta('args', { id, call: event.id, name: event.name, d: '' })
      break
    case 'tool-call-delta':
      delta('args', { id, call: event.id, d: event.delta })
      break
    case 'tool-call':
      output.calls.push(callOf(event))
      break
    case 'error':
      output.failure = new AppError(event.code as 'upstream_error', event.message)
      break
    case 'end':
      output.reply = event.reply
      output.pending = event.pending ?? null
  }
}

const callOf = ({ id, name, arguments: input, signature }: ToolCall): ToolCall => ({
  id,
  name,
  arguments: input,
  ...(signature === undefined ? {} : { signature }),
})

/** The text until a cancel, if there is any. */
const partialOf = ({ id, text }: ModelOutput): StoredMessage[] =>
  text === '' ? [] : [{ id, role: 'ai', content: text, status: 'cancelled' }]
