import { listedPrices, microCreditsPerUnit, type PriceRef, toPrice } from '../catalogue/prices.ts'
import type { Price, PriceList } from '../schema/balance.ts'

/** Areas above list the prices of what they know: models, tools with their own price. */
export type PriceSource = () => readonly Price[]

export function createPrices(creditsPerUsd: number) {
  const sources: PriceSource[] = []
  return {
    register: (source: PriceSource) => void sources.push(source),
    /** Millionths of a credit for so many units; parts of one count, and what is left over is rounded up. */
    priceOf(ref: PriceRef, quantity = 1): number {
      const price = listedPrices.find((each) => each.ref === ref)!
      return Math.ceil(microCreditsPerUnit(price, creditsPerUsd) * quantity)
    },
    list: (): PriceList => ({
      currency: 'credits',
      creditsPerUsd,
      prices: [
        ...listedPrices.map((price) => toPrice(price, creditsPerUsd)),
        ...sources.flatMap((source) => source()),
      ],
    }),
  }
}
