import type { ServerEvent } from '../../../kernel/http/endpoint.ts'
import type { Message } from '../../threads/index.ts'
import type { ChatMessage } from '../schema/message.ts'
import type { StreamMode } from '../schema/run.ts'
import { largeIf } from './large-frames.ts'
import { type LogEvent, offeredName } from './log.ts'
import { toChatMessage, toInterrupt } from './messages.ts'

export type TaskOptions = { runId: string; threadId: string; modes: ReadonlySet<StreamMode> }

type Task =
  | { id: string; name: string; input: unknown; triggers: string[]; interrupts: unknown[] }
  | { id: string; name: string; result: [string, unknown][]; interrupts: unknown[] }
  | { id: string; name: string; error: string; interrupts: unknown[] }

type Place = { suffix: string; messages: ReadonlyMap<string, ChatMessage> }

/**
 * What LangGraph's clients read to see how a run works: its `tasks`, the same in the form of `debug`, and the `events` of
 * LangChain. A model call is a task of the node `agent`, a tool call one of `tools`.
 */
export function createTaskFrames({ runId, threadId, modes }: TaskOptions) {
  let step = 0

  function taskOf(event: LogEvent, { messages }: Place): Task | null {
    switch (event.type) {
      case 'message.start':
        return begun(event.data.id, 'agent', { messages: [...messages.values()] })
      case 'tool.start':
        return begun(event.data.call, 'tools', { name: offeredName(event.data), args: event.data.args })
      case 'message':
        return event.data.message.role === 'ai' ? ended(event.data.id, 'agent', event.data.message) : null
      case 'tool':
        return ended(event.data.call, 'tools', event.data.message)
      case 'pause':
        return { id: event.data.id, name: 'tools', result: [], interrupts: [toInterrupt(event.data)] }
      default:
        return null
    }
  }

  function frames(event: LogEvent, place: Place): ServerEvent[] {
    if (!modes.has('tasks') && !modes.has('debug')) return []
    const task = taskOf(event, place)
    if (!task) return []
    const isBegun = 'input' in task
    if (isBegun) step++
    const { suffix, messages } = place
    const large = isBegun ? largeIf(messages.size) : {}
    const debug = { type: isBegun ? 'task' : 'task_result', step, payload: task }
    return [
      ...(modes.has('tasks') ? [{ event: `tasks${suffix}`, ...large, data: task }] : []),
      ...(modes.has('debug') ? [{ event: `debug${suffix}`, ...large, data: debug }] : []),
    ]
  }

  const eventFrame = ({ suffix }: Place, { event, name, ...data }: LangChainEvent): ServerEvent => ({
    event: `events${suffix}`,
    data: { event, name, run_id: runId, tags: [], metadata: { thread_id: threadId }, parent_ids: [], data },
  })

  return {
    /** Whole values: they may come twice after a reconnect. */
    frames(event: LogEvent, place: Place): ServerEvent[] {
      const known = modes.has('events') ? langChainEvent(event) : null
      return [...frames(event, place), ...(known ? [eventFrame(place, known)] : [])]
    },
    /** A token as an event of LangChain. Only one frame of an event may be a delta: beside tuples there is none. */
    delta(place: Place, chunk: object): ServerEvent[] {
      if (!modes.has('events') || modes.has('messages-tuple')) return []
      return [eventFrame(place, { event: 'on_chat_model_stream', name: 'agent', chunk })]
    },
  }
}

const begun = (id: string, name: string, input: unknown): Task => ({
  id,
  name,
  input,
  triggers: [],
  interrupts: [],
})

function ended(id: string, name: string, message: Message): Task {
  const chat = toChatMessage(message)
  return chat.status === 'error'
    ? { id, name, error: String(chat.content), interrupts: [] }
    : { id, name, result: [['messages', [chat]]], interrupts: [] }
}

type LangChainEvent = { event: string; name: string; [field: string]: unknown }

function langChainEvent(event: LogEvent): LangChainEvent | null {
  switch (event.type) {
    case 'message.start':
      return { event: 'on_chat_model_start', name: 'agent', input: {}, model: event.data.model }
    case 'message': {
      const { message } = event.data
      if (message.role !== 'ai') return null
      const output: ChatMessage = toChatMessage(message)
      return { event: 'on_chat_model_end', name: 'agent', output }
    }
    case 'tool.start':
      return { event: 'on_tool_start', name: offeredName(event.data), input: event.data.args }
    case 'tool': {
      const output = toChatMessage(event.data.message)
      return {
        event: output.status === 'success' ? 'on_tool_end' : 'on_tool_error',
        name: String(output.name ?? ''),
        output,
      }
    }
    default:
      return null
  }
}
