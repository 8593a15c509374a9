import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { perToken } from './token-price.ts'

describe('perToken', () => {
  const cases: [number, string][] = [
    [0, '0'],
    [3, '0.000003'],
    [0.3, '0.0000003'],
    [15.625, '0.000015625'],
    [0.0028, '0.0000000028'],
    [150, '0.00015'],
    [2_500_000, '2.5'],
    [12_000_000, '12'],
    [1e21, '1000000000000000'],
    [1e-7, '0.0000000000001'],
    [2.5e-7, '0.00000000000025'],
  ]
  for (const [usdPerMillion, expected] of cases) {
    it(`moves the point of ${usdPerMillion}`, () => assert.equal(perToken(usdPerMillion), expected))
  }

  for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    it(`refuses ${wrong}`, () => assert.throws(() => perToken(wrong), /not a price/))
  }
})
