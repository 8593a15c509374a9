import { z } from 'zod'
import { openObject } from '../../../../kernel/http/shapes.ts'
import type { CallEvent } from '../../schema/call-request.ts'
import type { ChatReply, FinishReason, Usage } from '../../schema/chat.ts'
import { plainThoughts, signatureOf } from '../../schema/message.ts'
import { encodeSignature, inPlace, type Thought, toThought } from '../../schema/thought.ts'

export const AnthropicMessage = z
  .object({
    id: z.string(),
    type: z.literal('message'),
    role: z.literal('assistant'),
    model: z.string().describe('The model that generated the response.'),
    content: z
      .array(openObject())
      .describe(
        'Blocks of the types thinking, redacted_thinking, text and tool_use; from a model of Anthropic whatever it sends.',
      ),
    stop_reason: z
      .enum(['end_turn', 'max_tokens', 'stop_sequence', 'tool_use', 'refusal'])
      .or(z.string().describe('Other reasons of Anthropic.'))
      .nullable(),
    stop_sequence: z
      .string()
      .nullable()
      .describe('Which of `stop_sequences` ended the text, where the provider reports it.'),
    usage: z.looseObject({
      input_tokens: z.int().describe('Without cache reads and writes.'),
      output_tokens: z.int(),
      cache_creation_input_tokens: z.int(),
      cache_read_input_tokens: z.int(),
    }),
  })
  .meta({ id: 'AnthropicMessage' })
export type AnthropicMessage = z.output<typeof AnthropicMessage>

const messageId = (id: string) => `msg_${id.replaceAll('-', '')}`

function reasonThere(reason: FinishReason): AnthropicMessage['stop_reason'] {
  switch (reason) {
    case 'stop':
      return 'end_turn'
    case 'tool_calls':
      return 'tool_use'
    case 'content_filter':
      return 'refusal'
    default:
      return 'max_tokens'
  }
}

const stopThere = ({
  finishReason,
  stopSequence,
}: ChatReply): Pick<AnthropicMessage, 'stop_reason' | 'stop_sequence'> =>
  stopSequence === undefined
    ? { stop_reason: reasonThere(finishReason), stop_sequence: null }
    : { stop_reason: 'stop_sequence', stop_sequence: stopSequence }

const usageThere = (usage: Usage): AnthropicMessage['usage'] => ({
  input_tokens: Math.max(0, usage.promptTokens - usage.cachedInputTokens - usage.cacheCreationInputTokens),
  output_tokens: usage.completionTokens,
  cache_creation_input_tokens: usage.cacheCreationInputTokens,
  cache_read_input_tokens: usage.cachedInputTokens,
})

const thinkingBlock = (thinking: string, signature = '') => ({ type: 'thinking', thinking, signature })

function thoughtBlock({ text, signature }: Thought) {
  if (signature?.vendor === 'anthropic' && signature.redactedData !== undefined)
    return { type: 'redacted_thinking', data: signature.redactedData }
  return thinkingBlock(text, signature ? encodeSignature(signature) : '')
}
// Without `citations`, as Anthropic writes it where there are none: the AI SDK refuses null.
const textBlock = (text: string) => ({ type: 'text', text })

/** The response of Anthropic as it is, with the id and the model of this server. */
export const ownMessage = (message: unknown, { id, model }: Started): object => ({
  ...Object(message),
  id: messageId(id),
  model,
})

export function toAnthropicMessage(reply: ChatReply): AnthropicMessage {
  const { reasoning, toolCalls = [] } = reply.message
  const thoughts = reply.message.thoughts?.map(toThought) ?? plainThoughts(reasoning)
  const others = [
    ...(reply.text === '' ? [] : [textBlock(reply.text)]),
    ...toolCalls.map(({ id, name, arguments: input, signature }) => ({
      type: 'tool_use',
      id,
      name,
      input,
      ...signatureOf(signature),
    })),
  ]
  return {
    ...started(reply),
    content: inPlace(thoughts, others).map((part) =>
      'other' in part ? part.other : thoughtBlock(part.thought),
    ),
    ...stopThere(reply),
    usage: usageThere(reply.usage),
  }
}

/** Clients that add up usage take the tokens of the prompt from here, and replace them by those of the end if they read both. */
const started = ({ id, model, promptTokens = 0 }: Started): AnthropicMessage => ({
  id: messageId(id),
  type: 'message',
  role: 'assistant',
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: {
    input_tokens: promptTokens,
    output_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  },
})

type Started = { id: string; model: string; promptTokens?: number }
type Calling = { id: string; name: string; signature?: string }
type Frame = { type: string } & Record<string, unknown>

