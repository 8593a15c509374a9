import type { ChatMessage } from '@stoa/sdk'
import { emptyMessage, type Message, messageOf, type ToolCall } from './message.ts'

/** An event of a run; its data is not validated yet. */
export type LiveEvent = { event: string; data: unknown }

/** What is known of a run from its events. */
export type LiveRun = {
  runId: string
  messages: readonly Message[]
  /** The ids of tool calls that are executed. */
  executing: readonly string[]
  /** Agents inside of the agent, by the tool call that passed the work on. */
  nested: Readonly<Record<string, LiveRun>>
}

export const newLiveRun = (runId: string, messages: readonly Message[] = []): LiveRun => ({
  runId,
  messages,
  executing: [],
  nested: {},
})

type CallChunk = { id?: string; name?: string; args?: string; index?: number }
type Chunk = {
  id: string
  type: string
  content?: unknown
  tool_call_chunks?: CallChunk[]
  additional_kwargs?: { reasoning_content?: string }
}
type Updates = Record<string, { messages?: ChatMessage[] } | undefined>

const namespaceForm = /^tools:(.+)$/

/**
 * A run after one more event. Every event but the pieces of a message may come twice, after a reconnect. Those of an agent
 * inside of the agent are named after the calls that lead to it: `updates|tools:<id>|tools:<id>`.
 */
export function afterEvent(run: LiveRun, { event: name, data }: LiveEvent): LiveRun {
  const [event = '', ...path] = name.split('|')
  const [, callId] = namespaceForm.exec(path[0] ?? '') ?? []
  if (callId === undefined) return afterOwnEvent(run, { event, data })
  const inner = run.nested[callId] ?? newLiveRun(run.runId)
  const next = afterEvent(inner, { event: [event, ...path.slice(1)].join('|'), data })
  return { ...run, nested: { ...run.nested, [callId]: next } }
}

function afterOwnEvent(run: LiveRun, { event, data }: LiveEvent): LiveRun {
  switch (event) {
    case 'messages':
      return withChunk(run, (data as [Chunk])[0])
    case 'updates':
      // Messages of the user are shown before the run has them.
      return Object.entries(data as Updates)
        .flatMap(([node, update]) => (node === 'input' ? [] : (update?.messages ?? [])))
        .reduce((before, message) => withMessage(before, messageOf(message, run.runId)), run)
    case 'tool_call': {
      const { id } = data as { id: string }
      return { ...run, executing: [...run.executing.filter((each) => each !== id), id] }
    }
    case 'tool_result': {
      const { id } = data as { id: string }
      return { ...run, executing: run.executing.filter((each) => each !== id) }
    }
    default:
      return run
  }
}

function withChunk(run: LiveRun, chunk: Chunk): LiveRun {
  // The server was lost while it generated this message: it is generated again.
  if (chunk.type === 'remove') return { ...run, messages: run.messages.filter(({ id }) => id !== chunk.id) }
  if (chunk.type !== 'AIMessageChunk') return withMessage(run, messageOf(chunk as ChatMessage, run.runId))
  const before = run.messages.find(({ id }) => id === chunk.id) ?? {
    ...emptyMessage,
    id: chunk.id,
    runId: run.runId,
  }
  return withMessage(run, {
    ...before,
    text: before.text + (typeof chunk.content === 'string' ? chunk.content : ''),
    reasoning: before.reasoning + (chunk.additional_kwargs?.reasoning_content ?? ''),
    toolCalls: (chunk.tool_call_chunks ?? []).reduce(withCallChunk, before.toolCalls),
  })
}

function withCallChunk(calls: readonly ToolCall[], { id, name, args = '', index = 0 }: CallChunk) {
  const before = calls[index] ?? { id: id ?? '', name: '', args: '' }
  const next = { ...before, name: name || before.name, args: before.args + args }
  return [...calls.slice(0, index), next, ...calls.slice(index + 1)]
}

function withMessage(run: LiveRun, message: Message): LiveRun {
  const isKnown = run.messages.some(({ id }) => id === message.id)
  return {
    ...run,
    messages: isKnown
      ? run.messages.map((each) => (each.id === message.id ? message : each))
      : [...run.messages, message],
  }
}
