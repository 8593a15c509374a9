import { createPace } from '../../../kernel/compute/pace.ts'
import type { ServerEvent } from '../../../kernel/http/endpoint.ts'
import type { Message } from '../../threads/index.ts'
import { toAgUiInterrupts, toAgUiMessage } from './ag-ui-messages.ts'
import { createAgUiSpace, type Frame } from './ag-ui-space.ts'
import { largeIf } from './large-frames.ts'
import type { LogEvent, Protocol, Stop } from './log.ts'
import { textOf } from './messages.ts'

export type AgUiOptions = {
  /** The ids that the client has chosen: it knows no others. */
  clientThreadId: string
  clientRunId: string
  threadId: string
  runId: string
  state: Record<string, unknown>
}

/**
 * The log of a run as the events of AG-UI. Agents inside of the agent are its subagents. A run that waits for a human is
 * finished with interrupts, and continues in the next run of the client.
 */
export function createAgUiProtocol(options: AgUiOptions): Protocol<ServerEvent> {
  const { clientThreadId, clientRunId, threadId, runId } = options
  const root = createAgUiSpace(null)
  const subagents = new Map<string, ReturnType<typeof createAgUiSpace>>()
  const names = new Map<string, string>()
  const messages = new Map<string, Record<string, unknown>>()
  let state = options.state
  let interrupts: ReturnType<typeof toAgUiInterrupts> = []
  const ids = { threadId: clientThreadId, runId: clientRunId }

  const snapshot = (): Frame[] =>
    Object.keys(state).length === 0 ? [] : [{ type: 'STATE_SNAPSHOT', snapshot: state }]

  /** The events of a subagent begin with that it has started. */
  function within(ns: readonly string[], frames: (space: ReturnType<typeof createAgUiSpace>) => Frame[]) {
    if (ns.length === 0) return frames(root)
    const id = ns.join('/')
    const known = subagents.get(id)
    if (known) return frames(known)
    const space = createAgUiSpace(id)
    subagents.set(id, space)
    const call = callOf(ns)
    const parent = ns.slice(0, -1).join('/')
    const started = {
      type: 'SUBAGENT_STARTED',
      subagentRunId: id,
      name: names.get(call) ?? 'agent',
      parentToolCallId: call,
      ...(parent === '' ? {} : { parentSubagentRunId: parent }),
    }
    return [started, ...frames(space)]
  }

  function endSubagents(isOf: (id: string) => boolean, outcome: object): Frame[] {
    return [...subagents].reverse().flatMap(([id, space]) => {
      if (!isOf(id)) return []
      subagents.delete(id)
      return [...space.close(), { type: 'SUBAGENT_FINISHED', subagentRunId: id, outcome }]
    })
  }

  function toolEnded({ call, message }: Extract<LogEvent, { type: 'tool' }>['data']): Frame[] {
    const ended = endSubagents((id) => callOf(id.split('/')) === call, { type: 'success' })
    const todos = todosIn(message)
    if (todos) state = { ...state, todos }
    return [...ended, ...(todos ? snapshot() : [])]
  }

  function keep(message: Message, ns: readonly string[]): void {
    const made = ns.length === 0 ? toAgUiMessage(message) : null
    if (made) messages.set(message.id, made)
  }

  function framesOf(event: LogEvent, ns: readonly string[]): Frame[] {
    switch (event.type) {
      case 'message':
        keep(event.data.message, ns)
        return within(ns, (space) => space.whole(event.data.message))
      case 'message.dropped': {
        // A client cannot be made to forget a part of a message: it is given all of them.
        const closed = within(ns, (space) => space.close())
        const all = { type: 'MESSAGES_SNAPSHOT', messages: [...messages.values()] }
        return ns.length === 0 ? [...closed, all] : closed
      }
      case 'tool.start': {
        const { call, slug, args } = event.data
        const { agent } = (args ?? {}) as { agent?: unknown }
        names.set(call, typeof agent === 'string' ? agent : slug)
        return []
      }
      case 'tool':
        keep(event.data.message, ns)
        return [...toolEnded(event.data), ...within(ns, (space) => space.result(event.data))]
      case 'pause':
        interrupts = [...interrupts, ...toAgUiInterrupts(event.data)]
        return []
      case 'resumed':
        interrupts = []
        subagents.clear()
        return []
      case 'custom':
        return [{ type: 'CUSTOM', name: event.data.name, value: event.data.data }]
      case 'message.start':
      case 'text':
      case 'reasoning':
      case 'args':
        return within(ns, (space) => space.piece(event))
      default:
        return []
    }
  }

  function stop({ status, error, stoppedBy, usage }: Stop): Frame[] {
    const isPaused = status === 'interrupted' && interrupts.length > 0
    const open = [...endSubagents(() => true, { type: isPaused ? 'suspended' : 'success' }), ...root.close()]
    const metadata = { threadId, runId, status, usage }
    if (error) return [...open, { type: 'RUN_ERROR', message: error.message, code: error.code, metadata }]
    const outcome = isPaused
      ? { type: 'interrupt', interrupts }
      : { type: status === 'success' ? 'success' : 'cancelled' }
    const result = stoppedBy === null ? {} : { result: { stoppedBy } }
    return [...open, { type: 'RUN_FINISHED', ...ids, outcome, ...result, metadata }]
  }

  const events = (frames: readonly Frame[]): ServerEvent[] =>
    frames.map((data) => ({ data, ...largeIf(data.type === 'MESSAGES_SNAPSHOT' ? messages.size : 0) }))
  return {
    needsHistory: true,
    open: () =>
      events([{ type: 'RUN_STARTED', ...ids, protocolVersion: '1.0', metadata: { threadId, runId } }]),
    async begin(before) {
      const pace = createPace()
      for (const message of before) {
        keep(message, [])
        const pause = pace()
        if (pause) await pause
      }
      return events(snapshot())
    },
    event: (event) => events(framesOf(event, ('ns' in event.data && event.data.ns) || [])),
    stop: (input) => events(stop(input)),
  }
}

/** The tool call that a subagent is the work of. */
const callOf = (ns: readonly string[]): string => (ns.at(-1) ?? '').replace(/^tools:/, '')

/** The list that an agent writes for itself is its state to the page. */
function todosIn(message: Message): unknown[] | null {
  if (message.name !== 'write_todos' || (message.status ?? 'success') !== 'success') return null
  try {
    const { todos } = JSON.parse(textOf(message)) as { todos?: unknown }
    return Array.isArray(todos) ? todos : null
  } catch {
    return null
  }
}
