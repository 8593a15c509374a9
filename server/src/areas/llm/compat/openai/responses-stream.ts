import type { CallEvent } from '../../schema/call-request.ts'
import type { ReasoningSignature, Thought } from '../../schema/thought.ts'
import {
  callItem,
  endedResponse,
  itemId,
  lastStatus,
  messageItem,
  type OpenAiResponse,
  type OutputItem,
  reasoningItem,
  startedResponse,
  textPart,
} from './responses-reply.ts'
import type { ResponseBody } from './responses-shape.ts'

type Frame = { type: string } & Record<string, unknown>

/** Text and thoughts come one after the other; tool calls may come side by side. */
type Speaking = { kind: 'text' | 'reasoning'; at: number; id: string; text: string }
type Calling = { at: number; id: string; call: { id: string; name: string }; argumentsText: string }

/**
 * Writes the events of one response. Every item is opened, filled and closed, under the same place and id throughout.
 */
function createItems(callId: string) {
  const output: OutputItem[] = []
  const calls = new Map<number, Calling>()
  let speaking: Speaking | null = null

  function open(item: OutputItem): Frame {
    output.push(item)
    return { type: 'response.output_item.added', output_index: output.length - 1, item }
  }

  function close(at: number, item: OutputItem): Frame {
    output[at] = item
    return { type: 'response.output_item.done', output_index: at, item }
  }

  function* speak(kind: Speaking['kind'], delta: string): Generator<Frame> {
    if (speaking?.kind !== kind) {
      yield* suppress()
      const at = output.length
      const id = itemId(kind === 'text' ? 'msg' : 'rs', callId, at)
      speaking = { kind, at, id, text: '' }
      yield open(kind === 'text' ? messageItem(id, null) : reasoningItem(id, ''))
      yield partFrame(speaking, 'added', '')
    }
    speaking.text += delta
    yield { type: `${textType(kind)}.delta`, ...positionOf(speaking), delta, ...logprobs(kind) }
  }

  /** Closes the thought that was streamed; a redacted one is a separate item. */
  function* endThought({ text, signature }: Thought): Generator<Frame> {
    if (speaking?.kind === 'reasoning') yield* suppress(signature)
    else if (text === '') {
      yield* suppress()
      const id = itemId('rs', callId, output.length)
      yield open(reasoningItem(id, ''))
      yield close(output.length - 1, reasoningItem(id, '', signature))
    }
  }

  function* suppress(
    signature: ReasoningSignature | null = null,
    status: ReturnType<typeof lastStatus> = 'completed',
  ): Generator<Frame> {
    if (!speaking) return
    const { kind, at, id, text } = speaking
    yield { type: `${textType(kind)}.done`, ...positionOf(speaking), text, ...logprobs(kind) }
    yield partFrame(speaking, 'done', text)
    yield close(at, kind === 'text' ? messageItem(id, text, status) : reasoningItem(id, text, signature))
    speaking = null
  }

  function* startCall(index: number, call: { id: string; name: string }): Generator<Frame> {
    if (calls.has(index)) return
    yield* suppress()
    const at = output.length
    const id = itemId('fc', callId, at)
    calls.set(index, { at, id, call, argumentsText: '' })
    yield open(callItem(id, call, null))
  }

  function* argue(index: number, delta: string): Generator<Frame> {
    const call = calls.get(index)
    if (!call) return
    call.argumentsText += delta
    yield {
      type: 'response.function_call_arguments.delta',
      item_id: call.id,
      output_index: call.at,
      delta,
    }
  }

  function* endCall(index: number, whole: string, signature: string | undefined): Generator<Frame> {
    const { at, id, call, argumentsText } = calls.get(index)!
    if (argumentsText === '') yield* argue(index, whole)
    const delta = argumentsText === '' ? whole : argumentsText
    yield {
      type: 'response.function_call_arguments.done',
      item_id: id,
      output_index: at,
      name: call.name,
      arguments: delta,
    }
    yield close(at, callItem(id, { ...call, signature }, delta))
  }

  return { output, speak, suppress, endThought, startCall, argue, endCall }
}

const textType = (kind: Speaking['kind']) =>
  kind === 'text' ? 'response.output_text' : 'response.reasoning_summary_text'

const logprobs = (kind: Speaking['kind']) => (kind === 'text' ? { logprobs: [] } : {})

const positionOf = ({ kind, at, id }: Speaking) => ({
  item_id: id,
  output_index: at,
  ...(kind === 'text' ? { content_index: 0 } : { summary_index: 0 }),
})

const partFrame = (speaking: Speaking, step: 'added' | 'done', text: string): Frame => ({
  type:
    speaking.kind === 'text' ? `response.content_part.${step}` : `response.reasoning_summary_part.${step}`,
  ...positionOf(speaking),
  part: speaking.kind === 'text' ? textPart(text) : { type: 'summary_text', text },
})

/** Writes the response as the events of a stream, numbered from zero, in the order in which the client expects them. */
export function responseWriter(body: ResponseBody, createdAt: number) {
  let started: OpenAiResponse | null = null
  let items = createItems('')
  let isBroken = false
  let number = 0

  function* framesOf(event: CallEvent): Generator<Frame> {
    switch (event.type) {
      case 'start':
        started = startedResponse(body, { ...event, createdAt })
        items = createItems(event.id)
        yield { type: 'response.created', response: started }
        yield { type: 'response.in_progress', response: started }
        break
      case 'text':
      case 'reasoning':
        yield* items.speak(event.type, event.delta)
        break
      case 'thought':
        yield* items.endThought(event.thought)
        break
      case 'tool-call-start':
        yield* items.startCall(event.index, event)
        break
      case 'tool-call-delta':
        yield* items.argue(event.index, event.delta)
        break
      case 'tool-call':
        yield* items.startCall(event.index, event)
        yield* items.endCall(event.index, JSON.stringify(event.arguments), event.signature)
        break
      case 'error': {
        const { code, message } = event
        isBroken = true
        const response = { ...started, status: 'failed', error: { code, message }, output: items.output }
        yield { type: 'response.failed', response }
        break
      }
      case 'end': {
        if (isBroken) return
        if (items.output.length === 0) yield* items.speak('text', '')
        yield* items.suppress(null, lastStatus(event.reply.finishReason))
        const response = endedResponse(started!, items.output, event.reply)
        yield { type: `response.${response.status}`, response }
      }
    }
  }

  return (event: CallEvent): string => {
    let text = ''
    for (const frame of framesOf(event))
      text += `event: ${frame.type}\ndata: ${JSON.stringify({ ...frame, sequence_number: number++ })}\n\n`
    return text
  }
}
