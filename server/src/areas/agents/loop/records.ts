import type { TableNotes } from '../offered/describe-tables.ts'
import type { CannedReply } from '../policy/caps.ts'
import type { Window } from '../policy/window.ts'
import type { StoredMessage } from '../schema/message.ts'
import type { Delegate, StoppedPart, TurnFinish, WorkflowTool } from '../schema/turn.ts'
import type { CallsBefore } from './limits.ts'

/** What the step `prepare` records: everything that later steps depend on. */
export type PrepareRecord = {
  head: string
  /** Ids of the messages of this turn that the conversation did not have. */
  fresh: string[]
  tools: { slug: string; version: string }[]
  delegates?: Delegate[]
  workflows?: WorkflowTool[]
  /** The description of the tables of the agent, as the model reads it. */
  tables?: TableNotes
  /** What areas add to the instructions. */
  notes?: string[]
  /** Facts about the user. */
  memories?: string[]
  /** A human answers in the conversation: messages are only stored. */
  isHuman?: true
  /** The messages are not answered: they contain personal data of this kind. */
  blockedBy?: string
  /** A reply that needs no model, and why. */
  canned?: CannedReply
  /** How much the model is given. */
  window: Window
  /** What the conversation called before, where limits count it. */
  before?: CallsBefore
  /** Millionths of a credit, of the model that chose the tools. */
  c?: number
  at: number
}

/** What a model said. Names are short: there may be many of them. */
export type ModelRecord = {
  m: StoredMessage
  /** Why it stopped, as the gateway says. */
  f: string
  /** Millionths of a credit, of all tries. */
  c: number
  /** The id in the log of model calls. */
  x: string | null
  /** When it ended. */
  at: number
}

/** What a tool returned. */
export type ToolRecord = {
  m: StoredMessage
  c: number
  /** The same of steps inside of the call. */
  i?: number
  /** The id in the log of tool executions. */
  x: string | null
  /** Agents inside of the call that a limit ended. */
  p?: readonly StoppedPart[]
  /** Where its text comes from. */
  t: string | null
  /** It was not done, and another step follows: after an account was connected, or some time has passed. */
  k?: 'connection' | 'retry'
  /** What the end user needs to connect an account. */
  connection?: Record<string, unknown>
  /** Milliseconds before the next try. */
  w?: number
  at: number
}

export type FinishRecord = { output: unknown; finishReason: TurnFinish; usage: Record<string, unknown> }
