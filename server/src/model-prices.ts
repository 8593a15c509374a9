import { z } from 'zod'
import type { ConfiguredPrices } from './areas/llm/index.ts'

const Usd = z.union([
  z
    .number()
    .min(0)
    .max(1000)
    .transform((value) => value.toFixed(18)),
  z.string().regex(/^\d{1,4}(\.\d{1,18})?$/),
])

const PricesByModel = z.record(
  z.string().min(1).max(200),
  z.union([
    z.literal('unpriced'),
    z.strictObject({ perUnit: Usd }),
    z.strictObject({
      prompt: Usd,
      completion: Usd,
      cachedInputTokens: Usd.optional(),
      cacheCreationInputTokens: Usd.optional(),
    }),
  ]),
)

/** Prices of models as the operator writes them: JSON, by model id, by `provider/*` or by `*`. */
export function readModelPrices(text: string): ConfiguredPrices {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('must be JSON, such as {"openrouter/*":{"prompt":"0.000001","completion":"0.000002"}}')
  }
  const read = PricesByModel.safeParse(value)
  if (!read.success)
    throw new Error(
      `must map model ids to {prompt, completion} or {perUnit} in USD, or to "unpriced"; see ${read.error.issues[0]?.path.join('.')}`,
    )
  return read.data as ConfiguredPrices
}
