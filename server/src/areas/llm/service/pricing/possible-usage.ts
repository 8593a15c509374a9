import type { ChatReply } from '../../schema/chat.ts'
import type { Embedded } from '../../schema/embedding.ts'
import { type Message, wordsIn } from '../../schema/message.ts'
import type { TokenUsage } from '../../schema/token-usage.ts'
import type { Target } from '../calls/attempts.ts'

/** The most tokens that a call can have had, whatever its provider reports. */
export type PossibleUsage = { promptTokens: number; completionTokens: number }

// No tokenizer makes more than one token of a byte, and an estimate of a prompt is a third of its bytes.
const tokensPerEstimated = 3
const tokensPerChar = 3
// Instructions that vendors add: how to call tools, how to reason, what day it is.
const addedPromptTokens = 8_192
const addedCompletionTokens = 256
const addedPerText = 64
// Of models that no catalogue knows: as much as any takes or gives.
const unknownContext = 2_097_152
const unknownOutput = 262_144

type Limits = {
  target: Pick<Target, 'model' | 'maxOutput' | 'parameters'>
  messages: readonly Message[]
  /** The estimate from above that the call was planned with. */
  estimatedPromptTokens: number
  outputChars: number
}

export function possibleUsage({
  target,
  messages,
  estimatedPromptTokens,
  outputChars,
}: Limits): PossibleUsage {
  const { model, maxOutput, parameters } = target
  const context = model?.contextLength ?? unknownContext
  const { responseFormat } = parameters
  const schemaTokens = responseFormat.type === 'text' ? 0 : Buffer.byteLength(JSON.stringify(responseFormat))
  const most = estimatedPromptTokens * tokensPerEstimated + schemaTokens + addedPromptTokens
  const ofModel = maxOutput ?? model?.contextLength ?? unknownOutput
  // Some vendors do not count thoughts against the limit of a caller, and thoughts need not be visible.
  const limit = model?.supportsReasoning ? ofModel : Math.min(parameters.maxTokens ?? ofModel, ofModel)
  return {
    promptTokens: messages.some(hasHiddenTokens) ? context : Math.min(most, context),
    completionTokens: Math.max(limit, outputChars * tokensPerChar) + addedCompletionTokens,
  }
}

/** For the texts of a call for embeddings. */
export const possibleTokens = (texts: readonly Embedded[]): number =>
  texts.reduce<number>(
    (sum, text) => sum + (typeof text === 'string' ? Buffer.byteLength(text) : text.length) + addedPerText,
    0,
  )

/** A page of a document, a second of a video and a sealed thought have tokens that no one but the vendor can count. */
function hasHiddenTokens(message: Message): boolean {
  if (message.role === 'user') return message.content.some((part) => wordsIn(part) === null)
  if (message.role !== 'assistant') return false
  return [...(message.thoughts ?? []), ...message.toolCalls].some(({ signature }) => Boolean(signature))
}

/** The usage itself where it is possible; otherwise as much of it as is. */
export function cappedUsage(usage: TokenUsage, most: PossibleUsage): TokenUsage {
  if (usage.promptTokens <= most.promptTokens && usage.completionTokens <= most.completionTokens) return usage
  const promptTokens = Math.min(usage.promptTokens, most.promptTokens)
  const completionTokens = Math.min(usage.completionTokens, most.completionTokens)
  const cachedInputTokens = Math.min(usage.cachedInputTokens, promptTokens)
  return {
    ...usage,
    promptTokens,
    completionTokens,
    cachedInputTokens,
    cacheCreationInputTokens: Math.min(usage.cacheCreationInputTokens, promptTokens - cachedInputTokens),
    reasoningTokens: Math.min(usage.reasoningTokens, completionTokens),
  }
}

type Warning = NonNullable<ChatReply['warnings']>[number]

export const cappedWarning = (provider: string): Warning => ({
  code: 'usage_capped',
  message: `${provider} reported more tokens than the call can have had; the most that is possible was charged`,
})
