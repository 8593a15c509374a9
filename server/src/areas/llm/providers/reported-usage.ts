import type { TokenUsage } from '../schema/token-usage.ts'

// Far more than any model takes or gives.
const maxTokens = 1_000_000_000

export const isCount = (tokens: unknown): tokens is number =>
  Number.isInteger(tokens) && (tokens as number) >= 0 && (tokens as number) <= maxTokens

/** Null when the provider told nothing that can be paid: no call has neither a prompt nor an answer, or less than none. */
export function reportedUsage(usage: TokenUsage): TokenUsage | null {
  if (usage.promptTokens === 0 && usage.completionTokens === 0) return null
  return Object.values(usage).every(isCount) ? usage : null
}
