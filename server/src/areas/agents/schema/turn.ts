import type { Tx } from '../../../kernel/db/db.ts'
import { type TurnLimit, turnLimits } from '../../../kernel/limits/turn-limits.ts'
import type { RowBatch } from '../../../kernel/runs/deferred-rows.ts'
import type { RunContext, StepClass } from '../../../kernel/runs/run.ts'
import type { Taint } from '../../../kernel/text/taint.ts'
import type { CallEvent, CallOptions, CallRequest, PreparedCall } from '../../llm/index.ts'
import type { ToolTraits } from '../../tools/index.ts'
import type { ConversationEntry, StoredMessage } from './message.ts'
import type { AgentSpec, Effort } from './spec.ts'

/** Where a conversation ends; recorded, so that a later attempt of the run reads the same messages. */
export type ConversationHead = string

export type LoadedConversation = {
  head: ConversationHead
  entries: ConversationEntry[]
  isHuman: boolean
  known?: ReadonlySet<string>
}

/** The messages before this turn, and where those of this turn are stored. */
export type Conversation = {
  /** As it is now, whether a human answers in it, and which of some messages it has besides those that a model is given. */
  load(messageIds: readonly string[]): Promise<LoadedConversation>
  /** As it was at that head. */
  loadAt(head: ConversationHead): Promise<ConversationEntry[]>
  /** Called in the transaction that records the step; null where messages are in the records of the run alone. */
  commit: ((tx: Tx, entries: readonly ConversationEntry[]) => Promise<void>) | null
  /** The same as rows that are written with the record, without a transaction. */
  rows: ((entries: readonly ConversationEntry[]) => readonly RowBatch[]) | null
}

/** A question to a human, at which the run is suspended. */
export type PauseRequest = {
  kind: 'approval' | 'connection' | 'uncertain'
  /** The step that waits. */
  step: string
  request: Record<string, unknown>
  timeoutMs: number | null
}
export type PauseAnswer = { answer: Record<string, unknown>; answeredBy: unknown }

export type ToolRequest = {
  toolSlug: string
  toolVersion: string | undefined
  connectedAccountId?: string | undefined
  arguments: Record<string, unknown>
  /** As they were read at the beginning of the turn: the tool itself is looked up again when it is executed. */
  traits?: ToolTraits
}

export type ToolCallContext = {
  /** The same for every attempt at the step. */
  stepKey: string
  signal: AbortSignal
  timeoutMs: number
  /** The definition of the tool that was approved: no other one is executed. */
  definition?: string | undefined
}

export type ToolSuccess = {
  output: unknown
  creditsMicro: number
  logId: string | null
  stopped?: readonly StoppedPart[]
}

/** Why a tool failed, and whether it may have done something nevertheless. */
export type ToolFailure = {
  code: string
  message: string
  creditsMicro: number
  logId: string | null
  isRetryable: boolean
  hadNoEffect: boolean
  retryAfterMs: number | null
  /** Of a missing account: what the end user needs to connect one. */
  connection: Record<string, unknown> | null
}

export type ToolOutcome = (({ isOk: true } & ToolSuccess) | ({ isOk: false } & ToolFailure)) & {
  /** Its log and its charge, where they are to be written with the record of the step. */
  rows?: readonly RowBatch[]
  /** Origin of its text, if only the outcome has it. A call that was refused before it was sent has none. */
  taint?: Taint
}

/** `user`: who the run acts for. `owner`: who has built the agent, and grants it. */
export type AccountHolder = 'user' | 'owner'

export type PlannedTool = {
  class: StepClass
  /** What is called, for the key of the step. */
  identity: unknown
  /** The current state of what an approval relies on; absent if nothing is called. */
  basis?(): Promise<{ definition: string; account: string | null }>
  /** Owner of the account that it acts with; absent if it needs none. */
  account?: AccountHolder
  execute(call: ToolCallContext): Promise<ToolOutcome>
  /** Executes a tool that only computes, without a round trip. Null where `execute` has to. */
  compute?(call: ToolCallContext): Promise<ToolOutcome | null>
}

/** Everything that leaves the loop. In test mode and in a replay nothing is sent. */
export type TurnEffects = {
  /** Throws an `AppError` for a tool that does not exist for the acting user. */
  planTool(request: ToolRequest): Promise<PlannedTool>
  callModel(request: CallRequest, signal: AbortSignal, options?: CallOptions): AsyncIterable<CallEvent>
  /** Plans a call that begins with the step that makes it. Null where it has to begin by itself. */
  prepareCall(request: CallRequest): Promise<PreparedCall | null>
  /** Whether approvals are assumed. */
  skipsPauses: boolean
}

/** What the ledger has for the run so far. */
export type RunUsage = { credits: number; breakdown: Record<string, number> }

/** What the run has spent by itself, in millionths of a credit, as the ledger will have it. */
export type Spending = { ai_model: number; tool: number }

/** What was used before the turn: of the conversation, and by the acting user of the agent on this day. */
export type TurnUsage = { creditsMicro: number; messagesToday: number }

/** Why a human is called, what to read first, and who answers from then on. */
export type HandOff = { reason: string; summary: string; replyMode: 'agent' | 'human' }

/** What was called in a conversation: calls of tools by name, and by the `slug` among their arguments. */
export type CallCounts = {
  modelCalls: number
  tools: readonly { name: string; slug: string | null; calls: number }[]
}

