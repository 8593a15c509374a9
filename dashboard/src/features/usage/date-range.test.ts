import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rangeOf } from './date-range.ts'

const now = new Date('2026-03-10T22:30:00Z')
const ends = (filters: Record<string, string>) => {
  const { from, to, days, preset } = rangeOf(filters, now)
  return [from, to, days.length, preset]
}

describe('the range of days in the URL', () => {
  it('is the last thirty days with today, unless another number is requested', () => {
    assert.deepEqual(ends({}), ['2026-02-09', '2026-03-11', 30, '30'])
    assert.deepEqual(ends({ days: '7' }), ['2026-03-04', '2026-03-11', 7, '7'])
    assert.deepEqual(ends({ days: 'seven' }), ['2026-02-09', '2026-03-11', 30, '30'])
  })

  it('is the days that are named, the second of them left out', () => {
    assert.deepEqual(ends({ from: '2026-02-27', to: '2026-03-02' }), ['2026-02-27', '2026-03-02', 3, null])
    assert.deepEqual(rangeOf({ from: '2026-02-27', to: '2026-03-02' }, now).days, [
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ])
    assert.deepEqual(ends({ from: '2026-03-08' }), ['2026-03-08', '2026-03-11', 3, null])
    assert.deepEqual(ends({ to: '2026-02-01' }), ['2026-01-02', '2026-02-01', 30, null])
  })

  it('ignores invalid values, and never requests more than a year', () => {
    assert.deepEqual(ends({ from: '2026-02-31' }), ['2026-02-09', '2026-03-11', 30, '30'])
    assert.deepEqual(ends({ from: '2026-03-05', to: '2026-03-01' }), ['2026-02-09', '2026-03-11', 30, '30'])
    assert.deepEqual(ends({ from: '2020-01-01', to: '2026-03-01' }), ['2025-02-28', '2026-03-01', 366, null])
  })
})
