import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestClock } from '../../../../../test/clock.ts'
import { createDatetimeToolkit } from './datetime.ts'

const { tools } = createDatetimeToolkit({ clock: createTestClock() })
const timeZone = 'Europe/Berlin'

/** The moment that a tool gives, in UTC. */
function isoOf(operation: string, args: object): unknown {
  const run = tools.find((each) => each.operation === operation)!.run as (input: object) => unknown
  return (run(args) as { iso: string }).iso
}

test('hours are time that passes, also in an hour that comes twice', () => {
  const second = '2026-10-25T01:30:00Z'
  assert.equal(isoOf('add', { time: second, hours: 1, timeZone }), '2026-10-25T02:30:00.000Z')
  assert.equal(isoOf('start_of', { time: second, unit: 'hour', timeZone }), '2026-10-25T01:00:00.000Z')
})

test('days keep the time on the clock when clocks change', () => {
  const before = '2026-03-28T12:00'
  assert.equal(isoOf('add', { time: before, days: 1, timeZone }), '2026-03-29T10:00:00.000Z')
  assert.equal(isoOf('add', { time: before, hours: 24, timeZone }), '2026-03-29T11:00:00.000Z')
})

test('amounts of both signs, and the last day of a shorter month', () => {
  assert.equal(
    isoOf('add', { time: '2024-03-31', months: -1, days: 1, timeZone: 'UTC' }),
    '2024-03-01T00:00:00.000Z',
  )
})
