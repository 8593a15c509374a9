import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'
import { createOpenStreams, type OpenRequest } from './open-streams.ts'

const oldBytes = () =>
  getHeapSpaceStatistics().find((each) => each.space_name === 'old_space')!.space_used_size

const requestWith = (content: unknown): OpenRequest => ({
  owners: ['key', 'user'],
  controller: new AbortController(),
  canResume: false,
  findRefusal: async () => (content ? null : null),
})

test('requests that come and go beside one another are not held in memory until the next full collection', async () => {
  const openStreams = createOpenStreams()
  const open: (() => void)[] = []
  const before = oldBytes()
  let most = before
  for (let i = 0; i < 10_000; i++) {
    open.push(openStreams.add(requestWith(new Array(2_000).fill(i)), { isStream: i % 2 === 0 }).release)
    if (open.length > 16) open.shift()!()
    if (i % 50 !== 0) continue
    most = Math.max(most, oldBytes())
    await nextTurn()
  }
  for (const release of open) release()
  assert.equal(openStreams.count(), 0)
  // Of 160 MB.
  assert.ok(most - before < 20_000_000, `${most - before} bytes became old`)
})
