import type { Subject } from '../../usage/index.ts'
import type { FinishReason } from './chat.ts'
import type { TokenUsage } from './token-usage.ts'

/** One attempt with one model, as it is stored with the call. Times are milliseconds from the start of the call. */
export type Attempt = {
  model: string
  provider: string
  /** Which of the provider's keys was used, by its place. */
  key: number
  startMs: number
  firstTokenMs: number | null
  endMs: number
  outcome: 'answered' | 'failed' | 'skipped' | 'cancelled'
  error: string | null
  status: number | null
}

export type NewCall = {
  id: string
  apiKeyId: string | null
  kind: 'chat' | 'generate' | 'embedding'
  requestedModel: string
  provider: string
  isStreamed: boolean
  heldMicro: number
  metadata: Readonly<Record<string, string>>
  /** Null where the project does not store payloads. */
  prompt: unknown | null
  storesPayloads: boolean
  at: Date
  nodeId: string
  subject: Subject
  /** Which of several that begin under one id, with the same quote; null where the id is its own. */
  beginId: string | null
  /** Of the settings that it was planned with, where they may have changed since. */
  settingsVersion: string | null
}

export type CallResult = {
  status: 'succeeded' | 'failed' | 'cancelled'
  servedModel: string | null
  provider: string
  finishReason: FinishReason | null
  usage: TokenUsage
  isEstimated: boolean
  isUnpriced: boolean
  usedMicro: number
  usd: number
  firstTokenMs: number | null
  totalMs: number
  attempts: readonly Attempt[]
  errorCode: string | null
  errorMessage: string | null
  answer: unknown | null
  at: Date
}
