import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  addMonths,
  dayAfterKey,
  firstWeekdayOf,
  fullDayName,
  monthName,
  parseDay,
  weeksOf,
} from './calendar-days.ts'

describe('days of a calendar', () => {
  it('are read as they are typed, and only where they exist', () => {
    assert.equal(parseDay('2026-02-28'), '2026-02-28')
    assert.equal(parseDay(' 20240229 '), '2024-02-29')
    for (const text of ['2026-02-29', '2026-13-01', '2026-2-1', '28.02.2026', '', '2026-02', '0000-00-00'])
      assert.equal(parseDay(text), null, text)
  })

  it('fill six whole weeks, which begin where those of the language begin', () => {
    const weeks = weeksOf('2026-11-18', 1)
    assert.equal(weeks.length, 6)
    assert.equal(weeks[0]![0], '2026-10-26')
    assert.equal(weeks[5]![6], '2026-12-06')
    assert.equal(weeksOf('2026-11-18', 7)[0]![0], '2026-11-01')
    assert.equal(firstWeekdayOf('en-US'), 7)
    assert.equal(firstWeekdayOf('de-DE'), 1)
    assert.equal(firstWeekdayOf('C'), 1)
  })

  it('keep their number in another month, or are its last one', () => {
    assert.equal(addMonths('2026-01-31', 1), '2026-02-28')
    assert.equal(addMonths('2024-02-29', -12), '2023-02-28')
    assert.equal(addMonths('2026-12-15', 1), '2027-01-15')
    assert.equal(addMonths('2026-01-15', -1), '2025-12-15')
  })

  it('are reached with the keys of a calendar', () => {
    const reached = (key: string, isShifted = false) => dayAfterKey('2026-11-18', key, 1, isShifted)
    assert.deepEqual(
      ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].map((key) => reached(key)),
      ['2026-11-17', '2026-11-19', '2026-11-11', '2026-11-25', '2026-11-16', '2026-11-22'],
    )
    assert.equal(reached('PageDown'), '2026-12-18')
    assert.equal(reached('PageUp', true), '2025-11-18')
    assert.equal(reached('x'), null)
    assert.equal(monthName('2026-11-18'), 'November 2026')
  })
})

it('has every day of the last weeks there are, and keys lead through them', () => {
  const days = weeksOf('9999-12-31', 1).flat()
  assert.equal(new Set(days).size, 42)
  assert.match(fullDayName(days.at(-1)!), /9 January 10000$/)
  assert.equal(dayAfterKey('9999-12-31', 'ArrowRight', 1, false), '+010000-01-01')
  assert.equal(dayAfterKey('+010000-01-01', 'ArrowLeft', 1, false), '9999-12-31')
  assert.equal(parseDay('+010000-01-01'), null)
})
