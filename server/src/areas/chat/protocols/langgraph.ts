import type { ServerEvent } from '../../../kernel/http/endpoint.ts'
import type { Message } from '../../threads/index.ts'
import type { ChatMessage, Interrupt } from '../schema/message.ts'
import type { StreamMode } from '../schema/run.ts'
import { toChatMessages } from './chat-messages.ts'
import { largeIf } from './large-frames.ts'
import { type LogEvent, offeredName, type Protocol, type Stop } from './log.ts'
import { toChatMessage, toInterrupt } from './messages.ts'
import { createPartials, type Partials } from './partials.ts'
import { createTaskFrames } from './tasks.ts'

export type LangGraphOptions = {
  runId: string
  threadId: string
  modes: readonly StreamMode[]
  /** Whether agents inside of the agent are shown. */
  hasSubgraphs: boolean
  /** Bare responses have the statuses and errors that LangGraph's clients know. */
  isBare: boolean
  requestId: string
}

// These show all messages of the thread.
const needHistory: readonly StreamMode[] = ['values', 'tasks', 'debug']

type Namespace = { suffix: string; path: string; messages: Map<string, ChatMessage>; partials: Partials }

/**
 * The log of a run as the events of LangGraph's protocol, and beside them those of our own contract, which its clients pass
 * over: `tool_call`, `tool_result`, `interrupt`, `usage`, `end`.
 */
