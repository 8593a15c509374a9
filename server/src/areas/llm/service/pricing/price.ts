import { maxMicroCredits } from '../../../../kernel/credits.ts'
import type { AiModel } from '../../schema/model.ts'
import type { TokenUsage } from '../../schema/token-usage.ts'

/** What one token costs, in billionths of a billionth of a dollar, so that no price of a catalogue is ever rounded. */
export type TokenPrice = {
  prompt: bigint
  completion: bigint
  cacheRead: bigint
  cacheWrite: bigint
  /** For an hour. */
  cacheWriteHour: bigint
  isKnown: boolean
}

const decimals = 18
export const perUsd = 10n ** BigInt(decimals)

export const noPrice: TokenPrice = {
  prompt: 0n,
  completion: 0n,
  cacheRead: 0n,
  cacheWrite: 0n,
  cacheWriteHour: 0n,
  isKnown: false,
}

export function readUsd(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

// Neither the catalogue nor what the operator says changes while the product runs, and every call needs a price.
const known = new WeakMap<AiModel['pricing'], TokenPrice>()

export function tokenPriceOf({ pricing }: Pick<AiModel, 'pricing'>): TokenPrice {
  const price = known.get(pricing) ?? readPrice(pricing)
  known.set(pricing, price)
  return price
}

/** Where a cache has no separate price, its tokens cost what others cost. */
function readPrice(pricing: AiModel['pricing']): TokenPrice {
  if (pricing.prompt === undefined || pricing.completion === undefined) return noPrice
  const prompt = readUsd(pricing.prompt)
  const cacheWrite =
    pricing.cacheCreationInputTokens === undefined ? prompt : readUsd(pricing.cacheCreationInputTokens)
  return {
    prompt,
    completion: readUsd(pricing.completion),
    cacheRead: pricing.cachedInputTokens === undefined ? prompt : readUsd(pricing.cachedInputTokens),
    cacheWrite,
    // Only Anthropic has it, at twice the price of the prompt.
    cacheWriteHour: pricing.cacheCreationInputTokens === undefined ? cacheWrite : 2n * prompt,
    isKnown: true,
  }
}

export type Cost = { microCredits: number; usd: number }

export const microPerCredit = 1_000_000n

/**
 * Exact; only the last fraction of a millionth of a credit is rounded, upwards. What a wrong price or a wrong count of tokens
 * makes more than the ledger can write is the most that it can: such a call could never end.
 */
export function costOf(price: TokenPrice, usage: TokenUsage, creditsPerUsd: number): Cost {
  const cached = BigInt(usage.cachedInputTokens)
  const created = BigInt(usage.cacheCreationInputTokens)
  const hour = BigInt(Math.min(usage.cacheCreationHourTokens ?? 0, usage.cacheCreationInputTokens))
  const rest = BigInt(usage.promptTokens) - cached - created
  const total =
    (rest > 0n ? rest : 0n) * price.prompt +
    cached * price.cacheRead +
    (created - hour) * price.cacheWrite +
    hour * price.cacheWriteHour +
    BigInt(usage.completionTokens) * price.completion
  const micro = (total * BigInt(creditsPerUsd) * microPerCredit + perUsd - 1n) / perUsd
  return { microCredits: Math.min(Number(micro), maxMicroCredits), usd: Number(total) / Number(perUsd) }
}

/** How many output tokens so many millionths of a credit pay for; null when output is free. */
export function affordableTokens(
  price: TokenPrice,
  promptTokens: number,
  micro: number,
  creditsPerUsd: number,
): number | null {
  if (price.completion === 0n) return null
  const budget = (BigInt(micro) * perUsd) / (BigInt(creditsPerUsd) * microPerCredit)
  const left = budget - BigInt(promptTokens) * price.prompt
  return left <= 0n ? 0 : Number(left / price.completion)
}
