import type { ChatReply, Effort, ResponseFormat, Tool, ToolChoice } from './chat.ts'
import type { Message } from './message.ts'
import type { PendingEnd } from './pending-end.ts'
import type { ProviderKind } from './provider.ts'
import type { Thought } from './thought.ts'

export type Parameters = {
  temperature: number | null
  topP: number | null
  maxTokens: number | null
  stop: readonly string[]
  seed: number | null
  topK: number | null
  frequencyPenalty: number | null
  presencePenalty: number | null
  /** Few providers have the next four; they are left out where they are not set. */
  minP?: number
  topA?: number
  repetitionPenalty?: number
  /** By the id of a token. */
  logitBias?: Readonly<Record<string, number>>
  /** Has the instructions and tools cached by providers that cache only what is marked. */
  cachesPrompt?: boolean
  tools: readonly Tool[]
  toolChoice: ToolChoice | null
  /** False: at most one tool call in the response. Null leaves it to the model. */
  parallelToolCalls: boolean | null
  responseFormat: ResponseFormat
  reasoningEffort: Effort | null
}

/** What another API calls the settings of a call. */
export type SettingNames = Readonly<Partial<Record<keyof Parameters | 'messages', string>>>

/** A request in the words of one provider's API, which that provider gets as it came. */
export type NativeRequest = {
  kind: ProviderKind
  body: Readonly<Record<string, unknown>>
  headers: Readonly<Record<string, string>>
  /** Called before another provider gets the request in our words; throws for what would be lost. */
  leave(): void
}

/** One call in the form that all areas above use, whichever API it came through. */
export type CallRequest = {
  kind: 'chat' | 'generate'
  /** Null for the project's default model. */
  model: string | null
  messages: readonly Message[]
  parameters: Parameters
  fallbackModels: readonly string[]
  dropsUnsupported: boolean
  /** The effort was not named but follows from something else, so a model without one is no fault of the caller. */
  dropsEffort?: boolean
  /** The temperature is a default: only models that are known to take one get it. */
  dropsTemperature?: boolean
  /** Whether the response is streamed; else it is awaited as a whole. */
  isStreamed: boolean
  holdId: string | null
  metadata: Readonly<Record<string, string>>
  /** For errors that name them, where the caller knows other names, and has no `dropUnsupported` and no `fallbackModels`. */
  names?: SettingNames
  native?: NativeRequest
  /** What it is done for, where an area above knows. */
  subject?: { workflowId?: string; executionId?: string; threadId?: string; runId?: string }
}

/**
 * The events of a call, in order: `start` once a model has begun to respond, then its output, last `end`, with an
 * `error` before it when it was interrupted. Before `start` a failure is thrown instead.
 */
export type CallEvent =
  | {
      type: 'start'
      id: string
      model: string
      provider: string
      fallbackFrom: string | null
      /** An estimate: what the provider counts is known at the end. */
      promptTokens?: number
    }
  | { type: 'text'; delta: string }
  | { type: 'reasoning'; delta: string }
  /** A thought has ended. It may have no text: some are redacted. */
  | { type: 'thought'; thought: Thought }
  | { type: 'tool-call-start'; index: number; id: string; name: string; signature?: string }
  | { type: 'tool-call-delta'; index: number; id: string; delta: string }
  | {
      type: 'tool-call'
      index: number
      id: string
      name: string
      arguments: Record<string, unknown>
      signature?: string
    }
  /** An event of the provider's stream, or its whole response, for a call that it got as it came. */
  | { type: 'native'; event: Readonly<Record<string, unknown>> }
  | { type: 'error'; code: string; message: string; partial: true }
  /** `pending` is the end of the call itself, where the caller has requested to commit it. */
  | { type: 'end'; reply: ChatReply; pending?: PendingEnd }

export const noParameters: Parameters = {
  temperature: null,
  topP: null,
  maxTokens: null,
  stop: [],
  seed: null,
  topK: null,
  frequencyPenalty: null,
  presencePenalty: null,
  tools: [],
  toolChoice: null,
  parallelToolCalls: null,
  responseFormat: { type: 'text' },
  reasoningEffort: null,
}
