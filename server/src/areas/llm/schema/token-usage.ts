/** Tokens as providers bill them; the totals include what came from a cache and what was thought. */
export type TokenUsage = {
  promptTokens: number
  cachedInputTokens: number
  cacheCreationInputTokens: number
  completionTokens: number
  reasoningTokens: number
}
