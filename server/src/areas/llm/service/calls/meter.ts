import type { MemoryReservation } from '../../../../kernel/limits/memory-budget.ts'
import { type ModelPart, ProviderFailure } from '../../providers/port.ts'
import type { Tokenizer } from '../../providers/tokenizer/tokenizer.ts'
import { countTokens } from '../../providers/tokens.ts'
import type { CallEvent } from '../../schema/call-request.ts'
import type { FinishReason } from '../../schema/chat.ts'
import { type Message, signatureOf, type ToolCall } from '../../schema/message.ts'
import type { ReasoningSignature, Thought } from '../../schema/thought.ts'
import type { TokenUsage } from '../../schema/token-usage.ts'

// Far more than any model says; a server that never stops is stopped here.
const maxChars = 16 * 1024 * 1024
const maxThoughts = 1000
const bytesPerToken = 3
// The capacity for a response is taken in such steps; the first is free.
const stepChars = 64 * 1024

/**
 * Collects the output of a model, and its usage. Where parallel tool calls are off, those after the first are
 * dropped: models may call several in spite of the option.
 */
export function createMeter(
  held: Pick<MemoryReservation, 'grow'>,
  { hasOneCall = false }: { hasOneCall?: boolean } = {},
) {
  const texts: string[] = []
  const reasoning: string[] = []
  const thoughts: Thought[] = []
  let thinking: { text: string; place: number } | null = null
  const open = new Map<string, { index: number; text: string }>()
  const calls: (ToolCall & { arguments: Record<string, unknown> })[] = []
  let toolText = ''
  let chars = 0
  let budgetChars = stepChars
  let finish: FinishReason | null = null
  let stopSequence: string | undefined
  let usage: TokenUsage | null = null
  const leftOut = new Set<string>()

  /** Whether it belongs to a call after the first. */
  function isLeftOut(part: ModelPart): boolean {
    if (!hasOneCall || !isOfCall(part) || open.has(part.id) || open.size === 0) return false
    leftOut.add(part.id)
    // It was said and is paid, also where it has to be counted here.
    if (part.type === 'tool-call') toolText += `${part.name} ${part.arguments}\n`
    return true
  }

  function grow(delta: string): void {
    chars += delta.length
    if (chars > maxChars) throw new ProviderFailure('broken', 'its response is too large')
    if (chars <= budgetChars) return
    // Sent to the caller and, a little later, stored: twice.
    const steps = Math.ceil((chars - budgetChars) / stepChars)
    held.grow(2 * steps * stepChars)
    budgetChars += steps * stepChars
  }

  function callOf(id: string) {
    let call = open.get(id)
    if (!call) {
      call = { index: open.size, text: '' }
      open.set(id, call)
    }
    return call
  }

  /** Some providers send calls whole and not in pieces; those who listen hear them in the same way. */
  function takeCall(part: Extract<ModelPart, { type: 'tool-call' }>): CallEvent[] {
    const { id, name, arguments: text } = part
    const isNew = !open.has(id)
    const started = callOf(id)
    if (started.text === '') grow(text)
    toolText += `${name} ${text}\n`
    const call = { id, name, arguments: argumentsOf(part), ...signatureOf(part.signature) }
    calls.push(call)
    const { index } = started
    const pieces: CallEvent[] = [
      { type: 'tool-call-start', index, id, name, ...signatureOf(part.signature) },
      { type: 'tool-call-delta', index, id, delta: text },
    ]
    return [...(isNew ? pieces : []), { type: 'tool-call', index, ...call }]
  }

  const placeNow = () => Math.min(1, texts.length) + calls.length

  function takeThought(signature: ReasoningSignature | null): CallEvent[] {
    const { text, place } = thinking ?? { text: '', place: placeNow() }
    thinking = null
    if (text === '' && !signature) return []
    if (thoughts.length >= maxThoughts) throw new ProviderFailure('broken', 'its response is too large')
    const thought = { text, place, signature }
    thoughts.push(thought)
    return [{ type: 'thought', thought }]
  }

  /** The events for the part; none for the end. */
  function take(part: ModelPart): CallEvent[] {
    if (isLeftOut(part)) return []
    switch (part.type) {
      case 'text':
        grow(part.delta)
        texts.push(part.delta)
        return [part]
      case 'reasoning':
        grow(part.delta)
        reasoning.push(part.delta)
        thinking ??= { text: '', place: placeNow() }
        thinking.text += part.delta
        return [part]
      case 'native':
        return [part]
      case 'thought-end':
        return takeThought(part.signature)
      case 'tool-start': {
        const { index } = callOf(part.id)
        return [
          { type: 'tool-call-start', index, id: part.id, name: part.name, ...signatureOf(part.signature) },
        ]
      }
      case 'tool-delta': {
        grow(part.delta)
        const call = callOf(part.id)
        call.text += part.delta
        return [{ type: 'tool-call-delta', index: call.index, id: part.id, delta: part.delta }]
      }
      case 'tool-call':
        return takeCall(part)
      default:
        if (calls.length < open.size) throw cutShort()
        finish = part.reason
        stopSequence = part.stopSequence
        usage = part.usage
        return []
    }
  }

  return {
    take,
    text: () => texts.join(''),
    reasoning: () => reasoning.join(''),
    toolCalls: () => calls,
    thoughts: () => thoughts,
    callsLeftOut: () => leftOut.size,
    hasOutput: () => chars > 0 || open.size > 0 || calls.length > 0,
    finish: () => finish,
    stopSequence: () => stopSequence,
    reportedCompletionTokens: () => usage?.completionTokens ?? 0,
    chars: () => chars,
    /** A quick estimate of the output so far. */
    roughTokens: () => Math.ceil(chars / bytesPerToken),
    outputTokens: (tokenizer: Tokenizer) =>
      tokenizer.count([reasoning.join(''), texts.join(''), toolText, ...unfinished()].join('\n').trim()),
    /** The usage that the provider reported; counted here when it reported none. */
    async usage(
      tokenizer: Tokenizer,
      messages: readonly Message[],
    ): Promise<{ usage: TokenUsage; isEstimated: boolean }> {
      if (usage) return { usage, isEstimated: false }
      return {
        usage: {
          ...noUsage,
          promptTokens: await countTokens(tokenizer, messages),
          completionTokens: await this.outputTokens(tokenizer),
          reasoningTokens: reasoning.length > 0 ? await tokenizer.count(reasoning.join('')) : 0,
        },
        isEstimated: true,
      }
    },
  }

  function unfinished(): string[] {
    const done = new Set(calls.map(({ id }) => id))
    return [...open].flatMap(([id, { text }]) => (done.has(id) ? [] : [text]))
  }
}

type CallPart = Extract<ModelPart, { type: 'tool-start' | 'tool-delta' | 'tool-call' }>
const isOfCall = (part: ModelPart): part is CallPart =>
  part.type === 'tool-start' || part.type === 'tool-delta' || part.type === 'tool-call'

export type Meter = ReturnType<typeof createMeter>

export const noUsage: TokenUsage = {
  promptTokens: 0,
  cachedInputTokens: 0,
  cacheCreationInputTokens: 0,
  completionTokens: 0,
  reasoningTokens: 0,
}

const cutShort = () => new ProviderFailure('broken', 'an incomplete tool call was dropped')

/** A call whose arguments are not whole must never be made: half a filter deletes more than a whole one. */
function argumentsOf({ arguments: text }: { arguments: string }): Record<string, unknown> {
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {}
  throw cutShort()
}
