import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCapacity } from './capacity.ts'
import type { Child } from './child-process.ts'
import { createPool } from './pool.ts'

/** Processes that become ready on demand. */
function createStarts() {
  const waiting: (() => void)[] = []
  const make = (): Child => {
    const ready = Promise.withResolvers<{ engine: string; sealed: boolean }>()
    waiting.push(() => ready.resolve({ engine: 'test', sealed: true }))
    const child = {
      language: 'python',
      ready: ready.promise,
      hasExited: () => false,
      onExit() {},
      kill() {},
      megabytes: () => 1,
    }
    return child as unknown as Child
  }
  return {
    make,
    async next() {
      waiting.shift()!()
      await new Promise(setImmediate)
    },
  }
}

test('the next process goes to the project with the fewest, however many another waits for', async () => {
  const capacity = createCapacity(100_000)
  const starts = createStarts()
  const pool = createPool('python', 0, capacity)
  pool.start(() => {
    const child = starts.make()
    capacity.add(child)
    return child
  })
  const served: string[] = []
  const take = (projectId: string) =>
    void pool.take(projectId).then(
      () => served.push(projectId),
      () => undefined,
    )
  for (let i = 0; i < 4; i++) take('many')
  await starts.next()
  take('one')
  await starts.next()
  await starts.next()
  assert.deepEqual(served, ['many', 'one', 'many'])
  pool.close()
})
