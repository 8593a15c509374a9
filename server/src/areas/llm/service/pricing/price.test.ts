import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage } from '../calls/meter.ts'
import { affordableTokens, costOf, tokenPriceOf } from './price.ts'

const price = tokenPriceOf({
  pricing: {
    prompt: '0.0000003',
    completion: '0.0000012',
    cachedInputTokens: '0.00000003',
    cacheCreationInputTokens: '0.000000375',
  },
})

test('each kind of token has its price, and only the last millionth of a credit is rounded, upwards', () => {
  const usage = {
    ...noUsage,
    promptTokens: 1000,
    cachedInputTokens: 300,
    cacheCreationInputTokens: 200,
    completionTokens: 7,
  }
  // 500 x 0.3 + 300 x 0.03 + 200 x 0.375 + 7 x 1.2 = 242.4 millionths of a dollar.
  assert.deepEqual(costOf(price, usage, 1000), { microCredits: 242_400, usd: 0.0002424 })
  // 120 of the 200 that were written are stored for an hour: 80 x 0.375 + 120 x 0.6.
  const hour = { ...usage, cacheCreationHourTokens: 120 }
  assert.equal(costOf(price, hour, 1000).microCredits, 242_400 + 27_000)
  const single = { ...noUsage, cachedInputTokens: 1, promptTokens: 1 }
  assert.equal(costOf(price, single, 1).microCredits, 1)
})

test('sums that floating-point numbers would miss are exact', () => {
  const tenth = tokenPriceOf({ pricing: { prompt: '0.1', completion: '0.2' } })
  assert.equal(costOf(tenth, { ...noUsage, promptTokens: 1, completionTokens: 1 }, 1).microCredits, 300_000)
  const billions = { ...noUsage, promptTokens: 3_000_000_000 }
  assert.equal(costOf(price, billions, 1000).microCredits, 900_000_000_000)
})

test('a model without a price is free and says so; a cache without one costs what others cost', () => {
  assert.equal(tokenPriceOf({ pricing: {} }).isKnown, false)
  const plain = tokenPriceOf({ pricing: { prompt: '0.000001', completion: '0.000002' } })
  assert.equal(
    costOf(plain, { ...noUsage, promptTokens: 10, cachedInputTokens: 10 }, 1000).microCredits,
    10_000,
  )
})

test('what an amount pays for never costs more than the amount', () => {
  for (const micro of [0, 1, 999, 12_345, 1_000_000]) {
    const tokens = affordableTokens(price, 100, micro, 1000)!
    const cost = costOf(price, { ...noUsage, promptTokens: 100, completionTokens: tokens }, 1000).microCredits
    assert.ok(tokens === 0 || cost <= micro, `${micro}: ${cost}`)
  }
  assert.equal(
    affordableTokens(tokenPriceOf({ pricing: { prompt: '0', completion: '0' } }), 1, 0, 1000),
    null,
  )
})
