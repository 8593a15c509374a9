import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { timeAtWall, wallTimeOf } from './zoned-time.ts'

const isoAt = (wallTime: string, zone: string) => timeAtWall(wallTime, zone)?.toISOString()

describe('a time on the clock of a time zone', () => {
  it('is the same after a conversion and back, in every kind of zone', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati', 'Asia/Kathmandu'])
      for (const wallTime of ['2026-01-31T09:30', '2026-07-01T00:00', '2026-12-31T23:59'])
        assert.equal(wallTimeOf(timeAtWall(wallTime, zone)!, zone), wallTime, zone)
    assert.equal(isoAt('2026-07-01T00:00', 'Europe/Berlin'), '2026-06-30T22:00:00.000Z')
  })

  it('is the first of an hour that comes twice, and later by what is skipped', () => {
    assert.equal(isoAt('2026-10-25T02:30', 'Europe/Berlin'), '2026-10-25T00:30:00.000Z')
    assert.equal(isoAt('2026-03-29T02:30', 'Europe/Berlin'), '2026-03-29T01:30:00.000Z')
    assert.equal(isoAt('2026-11-01T01:30', 'America/New_York'), '2026-11-01T05:30:00.000Z')
  })

  it('is none where the text is not a time', () => {
    for (const text of ['', '2026-01-31', 'soon', '2026-13-01T00:00', '0001-01-01T00:00'])
      assert.equal(timeAtWall(text, 'UTC'), null)
  })
})
