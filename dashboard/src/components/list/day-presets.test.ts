import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstDayOf, presetChoices, presetOf } from './day-presets.ts'

const now = new Date('2026-03-01T23:59:00Z')

test('a preset is the days up to today, by the days of UTC', () => {
  assert.equal(firstDayOf(1, now), '2026-03-01')
  assert.equal(firstDayOf(7, now), '2026-02-23')
  for (const days of ['1', '7', '30', '90'])
    assert.equal(presetOf({ from: firstDayOf(Number(days), now) }, now), days)
})

test('days that are no preset were chosen one by one', () => {
  assert.equal(presetOf({}, now), '')
  assert.equal(presetOf({ from: '' }, now), '')
  assert.equal(presetOf({ from: '2026-02-24' }, now), 'own')
  assert.equal(presetOf({ to: '2026-02-24' }, now), 'own')
  assert.equal(presetOf({ from: firstDayOf(7, now), to: '2026-03-01' }, now), 'own')
  assert.deepEqual(
    presetChoices.map(({ value }) => value),
    ['1', '7', '30', '90', 'own'],
  )
})