export function createLangGraphProtocol(options: LangGraphOptions): Protocol<ServerEvent> {
  const { runId, threadId, hasSubgraphs } = options
  const modes = new Set<StreamMode>(options.modes)
  const spaces = new Map<string, Namespace>()
  const tasks = createTaskFrames({ runId, threadId, modes })
  let interrupts: Interrupt[] = []
  let attempt = 1

  function spaceOf(ns: readonly string[] = []): Namespace {
    const path = ns.join('|')
    const known = spaces.get(path)
    if (known) return known
    const suffix = path === '' ? '' : `|${path}`
    const made = { suffix, path, messages: new Map<string, ChatMessage>(), partials: createPartials() }
    spaces.set(path, made)
    return made
  }

  const metadata = (): ServerEvent => ({
    event: 'metadata',
    data: { run_id: runId, thread_id: threadId, attempt },
  })
  const values = ({ suffix, messages }: Namespace, pending: readonly Interrupt[] = []): ServerEvent[] =>
    modes.has('values')
      ? [
          {
            event: `values${suffix}`,
            ...largeIf(messages.size),
            data: {
              messages: [...messages.values()],
              ...(pending.length > 0 ? { __interrupt__: pending } : {}),
            },
          },
        ]
      : []
  const tuple = ({ suffix, path }: Namespace, node: string, chunk: object): ServerEvent => ({
    event: `messages${suffix}`,
    data: [
      chunk,
      {
        langgraph_node: node,
        langgraph_step: 1,
        langgraph_checkpoint_ns: path,
        run_id: runId,
        thread_id: threadId,
        tags: [],
      },
    ],
  })
  const update = ({ suffix }: Namespace, data: object): ServerEvent[] =>
    modes.has('updates') ? [{ event: `updates${suffix}`, data }] : []
  /** Our clients have no state from which to read the ids of the messages of the user. Those of LangGraph know no such node. */
  const inputUpdate = (space: Namespace, said: ChatMessage): ServerEvent[] =>
    options.isBare || space.path !== '' ? [] : update(space, { input: { messages: [said] } })
  const tool = ({ suffix }: Namespace, data: object): ServerEvent[] =>
    modes.has('tools') ? [{ event: `tools${suffix}`, data }] : []

  /** A piece of a message: the one frame of its event that must not be repeated, and so the last one. */
  function delta(
    space: Namespace,
    event: Extract<LogEvent, { type: 'text' | 'reasoning' | 'args' }>,
  ): ServerEvent[] {
    const { chunk, isFirst, soFar } = space.partials.add(event)
    return [
      ...(modes.has('messages') && isFirst
        ? [
            {
              event: `messages/metadata${space.suffix}`,
              data: { [event.data.id]: { metadata: { run_id: runId } } },
            },
          ]
        : []),
      ...(modes.has('messages') ? [{ event: `messages/partial${space.suffix}`, data: [soFar] }] : []),
      ...(modes.has('messages-tuple') ? [tuple(space, 'agent', chunk)] : []),
      ...tasks.delta(space, chunk),
    ]
  }

  function whole(space: Namespace, message: Message, node: string): ServerEvent[] {
    const chat = toChatMessage(message)
    // What came in pieces is there already, and what the user said the client knows.
    const isShown = message.role === 'human' || space.partials.has(message.id)
    space.partials.end(message.id)
    space.messages.set(message.id, chat)
    return [
      // Clients append a message that they do not know: it comes before the state that has it.
      ...(modes.has('messages-tuple') && !isShown ? [tuple(space, node, chat)] : []),
      ...(message.role === 'human'
        ? inputUpdate(space, chat)
        : update(space, { [node]: { messages: [chat] } })),
      ...(modes.has('messages') && message.role !== 'human'
        ? [{ event: `messages/complete${space.suffix}`, data: [chat] }]
        : []),
      ...values(space),
    ]
  }

  function dropped(space: Namespace, id: string): ServerEvent[] {
    space.partials.end(id)
    return modes.has('messages-tuple') ? [tuple(space, 'agent', { type: 'remove', id, content: '' })] : []
  }

  function ended(space: Namespace, call: string, message: Message): ServerEvent[] {
    const { content, status } = toChatMessage(message)
    const isOk = status === 'success'
    return [
      { event: `tool_result${space.suffix}`, data: { id: call, name: message.name, content, status } },
      ...tool(space, {
        event: isOk ? 'on_tool_end' : 'on_tool_error',
        toolCallId: call,
        name: message.name,
        ...(isOk ? { output: content } : { error: content }),
      }),
      ...whole(space, message, 'tools'),
    ]
  }

  function paused(pause: Extract<LogEvent, { type: 'pause' }>['data']): ServerEvent[] {
    const interrupt = toInterrupt(pause)
    interrupts = [...interrupts, interrupt]
    return [
      { event: 'interrupt', data: interrupt },
      ...update(spaceOf(), { __interrupt__: [interrupt] }),
      ...values(spaceOf(), interrupts),
    ]
  }

  function framesOf(event: LogEvent, space: Namespace): ServerEvent[] {
    switch (event.type) {
      case 'run.start':
        attempt = event.data.attempt
        return attempt === 1 ? [] : [metadata()]
      case 'text':
      case 'reasoning':
      case 'args':
        return delta(space, event)
      case 'message':
        return whole(space, event.data.message, 'agent')
      case 'message.dropped':
        return dropped(space, event.data.id)
      case 'tool.start': {
        const { call, args } = event.data
        const name = offeredName(event.data)
        const data = { id: call, name, arguments: args }
        return [
          { event: `tool_call${space.suffix}`, data },
          ...tool(space, { event: 'on_tool_start', toolCallId: call, name, input: args }),
        ]
      }
      case 'tool':
        return ended(space, event.data.call, event.data.message)
      case 'pause':
        return paused(event.data)
      case 'resumed':
        interrupts = []
        return []
      case 'custom':
        return modes.has('custom')
          ? [{ event: `custom${space.suffix}`, data: { name: event.data.name, data: event.data.data } }]
          : []
      default:
        return []
    }
  }

  return {
    needsHistory: needHistory.some((mode) => modes.has(mode)),
    open: () => [metadata()],
    async begin(messages) {
      const root = spaceOf()
      for (const chat of await toChatMessages(messages)) root.messages.set(chat.id, chat)
      return []
    },
    event(event) {
      const ns = 'ns' in event.data ? event.data.ns : undefined
      const space = spaceOf(ns)
      const frames = [...tasks.frames(event, space), ...framesOf(event, space)]
      return ns === undefined || ns.length === 0 || hasSubgraphs || event.type === 'pause' ? frames : []
    },
    isOnce: ({ event = '' }) => event === 'messages' || event.startsWith('messages|'),
    stop: (stop) => stopFrames(options, stop),
  }
}

function stopFrames(
  { isBare, requestId }: LangGraphOptions,
  { status, error, stoppedBy, usage }: Stop,
): ServerEvent[] {
  const stopped = isBare || stoppedBy === null ? {} : { stoppedBy }
  return [
    ...(error ? [{ event: 'error', data: errorOf(error, isBare, requestId) }] : []),
    { event: 'usage', data: usage },
    { event: 'end', data: { status: isBare ? bareStatus(status) : status, ...stopped } },
  ]
}

/** LangGraph knows no cancelled run. */
export const bareStatus = <S extends string>(status: S): S | 'interrupted' =>
  status === 'cancelled' ? 'interrupted' : status

const errorOf = ({ code, message }: { code: string; message: string }, isBare: boolean, requestId: string) =>
  isBare
    ? { error: code, message, status: 500, requestId }
    : { success: false, message, error: { code, type: 'run_failed', status: 500, details: [] }, requestId }
