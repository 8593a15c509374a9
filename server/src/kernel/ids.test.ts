import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newToken, randomLetters } from './ids.ts'

it('tokens are letters and digits alone, and carry the requested number of bits', () => {
  for (const [bytes, letters] of [
    [24, 33],
    [32, 43],
  ] as const) {
    const token = newToken(bytes)
    assert.match(token, /^[A-Za-z0-9]+$/)
    assert.equal(token.length, letters)
    assert.ok(letters * Math.log2(62) >= bytes * 8)
  }
})

it('every letter and digit comes, and about as often as the others', () => {
  const counts = new Map<string, number>()
  for (const letter of randomLetters(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  assert.equal(counts.size, 62)
  // Eight standard deviations: 1,000 are expected of each.
  for (const [letter, count] of counts) assert.ok(Math.abs(count - 1000) < 256, `${letter}: ${count}`)
})
