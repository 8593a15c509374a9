import assert from 'node:assert/strict'
import { it } from 'node:test'
import { exactTime, relativeTime } from './relative-time.ts'

it('formats times relative to now', () => {
  const now = new Date('2026-01-02T03:04:05Z')
  const format = (at: string) => relativeTime(new Date(at), now)
  assert.equal(format('2026-01-02T03:04:03Z'), 'now')
  assert.equal(format('2026-01-02T03:03:45Z'), '20s ago')
  assert.equal(format('2026-01-02T01:04:05Z'), '2h ago')
  assert.equal(format('2025-12-01T03:04:05Z'), '1mo ago')
  assert.equal(format('2026-01-05T03:04:06Z'), 'in 3d')
})

it('names the time zone of an exact time', () => {
  const at = new Date('2026-07-02T22:04:05Z')
  assert.equal(exactTime(at, 'UTC'), '2 Jul 2026, 22:04:05 UTC')
  assert.equal(exactTime(at, 'Europe/Berlin'), '3 Jul 2026, 00:04:05 CEST')
})
