import { AppError } from '../../../../kernel/errors.ts'
import type { ProviderSettings } from '../../providers/registry.ts'
import type { AiModel } from '../../schema/model.ts'
import { noPrice, type TokenPrice, tokenPriceOf } from './price.ts'

/**
 * What the operator says that a model costs, in USD: an input and an output token, or one image, second,
 * character or minute. `unpriced` is a model that may be called although no one knows its price.
 */
export type ConfiguredPrice =
  | { prompt: string; completion: string; cachedInputTokens?: string; cacheCreationInputTokens?: string }
  | { perUnit: string }
  | 'unpriced'

/** By model id, by `provider/*`, or for all by `*`. */
export type ConfiguredPrices = Readonly<Record<string, ConfiguredPrice>>

type Payer = Pick<ProviderSettings, 'payer'>

/**
 * What models cost. What the operator pays for is never had for nothing by oversight: a model without a price is
 * refused on the operator's key until the operator names one or lets it pass. A project with its own key
 * pays there.
 */
export function createPrices(configured: ConfiguredPrices = {}) {
  function find(modelId: string): ConfiguredPrice | undefined {
    const provider = modelId.slice(0, Math.max(0, modelId.indexOf('/')))
    const names = [modelId, `${provider}/*`, '*']
    return names.flatMap((name) => (Object.hasOwn(configured, name) ? [configured[name]!] : []))[0]
  }

  function tokensBy(modelId: string): TokenPrice | null {
    const price = find(modelId)
    return typeof price === 'object' && 'prompt' in price ? tokenPriceOf({ pricing: price }) : null
  }

  const tokenPrice = (
    modelId: string,
    listed: Pick<AiModel, 'pricing'> | null,
    { payer }: Payer,
  ): TokenPrice =>
    (payer === 'project' ? null : tokensBy(modelId)) ?? (listed ? tokenPriceOf(listed) : noPrice)

  const isTokenRefused = (modelId: string, price: TokenPrice, { payer }: Payer): boolean =>
    !price.isKnown && payer === 'operator' && find(modelId) !== 'unpriced'

  function unitPrice(modelId: string, listed: number | null, { payer }: Payer): number | null {
    const price = payer === 'project' ? undefined : find(modelId)
    return typeof price === 'object' && 'perUnit' in price ? Number(price.perUnit) : listed
  }

  const isUnitRefused = (modelId: string, price: number | null, { payer }: Payer): boolean => {
    const listed = find(modelId)
    return !price && payer === 'operator' && listed !== 'unpriced' && typeof listed !== 'object'
  }

  return {
    /** Of its tokens. `listed` is what the catalogue knows. */
    ofTokens(modelId: string, listed: Pick<AiModel, 'pricing'> | null, payer: Payer): TokenPrice {
      const price = tokenPrice(modelId, listed, payer)
      if (isTokenRefused(modelId, price, payer)) throw unpriced(modelId)
      return price
    },

    /** Of one image, second, character or minute; null when it is not known. */
    ofUnit(modelId: string, listed: number | null, payer: Payer): number | null {
      const price = unitPrice(modelId, listed, payer)
      if (isUnitRefused(modelId, price, payer)) throw unpriced(modelId)
      return price
    },

    /** Whether a call of a model of the catalogue would be refused because its price is not known. */
    isRefused(
      model: Pick<AiModel, 'modelId' | 'mediaKind' | 'pricing' | 'reserveUsdPerUnit'>,
      payer: Payer,
    ): boolean {
      const { modelId, mediaKind, reserveUsdPerUnit } = model
      return mediaKind
        ? isUnitRefused(modelId, unitPrice(modelId, reserveUsdPerUnit || null, payer), payer)
        : isTokenRefused(modelId, tokenPrice(modelId, model, payer), payer)
    },

    /** For a call of which only the model is still known; what it held bounds what it pays. */
    ofAbandoned: (modelId: string, listed: Pick<AiModel, 'pricing'> | null): TokenPrice =>
      tokensBy(modelId) ?? (listed ? tokenPriceOf(listed) : noPrice),
  }
}

export type Prices = ReturnType<typeof createPrices>

const unpriced = (modelId: string) =>
  new AppError('model_unpriced', `${modelId} has no price, so it cannot be used with the operator's key`, {
    facts: { modelId },
    hint: 'Ask the operator to set a price in STOA_MODEL_PRICES, or add your own key with PUT /api/v1/ai/providers.',
  })
