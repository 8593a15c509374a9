import type { TokenUsage } from '../schema/token-usage.ts'

// Far more than any model takes or gives.
const maxTokens = 1_000_000_000

export const isCount = (tokens: unknown): tokens is number =>
  Number.isInteger(tokens) && (tokens as number) >= 0 && (tokens as number) <= maxTokens

/** Null when the reported usage cannot be billed: no call has zero tokens in total, or negative ones. */
export function reportedUsage(usage: TokenUsage): TokenUsage | null {
  if (usage.promptTokens === 0 && usage.completionTokens === 0) return null
  return Object.values(usage).every(isCount) ? usage : null
}
