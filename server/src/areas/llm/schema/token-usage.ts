/** Tokens as providers bill them; the totals include what came from a cache and what was thought. */
export type TokenUsage = {
  promptTokens: number
  cachedInputTokens: number
  cacheCreationInputTokens: number
  /** The part of them that is stored for an hour, at a higher price. */
  cacheCreationHourTokens?: number
  completionTokens: number
  reasoningTokens: number
}
