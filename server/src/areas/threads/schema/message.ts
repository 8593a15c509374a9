import type { StoredActor } from '../../../kernel/scope.ts'
import type { Taint } from '../../../kernel/text/taint.ts'

/** Who wrote a message: the end user, the model, a tool, the configuration, or a human who answers for the agent. */
export type MessageRole = 'human' | 'ai' | 'tool' | 'system' | 'operator'

export type ContentBlock =
  | { type: 'text'; text: string }
  /** What is attached by its URL, of whatever type; without a type, it is that of a `data:` URL or an image. */
  | { type: 'image_url'; image_url: { url: string }; name?: string; mimeType?: string }
  | { type: 'file'; fileId: string; name?: string; mimeType?: string }
  | { type: 'reasoning'; text: string }
  | { type: string; [field: string]: unknown }

export type ToolCall = { id: string; name: string; arguments: unknown }

/** Who decided: the caller, and the end user that it acted for. */
export type Decider = StoredActor & { accountId: string | null; username: string }

/** The decision of a human about a tool call. All readers of a decision read this record. */
export type Decision = {
  /** The id of the call. */
  id: string
  toolSlug: string
  type: 'approve' | 'edit' | 'reject'
  /** The arguments that the model wrote. */
  requested: Record<string, unknown>
  /** The arguments that were approved; null for a rejection. */
  args: Record<string, unknown> | null
  message: string | null
  /** Null where no one decided in time. */
  by: Decider | null
  at: string
}

/** A message as it is stored: the form of no provider and no client. */
export type Message = {
  id: string
  role: MessageRole
  content: string | readonly ContentBlock[]
  /** What the model wants to be executed. */
  toolCalls?: readonly ToolCall[]
  /** Of a tool message: the call that it answers, and the name of the tool. */
  toolCallId?: string
  name?: string
  status?: 'success' | 'error' | 'cancelled' | 'rejected'
  /** The decision of a human about the call; only tool messages have one. */
  decision?: Decision
  model?: string
  usage?: { inputTokens: number; outputTokens: number; creditsMicro?: number }
  /** What a provider wants to be given back with the next request: signed thoughts. */
  thoughts?: unknown
  finishReason?: string
}

export type EntryKind = 'append' | 'replace' | 'remove' | 'summary'

export type NewEntry = {
  kind?: EntryKind
  /** Null for `remove`; of a `summary`, the text that replaces the messages before it. */
  message: Message | null
  /** Needed where there is no message. */
  messageId?: string
  executionId?: string | null
  /** Required, so that no writer forgets it. */
  taint: Taint
  tokens?: number | null
}

/** Where an entry is in its thread. Its id is the id of the state after it. */
export type EntryRef = { id: string; branch: number; place: number }

export type Entry = EntryRef & {
  kind: EntryKind
  messageId: string | null
  role: MessageRole
  message: Message | null
  executionId: string | null
  taint: Taint
  tokens: number | null
  createdAt: string
}

/** Calls of models, and calls of tools by name and by the `slug` among their arguments. */
export type ThreadCalls = {
  modelCalls: number
  tools: { name: string; slug: string | null; calls: number }[]
}

/** An entry without its message. */
export type EntryOutline = Omit<Entry, 'message' | 'tokens'>

/** An entry that changes, removes or summarises, or is of a message that such an entry is about. */
export type SpecialEntry = Pick<Entry, 'place' | 'kind' | 'messageId'>
