import type { LiveRun } from './live-run.ts'
import type { Message, ToolCall } from './message.ts'

/** What one message of the user led to. */
export type Turn = {
  id: string
  /** Null where the conversation begins otherwise. */
  question: Message | null
  replies: readonly Message[]
  /** Of the last reply; null while nothing runs for it. */
  runId: string | null
}

export type CallState = 'executing' | 'success' | 'error' | 'rejected' | 'cancelled' | 'waiting'
export type CallView = ToolCall & {
  state: CallState
  result: string | null
  decision: Message['decision']
  /** What the agent did that the call passed work to, as far as it is known. */
  nested: LiveRun | null
}

/** Stored messages and behind them those of a run that are not stored yet. What is stored is complete. */
export function withLive(stored: readonly Message[], live: readonly Message[]): readonly Message[] {
  const known = new Set(stored.map(({ id }) => id))
  const newer = live.filter(({ id }) => !known.has(id))
  return newer.length === 0 ? stored : [...stored, ...newer]
}

export function turnsOf(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = []
  for (const message of messages) {
    if (message.role === 'system') continue
    const last = turns.at(-1)
    if (message.role === 'human')
      turns.push({ id: message.id, question: message, replies: [], runId: message.runId })
    else if (last === undefined)
      turns.push({ id: message.id, question: null, replies: [message], runId: message.runId })
    else
      turns[turns.length - 1] = {
        ...last,
        replies: [...last.replies, message],
        runId: message.runId ?? last.runId,
      }
  }
  return turns
}

/** The limit that ended a turn; null where none did. An operator may have written behind it. */
export const stoppedByOf = ({ replies }: Pick<Turn, 'replies'>): Message['stoppedBy'] =>
  replies.findLast(({ role }) => role === 'ai')?.stoppedBy ?? null

/** A call that was cancelled has an error as its result, which says so. */
function stateOf({ status, text }: Message): CallState {
  if (status === 'rejected') return status
  if (status !== 'error') return 'success'
  return /^\s*\{\s*"error":\s*"cancelled"/.test(text) ? 'cancelled' : 'error'
}

type Progress = Pick<LiveRun, 'executing' | 'nested'>
export const noProgress: Progress = { executing: [], nested: {} }

/** The calls of a message with their results, which are messages of the same turn. */
export function callsOf(
  { toolCalls }: Message,
  replies: readonly Message[],
  { executing, nested }: Progress = noProgress,
): CallView[] {
  return toolCalls.map((call) => {
    const inner = nested[call.id] ?? null
    const result = replies.find(({ toolCallId }) => toolCallId === call.id)
    if (result) {
      const { text, decision } = result
      return { ...call, nested: inner, result: text, decision, state: stateOf(result) }
    }
    const state = executing.includes(call.id) ? 'executing' : 'waiting'
    return { ...call, nested: inner, result: null, decision: null, state }
  })
}
