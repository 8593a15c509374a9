import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type CoverageWindow, coverageDays, gapsIn } from './coverage-days.ts'

const at = (day: number, hour = 0) => new Date(2026, 0, day, hour).toISOString()
const windowOf = (
  from: string,
  to: string,
  outcome: CoverageWindow['outcome'],
  cause: string | null = null,
): CoverageWindow => ({ from, to, outcome, cause, slots: 1 })

it('shows the worst of each day, and nothing for days without a time', () => {
  const windows = [
    windowOf(at(3), at(4, 9), 'covered'),
    windowOf(at(4, 9), at(5, 9), 'gap', 'missed'),
    { ...windowOf(at(5, 9), at(6), 'covered'), slots: 0 },
    windowOf(at(6), at(6, 12), 'covered'),
    windowOf(at(6, 12), at(7), 'pending'),
  ]
  const days = coverageDays(windows, 6, new Date(2026, 0, 7, 8))
  assert.deepEqual(
    days.map(({ at: day, outcome }) => [day.getDate(), outcome]),
    [
      [2, 'none'],
      [3, 'covered'],
      [4, 'gap'],
      [5, 'gap'],
      [6, 'pending'],
      [7, 'none'],
    ],
  )
  assert.deepEqual(days[2]!.causes, ['no server started it'])
  assert.equal(gapsIn(windows).length, 1)
})
