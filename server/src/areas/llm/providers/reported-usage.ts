import type { TokenUsage } from '../schema/token-usage.ts'

// Far more than any model takes or gives.
const maxTokens = 1_000_000_000

export const isCount = (tokens: unknown): tokens is number =>
  Number.isInteger(tokens) && (tokens as number) >= 0 && (tokens as number) <= maxTokens

/**
 * Null when the reported usage cannot be billed: no call has zero tokens in total, or negative ones. Cached tokens are part of
 * the prompt; some servers count only the others as its tokens.
 */
export function reportedUsage(usage: TokenUsage): TokenUsage | null {
  const { promptTokens, completionTokens } = usage
  if (promptTokens === 0 && completionTokens === 0) return null
  const cached = usage.cachedInputTokens + usage.cacheCreationInputTokens
  const whole = cached > promptTokens ? { ...usage, promptTokens: promptTokens + cached } : usage
  return Object.values(whole).every(isCount) ? whole : null
}
