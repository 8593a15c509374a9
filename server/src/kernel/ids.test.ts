import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createIds, newToken, randomLetters } from './ids.ts'

it('ids are UUIDs of version 7 that begin with their time, and no two are the same', () => {
  let at = new Date('2026-01-02T03:04:05.678Z')
  const newId = createIds({ now: () => at })
  const ids = Array.from({ length: 5_000 }, newId)
  assert.equal(new Set(ids).size, ids.length)
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  for (const id of ids) {
    assert.match(id, form)
    assert.equal(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16), at.getTime())
  }
  // Every digit that is drawn takes every value.
  for (const place of [15, 16, 17, 19, 20, 21, 22, 24, 35])
    assert.equal(new Set(ids.map((id) => id[place])).size, place === 19 ? 4 : 16)
  at = new Date(1)
  assert.match(newId(), /^00000000-0001-7/)
})

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
