import { creditsOf } from '../../../kernel/credits.ts'
import type { Price } from '../schema/balance.ts'

/** What a unit costs: in credits where the interface promises credits, else in billionths of a dollar. */
type ListedPrice = Omit<Price, 'credits' | 'usd'> & ({ microCredits: number } | { usdBillionths: number })

/** For what has no separate price. Models are priced by the area that knows them. */
const listed = [
  {
    ref: 'tool.default',
    type: 'tool',
    unit: 'execution',
    microCredits: 2_000_000,
    description: 'A successful execution of a tool without its own price.',
  },
  {
    ref: 'sandbox.second',
    type: 'sandbox',
    unit: 'second',
    usdBillionths: 20_000,
    description: 'Time in which a sandbox runs something.',
  },
  {
    ref: 'browser.second',
    type: 'browser',
    unit: 'second',
    usdBillionths: 30_000,
    description: 'Time in which a browser session is open.',
  },
  {
    ref: 'storage.gibibyte-month',
    type: 'storage',
    unit: 'gibibyte-month',
    usdBillionths: 23_000_000,
    description: 'Stored files, documents and tables.',
  },
  {
    ref: 'knowledge.page',
    type: 'knowledge',
    unit: 'page',
    usdBillionths: 100_000,
    description:
      'A page of a document that is read for a knowledge collection, or 3,000 characters of one without pages.',
  },
  {
    ref: 'media.image',
    type: 'media',
    unit: 'image',
    usdBillionths: 40_000_000,
    description: 'An image from a model that has no listed price.',
  },
  {
    ref: 'media.second',
    type: 'media',
    unit: 'second',
    usdBillionths: 100_000_000,
    description: 'A second of video from a model that has no listed price.',
  },
  {
    ref: 'media.char',
    type: 'media',
    unit: 'char',
    usdBillionths: 15_000,
    description: 'A spoken character from a model that has no listed price.',
  },
  {
    ref: 'media.minute',
    type: 'media',
    unit: 'minute',
    usdBillionths: 6_000_000,
    description: 'A transcribed minute by a model that has no listed price.',
  },
  {
    ref: 'connected_account.month',
    type: 'connected_account',
    unit: 'account-month',
    usdBillionths: 0,
    description: 'An account that an end user has connected.',
  },
] as const satisfies ListedPrice[]

export type PriceRef = (typeof listed)[number]['ref']

export const listedPrices: readonly ListedPrice[] = listed

export const microCreditsPerUnit = (price: ListedPrice, creditsPerUsd: number): number =>
  'microCredits' in price ? price.microCredits : Math.ceil((price.usdBillionths * creditsPerUsd) / 1_000)

export function toPrice(price: ListedPrice, creditsPerUsd: number): Price {
  const credits = creditsOf(microCreditsPerUnit(price, creditsPerUsd))
  const { ref, type, unit, description } = price
  return { ref, type, unit, credits, usd: credits / creditsPerUsd, description }
}
