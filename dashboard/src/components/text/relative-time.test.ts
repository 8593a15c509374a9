import assert from 'node:assert/strict'
import { it } from 'node:test'
import { relativeTime } from './relative-time.ts'

it('formats times relative to now', () => {
  const now = new Date('2026-01-02T03:04:05Z')
  const format = (at: string) => relativeTime(new Date(at), now)
  assert.equal(format('2026-01-02T03:04:03Z'), 'now')
  assert.equal(format('2026-01-02T03:03:45Z'), '20s ago')
  assert.equal(format('2026-01-02T01:04:05Z'), '2h ago')
  assert.equal(format('2025-12-01T03:04:05Z'), '1mo ago')
  assert.equal(format('2026-01-05T03:04:06Z'), 'in 3d')
})