/** Another agent of the project that work can be passed to. */
export type Delegate = { id: string; version: number; name: string; description: string }

export type DelegatedTask = {
  delegate: Delegate
  task: string
  /** The call that passes it on, and the step of the call. */
  callId: string
  step: string
  taint: Taint
}

export type Delegates = {
  /** Those that the acting user can use. */
  list(): Promise<Delegate[]>
  /** A turn of the other agent inside of the run, with no more rights than this one has. */
  run(context: RunContext, task: DelegatedTask): Promise<TurnEnd>
}

/** A workflow of the project that an agent executes like a tool. */
export type WorkflowTool = { id: string; version: number; name: string; description: string }

export type WorkflowContents = {
  inputSchema: Record<string, unknown>
  /** The tools that it calls, those of its subflows included. */
  tools: readonly { slug: string; version?: string }[]
  /** Its subflows, and the agents of its nodes, that would be executed now. */
  parts: readonly { id: string; version: number }[]
  /** Whether the tools are all that it can do: an agent in it, or what is sent to it, is not known before. */
  isComplete: boolean
}

export type WorkflowCall = {
  workflow: WorkflowTool
  input: Record<string, unknown>
  callId: string
  step: string
  taint: Taint
}

export type WorkflowEnd = {
  outcome: ToolOutcome
  creditsMicro: number
  /** Origin of its output, or of the text of its failure. */
  taint: Taint
  /** Behind the last step of it. */
  context: RunContext
}

export type WorkflowTools = {
  /** Those that the acting user can execute. */
  list(): Promise<WorkflowTool[]>
  contentsOf(workflow: WorkflowTool): Promise<WorkflowContents>
  /** Executes it inside of the run. */
  run(context: RunContext, call: WorkflowCall): Promise<WorkflowEnd>
}

/** A passage of a source, as the model is given it. */
export type Passage = {
  source: string
  title: string
  path: string[]
  text: string
  score: number
  /** Where it is, for links of a client. */
  collectionId: string
  chunkId: string
  /** Others wrote it. */
  isOutside?: boolean
}

export type SearchKnowledge = (query: string, limit: number) => Promise<readonly Passage[]>

/** One turn of an agent: what it is, its messages, and what it works with. */
export type Turn = {
  agent: AgentSpec
  /** What the user says in this turn. */
  messages: readonly StoredMessage[]
  /** What came from a trigger or another agent, and not from the acting user. */
  inputTaint: Taint
  /** What rules about personal data have found in the messages before they were stored; null where nothing was looked for. */
  guarded: FoundData | null
  overrides: {
    model?: string | undefined
    reasoningEffort?: Effort | undefined
    /** Millionths of a credit; the budget of the agent may be less. */
    budgetMicro?: number | undefined
  }
  outputSchema: Record<string, unknown> | null
  origin: { workflowId: string; executionId: string; threadId: string | null }
  conversation: Conversation
  effects: TurnEffects
  /** Null where no further agent may be called. */
  delegates: Delegates | null
  /** Null where no workflow may be executed. */
  workflows: WorkflowTools | null
  /** Searches the knowledge collections of the agent; null where it has none. */
  searchKnowledge: SearchKnowledge | null
  pause(context: RunContext, name: string, requested: PauseRequest): Promise<PauseAnswer>
  /** For the caps of the agent; null where it has no conversation with a user. */
  usedBefore: (() => Promise<TurnUsage>) | null
  /** Passes the conversation to a human, in the transaction of the caller; null where there is none to pass. */
  handOff: ((tx: Tx, request: HandOff) => Promise<void>) | null
  /** For limits of the whole conversation; null where it is that of the turn alone. */
  calledBefore: (() => Promise<CallCounts>) | null
  /**
   * What the ledger has, or will have if that is known here. Null for an agent inside of another, or in a node: the run
   * around it says what it cost.
   */
  usage: ((spending: Spending | null) => Promise<RunUsage>) | null
  /** In front of the names of its steps. */
  prefix: string
  /** Where its events belong: empty for the run itself, one entry for each agent around it. */
  namespace: readonly string[]
  /** Called with what returns the messages that a cancel leaves unfinished; null when there are none. */
  onPartial?(partial: (() => readonly ConversationEntry[]) | null): void
  /** Called when a call of a model or tool that the end of the run interrupted has been paid for. */
  onInterruptedCall?(): void
  /** Milliseconds that the run has worked, without those for which it was suspended. */
  workedMs(): number
  signal: AbortSignal
}

/** Kinds of personal data that rules found, and the one that lets nothing pass. */
export type FoundData = { found: Record<string, number>; blockedBy: string | null }

export const finishReasons = [
  'stop',
  'length',
  'content_filter',
  ...turnLimits,
  'guardrail',
  'escalated',
  'human_reply',
  'canned',
] as const
export type TurnFinish = (typeof finishReasons)[number]

/** An agent inside of a run that a limit ended before its work was done. */
export type StoppedPart = {
  /** The step of the run that it is. */
  step: string
  /** The agent; for one that is written in a node, the workflow of the node. */
  workflowId: string
  stoppedBy: TurnLimit
}

export type TurnEnd = {
  /** The result: that of `outputSchema`, else what the model said last. */
  output: unknown
  text: string
  messageId: string | null
  finishReason: TurnFinish
  creditsMicro: number
  taint: Taint
  /** Agents inside of it, and not the agent of the turn. */
  stopped: readonly StoppedPart[]
}
