import type { ServerEvent } from '../../../kernel/http/endpoint.ts'
import type { TurnLimit } from '../../../kernel/limits/turn-limits.ts'
import type { Message } from '../../threads/index.ts'
import type { LogEvent, Protocol, Stop } from './log.ts'
import { reasoningOf, textOf } from './messages.ts'

export type UiOptions = {
  /** The id of the one message that a run is to the client. */
  messageId: string
  threadId: string
  runId: string
  /** Whether the user of the client is one of those who may answer. */
  mayDecide(pause: Pause): boolean
}

type Pause = Extract<LogEvent, { type: 'pause' }>['data']
type Chunk = { type: string; [field: string]: unknown }

/**
 * The log of a run as the UI message stream of the AI SDK: all that the agent does is one message, of which each model call
 * is a step. Agents inside of the agent are not shown.
 */
export function createUiProtocol({
  messageId,
  threadId,
  runId,
  mayDecide,
}: UiOptions): Protocol<ServerEvent> {
  /** Parts of the current step that are open: text and reasoning, by the id of their message. */
  let open: { kind: 'text' | 'reasoning'; id: string } | null = null
  let isInStep = false
  const streamed = new Set<string>()
  const started = new Set<string>()
  const tokens = { inputTokens: 0, outputTokens: 0 }

  function close(): Chunk[] {
    if (!open) return []
    const { kind, id } = open
    open = null
    return [{ type: `${kind}-end`, id }]
  }

  function step(): Chunk[] {
    const frames: Chunk[] = [
      ...close(),
      ...(isInStep ? [{ type: 'finish-step' }] : []),
      { type: 'start-step' },
    ]
    isInStep = true
    return frames
  }

  function piece(kind: 'text' | 'reasoning', id: string, delta: string): Chunk[] {
    streamed.add(id)
    const part = `${id}:${kind}`
    if (open?.id === part) return [{ type: `${kind}-delta`, id: part, delta }]
    const before = close()
    open = { kind, id: part }
    return [...before, { type: `${kind}-start`, id: part }, { type: `${kind}-delta`, id: part, delta }]
  }

  function args({ call, name = '', d }: Extract<LogEvent, { type: 'args' }>['data']): Chunk[] {
    const isNew = !started.has(call)
    started.add(call)
    return [
      ...(isNew
        ? [...close(), { type: 'tool-input-start', toolCallId: call, toolName: name, dynamic: true }]
        : []),
      ...(d === '' ? [] : [{ type: 'tool-input-delta', toolCallId: call, inputTextDelta: d }]),
    ]
  }

  function whole(message: Message): Chunk[] {
    if (message.role !== 'ai') return []
    const reasoning = reasoningOf(message)
    const text = textOf(message)
    const isNew = !streamed.has(message.id)
    tokens.inputTokens += message.usage?.inputTokens ?? 0
    tokens.outputTokens += message.usage?.outputTokens ?? 0
    return [
      ...(isInStep ? [] : step()),
      // What did not come in pieces comes as one.
      ...(isNew && reasoning !== '' ? piece('reasoning', message.id, reasoning) : []),
      ...(isNew && text !== '' ? piece('text', message.id, text) : []),
      ...close(),
      ...(message.toolCalls ?? []).map(({ id, name, arguments: input }) => ({
        type: 'tool-input-available',
        toolCallId: id,
        toolName: name,
        input,
        dynamic: true,
      })),
    ]
  }

  function framesOf(event: LogEvent): Chunk[] {
    switch (event.type) {
      case 'message.start':
        return step()
      case 'text':
      case 'reasoning':
        return piece(event.type, event.data.id, event.data.d)
      case 'args':
        return args(event.data)
      case 'message':
        return whole(event.data.message)
      case 'message.dropped':
        open = null
        return [{ type: 'reset-step' }]
      case 'tool':
        return [toolOutput(event.data.call, event.data.message)]
      case 'pause':
        return pauseFrames(event.data, mayDecide(event.data))
      case 'custom':
        return [{ type: 'data-custom', data: event.data, transient: true }]
      default:
        return []
    }
  }

  function stop({ status, error, stoppedBy, usage }: Stop): Chunk[] {
    const totalTokens = tokens.inputTokens + tokens.outputTokens
    const stopped = stoppedBy === null ? {} : { stoppedBy }
    const messageMetadata = {
      threadId,
      runId,
      status,
      ...stopped,
      usage: { ...usage, ...tokens, totalTokens },
    }
    const finishReason = stoppedBy === null ? finishReasons[status] : limitReasons[stoppedBy]
    return [
      ...close(),
      ...(isInStep ? [{ type: 'finish-step' }] : []),
      // Clients read nothing behind an error.
      ...(error
        ? [
            { type: 'message-metadata', messageMetadata },
            { type: 'error', errorText: error.message },
          ]
        : []),
      ...(status === 'cancelled' ? [{ type: 'abort' }] : []),
      { type: 'finish', finishReason, messageMetadata },
    ]
  }

  const events = (chunks: readonly Chunk[]): ServerEvent[] => chunks.map((data) => ({ data }))
  return {
    needsHistory: false,
    open: () => events([{ type: 'start', messageId, messageMetadata: { threadId, runId } }]),
    begin: () => [],
    event: (event) => ('ns' in event.data && event.data.ns?.length ? [] : events(framesOf(event))),
    stop: (requested) => events(stop(requested)),
  }
}

// A message that is `interrupted` is never continued by clients, so that is not what a run is that waits for approvals.
const finishReasons: Record<Stop['status'], string> = {
  success: 'stop',
  interrupted: 'tool-calls',
  cancelled: 'interrupted',
  error: 'error',
  timeout: 'error',
}

/** For the AI SDK a response that was to be longer has ended with `length`. */
const limitReasons: Record<TurnLimit, string> = {
  model_calls: 'length',
  tool_calls: 'length',
  budget: 'length',
  time: 'other',
  repeated_calls: 'other',
  usage_cap: 'other',
}

function toolOutput(toolCallId: string, message: Message): Chunk {
  const text = textOf(message)
  if (message.status === 'rejected') return { type: 'tool-output-denied', toolCallId }
  if (message.status === 'error')
    return { type: 'tool-output-error', toolCallId, errorText: text, dynamic: true }
  return { type: 'tool-output-available', toolCallId, output: parsed(text), dynamic: true }
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Approvals are known by the calls that they are for; other questions are data of the message, and so is what someone else
 * decides about: the client has no buttons for it.
 */
function pauseFrames({ id, kind, request }: Pause, mayDecide: boolean): Chunk[] {
  const requests = Array.isArray(request.requests)
    ? (request.requests as { id: string; reason?: unknown }[])
    : []
  if (kind !== 'approval' || !mayDecide) return [{ type: `data-${kind}`, id, data: request }]
  return requests.map(({ id: callId, reason }) => ({
    type: 'tool-approval-request',
    approvalId: callId,
    toolCallId: callId,
    ...(typeof reason === 'string' ? { reason } : {}),
  }))
}
