import assert from 'node:assert/strict'
import { it } from 'node:test'
import { formatDuration, formatRemaining } from './format-duration.ts'

it('counts down coarser the longer it is', () => {
  assert.deepEqual([400, 59_000, 3_599_000, 3_600_000, 90_061_000].map(formatRemaining), [
    '00:01',
    '00:59',
    '59:59',
    '1:00:00',
    '1d 1h',
  ])
})

it('shows no time less than none', () => {
  assert.deepEqual([-5000, -0.2].map(formatDuration), ['0 ms', '0 ms'])
})

it('names a duration in the unit it is measured in', () => {
  assert.deepEqual([0, 12.4, 999, 1250, 125_000, 900_000, 5_400_000].map(formatDuration), [
    '0 ms',
    '12 ms',
    '999 ms',
    '1.25 s',
    '2 min 5 s',
    '15 min',
    '1 h 30 min',
  ])
})