/** The blocks of one response: text and thoughts one after the other, tool calls side by side if they come so. */
function createBlocks() {
  const calls = new Map<number, { at: number; hasInput: boolean }>()
  let count = 0
  let speaking: { kind: 'text' | 'thinking'; at: number } | null = null

  const change = (index: number, delta: object): Frame => ({ type: 'content_block_delta', index, delta })
  const stop = (index: number): Frame => ({ type: 'content_block_stop', index })
  const open = (content_block: object): Frame => ({
    type: 'content_block_start',
    index: count++,
    content_block,
  })

  function* suppress(): Generator<Frame> {
    if (speaking?.kind === 'thinking') yield change(speaking.at, { type: 'signature_delta', signature: '' })
    if (speaking) yield stop(speaking.at)
    speaking = null
  }

  function* speak(kind: 'text' | 'thinking', content: string): Generator<Frame> {
    if (speaking?.kind !== kind) {
      yield* suppress()
      speaking = { kind, at: count }
      yield open(kind === 'text' ? textBlock('') : thinkingBlock(''))
    }
    const delta =
      kind === 'text' ? { type: 'text_delta', text: content } : { type: 'thinking_delta', thinking: content }
    yield change(speaking.at, delta)
  }

  /** Signs the thought that was streamed; a redacted one has its own block. */
  function* endThought(thought: Thought): Generator<Frame> {
    if (speaking?.kind !== 'thinking') {
      yield* suppress()
      const block = thoughtBlock(thought)
      yield open(block.type === 'thinking' ? thinkingBlock('') : block)
      if (block.type !== 'thinking') {
        yield stop(count - 1)
        return
      }
      speaking = { kind: 'thinking', at: count - 1 }
    }
    const signature = thought.signature ? encodeSignature(thought.signature) : ''
    yield change(speaking.at, { type: 'signature_delta', signature })
    yield stop(speaking.at)
    speaking = null
  }

  function* startCall(index: number, { id, name, signature }: Calling): Generator<Frame> {
    if (calls.has(index)) return
    yield* suppress()
    calls.set(index, { at: count, hasInput: false })
    yield open({ type: 'tool_use', id, name, input: {}, ...signatureOf(signature) })
  }

  function* argue(index: number, partial_json: string): Generator<Frame> {
    const call = calls.get(index)
    if (!call) return
    call.hasInput = true
    yield change(call.at, { type: 'input_json_delta', partial_json })
  }

  function* endCall(index: number, whole: string): Generator<Frame> {
    const call = calls.get(index)!
    if (!call.hasInput) yield* argue(index, whole)
    yield stop(call.at)
  }

  return { speak, suppress, endThought, startCall, argue, endCall }
}

const textOf = (frame: Frame): string => `event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`

/** Writes the response as the events of a stream, in the order in which the client expects them; those of Anthropic as they are. */
export function messageWriter(errorFrame: (code: string, message: string) => string) {
  const blocks = createBlocks()
  let isBroken = false
  let isNative = false
  let begun: Extract<CallEvent, { type: 'start' }> | null = null

  function pass(event: Readonly<Record<string, unknown>>): string {
    isNative = true
    const { type, message } = event
    return textOf({
      ...event,
      type: String(type),
      ...(type === 'message_start' && begun ? { message: ownMessage(message, begun) } : {}),
    })
  }

  return (event: CallEvent): string => {
    if (event.type === 'error') {
      isBroken = true
      return errorFrame(event.code, event.message)
    }
    // To its clients an error is the end.
    if (isBroken) return ''
    if (event.type === 'native') return pass(event.event)
    if (isNative) return ''
    if (event.type === 'start') {
      begun = event
      return ''
    }
    let text = begun ? textOf({ type: 'message_start', message: started(begun) }) : ''
    begun = null
    for (const frame of framesOf(event, blocks)) text += textOf(frame)
    return text
  }
}

function* framesOf(
  event: Exclude<CallEvent, { type: 'error' | 'native' | 'start' }>,
  blocks: ReturnType<typeof createBlocks>,
): Generator<Frame> {
  switch (event.type) {
    case 'text':
      yield* blocks.speak('text', event.delta)
      return
    case 'reasoning':
      yield* blocks.speak('thinking', event.delta)
      return
    case 'thought':
      yield* blocks.endThought(event.thought)
      return
    case 'tool-call-start':
      yield* blocks.startCall(event.index, event)
      return
    case 'tool-call-delta':
      yield* blocks.argue(event.index, event.delta)
      return
    case 'tool-call':
      yield* blocks.startCall(event.index, event)
      yield* blocks.endCall(event.index, JSON.stringify(event.arguments))
      return
    default: {
      yield* blocks.suppress()
      yield { type: 'message_delta', delta: stopThere(event.reply), usage: usageThere(event.reply.usage) }
      yield { type: 'message_stop' }
    }
  }
}
