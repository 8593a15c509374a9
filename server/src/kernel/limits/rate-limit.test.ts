import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRateLimit } from './rate-limit.ts'

function setUp(perMinute: number) {
  let time = 1_000_000
  const limit = createRateLimit({ perMinute, clock: { now: () => new Date(time) } })
  return { limit, pass: (ms: number) => (time += ms) }
}

test('a burst up to the limit passes, and not one more', () => {
  const { limit } = setUp(3)
  const verdicts = [1, 2, 3, 4].map(() => limit.take('a'))
  assert.deepEqual(
    verdicts.map(({ isAllowed }) => isAllowed),
    [true, true, true, false],
  )
  assert.deepEqual(
    verdicts.map(({ remaining }) => remaining),
    [2, 1, 0, 0],
  )
  assert.equal(verdicts[3]!.resetSeconds, 20)
})

test('they grow back evenly', () => {
  const { limit, pass } = setUp(60)
  for (let i = 0; i < 60; i++) limit.take('a')
  assert.equal(limit.take('a').isAllowed, false)
  pass(1000)
  assert.equal(limit.take('a').isAllowed, true)
  assert.equal(limit.take('a').isAllowed, false)
})

test('callers do not share', () => {
  const { limit } = setUp(1)
  assert.equal(limit.take('a').isAllowed, true)
  assert.equal(limit.take('b').isAllowed, true)
})

test('a clock that is set back takes nothing away', () => {
  const { limit, pass } = setUp(10)
  limit.take('a')
  pass(-60_000)
  assert.equal(limit.take('a').remaining, 8)
})
