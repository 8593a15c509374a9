import type { NativeRequest, Parameters } from '../schema/call-request.ts'
import type { Embedded } from '../schema/embedding.ts'
import type { Message } from '../schema/message.ts'
import type { ReasoningSignature } from '../schema/thought.ts'
import type { TokenUsage } from '../schema/token-usage.ts'
import type { MadeMedia, MediaCall } from './media.ts'

/** Several times the longest model output; everything is stored, counted and serialised as a whole. */
export const maxResponseChars = 2 * 1024 * 1024

/**
 * Some servers end neither their events nor their connection. After a finish reason only the usage is awaited, and no longer
 * than this.
 */
export const defaultFinishMs = 2_000

/** How a model says that it has ended. Null when the connection ended without its word. */
export type ModelFinish = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'error' | null

export type ModelPart =
  | { type: 'text'; delta: string }
  | { type: 'reasoning'; delta: string }
  /** The thought that was being streamed, or a redacted one, has ended. */
  | { type: 'thought-end'; signature: ReasoningSignature | null }
  | { type: 'tool-start'; id: string; name: string; signature?: string }
  | { type: 'tool-delta'; id: string; delta: string }
  /** The whole call; its arguments are the text as the model wrote it. */
  | { type: 'tool-call'; id: string; name: string; arguments: string; signature?: string }
  /** An event of the provider's API as it came, or the whole response, for a call that it gets as it came. */
  | { type: 'native'; event: Readonly<Record<string, unknown>> }
  /** With the stop sequence that ended it, where the provider reports it. */
  | { type: 'finish'; reason: ModelFinish; usage: TokenUsage | null; stopSequence?: string }

export type ModelCall = {
  /** What the provider calls the model. */
  vendorId: string
  messages: readonly Message[]
  parameters: Parameters
  /** The request as it came, where it is in the words of this provider. */
  native?: NativeRequest | undefined
  signal: AbortSignal
  /** Takes capacity for what is held before it is passed on; throws when there is none. */
  hold?(bytes: number): void
}

export type Embeddings = { vectors: number[][]; tokens: number | null }

/** A provider, opened with one key. Failures are thrown as `ProviderFailure`. */
export type Provider = {
  /** Requests the response as a whole. */
  generate(call: ModelCall): Promise<readonly ModelPart[]>
  /** Requests the response as a stream. What arrived together is passed on together. */
  stream(call: ModelCall): AsyncIterable<readonly ModelPart[]>
  embed(call: {
    vendorId: string
    /** Texts; or tokens, where `takesTokens` says so. */
    texts: readonly Embedded[]
    dimensions: number | null
    signal: AbortSignal
  }): Promise<Embeddings>
  /** Counts the tokens of a request that is in the words of this provider. */
  countTokens?(
    call: Pick<ModelCall, 'vendorId' | 'messages' | 'native' | 'signal'>,
  ): Promise<{ input_tokens: number }>
  /** Makes what is no text: images, videos, speech; or transcribes speech. */
  media(call: MediaCall): Promise<MadeMedia>
}

/** Providers, or proxies in front of them, sometimes quote the request: a key must not come out so. */
export function hideKey(failure: ProviderFailure, key: string): void {
  if (key.length >= 8) failure.message = failure.message.replaceAll(key, '…')
}

/**
 * - `busy`: too many requests. `refused`: the key is not accepted. `unavailable`: it cannot be reached, or failed.
 * - `timeout`: it did not respond in time. `context`: the prompt is too long. `invalid`: it does not take the request.
 * - `unknown-model`: it does not have the model. `broken`: its response is invalid.
 * - `paused`: it was not called, because it failed several times in a row.
 */
export type FailureKind =
  | 'busy'
  | 'refused'
  | 'unavailable'
  | 'timeout'
  | 'context'
  | 'invalid'
  | 'unknown-model'
  | 'broken'
  | 'paused'

export class ProviderFailure extends Error {
  readonly kind: FailureKind
  readonly status: number | null
  readonly retryAfterSeconds: number | null
  /** No connection was made, so it cannot have failed because of the request. */
  readonly isUnreached: boolean
  /** The setting that it does not take, by the provider's name. */
  readonly setting: string | null

  constructor(
    kind: FailureKind,
    message: string,
    facts: {
      status?: number | null
      retryAfterSeconds?: number | null
      isUnreached?: boolean
      setting?: string | null
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: facts.cause })
    this.name = 'ProviderFailure'
    this.kind = kind
    this.status = facts.status ?? null
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
    this.isUnreached = facts.isUnreached ?? false
    this.setting = facts.setting ?? null
  }
}
