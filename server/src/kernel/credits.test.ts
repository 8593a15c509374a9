import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creditsOf, maxMicroCredits, microCreditsOf } from './credits.ts'

test('amounts go in and out without loss', () => {
  for (const [credits, micro] of [
    [0, 0],
    [0.000001, 1],
    [0.1, 100_000],
    [0.3, 300_000],
    [1.1, 1_100_000],
    [-2.5, -2_500_000],
    [1234567.891234, 1_234_567_891_234],
    [4_000_000_000, maxMicroCredits],
    [3_999_999_999.999999, maxMicroCredits - 1],
  ] as const) {
    assert.equal(microCreditsOf(credits), micro)
    assert.equal(creditsOf(micro), credits)
  }
})

test('every last place up to the largest amount is distinguished', () => {
  for (let i = 0; i < 2_000; i++) {
    const micro = maxMicroCredits - i * 7
    assert.equal(microCreditsOf(creditsOf(micro)), micro)
  }
})

test('what is no amount is none', () => {
  for (const credits of [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e-7,
    0.0000001,
    1.0000001,
    4_000_000_001,
    1e21,
  ])
    assert.equal(microCreditsOf(credits), null)
})
