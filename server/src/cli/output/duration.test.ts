import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDuration } from './duration.ts'

test('a number and a unit', () => {
  assert.equal(readDuration('expires', '90m'), 90 * 60_000)
  assert.equal(readDuration('expires', '12h'), 12 * 3_600_000)
  assert.equal(readDuration('expires', '30d'), 30 * 86_400_000)
  assert.equal(readDuration('expires', '2w'), 14 * 86_400_000)
})

test('anything else is refused by the name of the option', () => {
  for (const text of ['30', 'd', '0d', '-1d', '1.5h', '30 d', '1y', '999999d', '2026-01-01']) {
    assert.throws(() => readDuration('expires', text), { name: 'StartFault', message: /^--expires / }, text)
  }
})
