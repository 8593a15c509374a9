import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundsOf, dayOf, firstDayOf, presetChoices, presetOf } from './day-presets.ts'

const now = new Date('2026-03-01T23:59:00Z')

test('a preset is the days up to today, in the time zone', () => {
  assert.equal(firstDayOf(1, now, 'UTC'), '2026-03-01')
  assert.equal(firstDayOf(7, now, 'UTC'), '2026-02-23')
  assert.equal(firstDayOf(1, now, 'Asia/Tokyo'), '2026-03-02')
  assert.equal(firstDayOf(1, new Date('2026-03-01T00:30:00Z'), 'America/Los_Angeles'), '2026-02-28')
  for (const days of ['1', '7', '30', '90'])
    for (const zone of ['UTC', 'Asia/Tokyo'])
      assert.equal(presetOf({ from: firstDayOf(Number(days), now, zone) }, now, zone), days)
})

test('a day begins at midnight of the time zone, also when the clocks change on it', () => {
  const days = { from: '2026-03-29', to: '2026-03-30' }
  assert.deepEqual(boundsOf(days, 'UTC'), {
    from: '2026-03-29T00:00:00.000Z',
    to: '2026-03-30T00:00:00.000Z',
  })
  assert.deepEqual(boundsOf(days, 'Europe/Berlin'), {
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
  })
})

test('what is no day is sent as it is, and none is none', () => {
  assert.deepEqual(boundsOf({}, 'UTC'), { from: undefined, to: undefined })
  const odd = { from: 'yesterday', to: '2026-03-01T12:00:00Z' }
  assert.deepEqual(boundsOf(odd, 'Asia/Tokyo'), odd)
})

test('a time is shown as the day it is on', () => {
  assert.equal(dayOf('2026-03-01T00:00:00.000Z', 'America/New_York'), '2026-02-28')
  assert.equal(dayOf('2026-03-01T00:00:00.000Z', 'Asia/Tokyo'), '2026-03-01')
  assert.equal(dayOf('2026-03-01', 'America/New_York'), '2026-03-01')
  assert.equal(dayOf('This', 'UTC'), 'This')
  assert.equal(dayOf(undefined, 'UTC'), undefined)
})

test('days that are no preset were chosen one by one', () => {
  assert.equal(presetOf({}, now, 'UTC'), '')
  assert.equal(presetOf({ from: '' }, now, 'UTC'), '')
  assert.equal(presetOf({ from: '2026-02-24' }, now, 'UTC'), 'own')
  assert.equal(presetOf({ to: '2026-02-24' }, now, 'UTC'), 'own')
  assert.equal(presetOf({ from: firstDayOf(7, now, 'UTC'), to: '2026-03-01' }, now, 'UTC'), 'own')
  assert.deepEqual(
    presetChoices.map(({ value }) => value),
    ['1', '7', '30', '90', 'own'],
  )
})
