import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RetainedSince } from './kernel/area.ts'
import { createSweep, dayMs } from './sweep.ts'

const now = new Date('2026-11-15T12:00:00Z')

test('a failing sweep does not stop the others, and is logged', async () => {
  const done: string[] = []
  let seen: RetainedSince = []
  const sweep = createSweep({
    clock: { now: () => now },
    sweeps: [
      async () => Promise.reject(new Error('first')),
      async () => {
        done.push('second')
      },
      async () => Promise.reject(new Error('third')),
      async (retainedSince) => {
        seen = retainedSince
      },
    ],
    listProjects: async () => [
      { id: 'a', retentionDays: 2 },
      { id: 'b', retentionDays: null },
    ],
  })
  await assert.rejects(sweep(), (error: AggregateError) => {
    assert.deepEqual(
      error.errors.map(({ message }: Error) => message),
      ['first', 'third'],
    )
    return true
  })
  assert.deepEqual(done, ['second'])
  assert.deepEqual(
    seen.map(({ projectId, since }) => [projectId, (now.getTime() - since.getTime()) / dayMs]),
    [
      ['a', 2],
      ['b', 30],
    ],
  )
})
