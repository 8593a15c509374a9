import type { TurnLimit } from '../../../kernel/limits/turn-limits.ts'
import type { Message } from '../../threads/index.ts'

type Placed = {
  /** Of an agent inside of another: the tool calls that lead to it. */
  ns?: string[]
}

/** Logs of an earlier version have only the slug. */
type ToolStart = { call: string; name?: string; slug: string; args: unknown }

/** The name that the model was offered: the message, the start and the result of a call have the same. */
export const offeredName = ({ name, slug }: ToolStart): string => name ?? slug

/** What the log of a run of an agent has. Every protocol is translated from it and from nothing else. */
export type LogEvent =
  | { type: 'run.start'; data: { attempt: number } }
  | { type: 'message.start'; data: Placed & { id: string; model?: string } }
  | { type: 'text' | 'reasoning'; data: Placed & { id: string; d: string } }
  | { type: 'args'; data: Placed & { id: string; call: string; name?: string; d: string } }
  | { type: 'message'; data: Placed & { id: string; message: Message } }
  | { type: 'message.dropped'; data: Placed & { id: string } }
  | { type: 'tool.start'; data: Placed & ToolStart }
  | { type: 'tool'; data: Placed & { call: string; message: Message } }
  | { type: 'pause'; data: Placed & { id: string; kind: string; request: Record<string, unknown> } }
  | { type: 'resumed'; data: Placed }
  | { type: 'custom'; data: Placed & { name: string; data: unknown } }
  | { type: 'error'; data: { code: string; message: string } }
  | { type: 'usage'; data: Placed & { credits: number; breakdown: Record<string, number> } }
  | { type: 'end'; data: { status: string } }

const types = new Set<string>([
  'run.start',
  'message.start',
  'text',
  'reasoning',
  'args',
  'message',
  'message.dropped',
  'tool.start',
  'tool',
  'pause',
  'resumed',
  'custom',
  'error',
  'usage',
  'end',
] satisfies LogEvent['type'][])

/** What a later version may add is left out. */
export const isLogEvent = (event: { type: string; data: unknown }): event is LogEvent => types.has(event.type)

/** Where a run stopped: it has ended, or waits for a human. */
export type Stop = {
  status: 'success' | 'error' | 'timeout' | 'interrupted' | 'cancelled'
  error: { code: string; message: string } | null
  /** The limit that ended a run of status `success` before its work was done. */
  stoppedBy: TurnLimit | null
  usage: RunUsage
}

export type RunUsage = {
  runCredits: number
  threadCreditsTotal: number
  /** Credits that the project can still spend; left out while its balance is unlimited, and for end users. */
  balanceRemaining?: number
  executionId: string
  breakdown: Record<string, number>
}

/**
 * A translation of the log. `open` is called before anything is known, `begin` with the messages before the run when its
 * first event is there. A reader that comes back receives all frames of the events behind the last id that it has seen.
 */
export type Protocol<Frame> = {
  /** Whether it shows messages from before the run; else `begin` is called without them. */
  needsHistory: boolean
  open(): Frame[]
  /** With a promise where there are many. */
  begin(messages: readonly Message[]): Frame[] | Promise<Frame[]>
  event(event: LogEvent): Frame[]
  /** Of the one frame of an event that must not be repeated: a reader may come back between it and those that follow it. */
  isOnce?(frame: Frame): boolean
  stop(stop: Stop): Frame[]
}
