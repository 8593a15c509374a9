import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCapacity } from './capacity.ts'
import type { Child } from './child-process.ts'
import { createPool } from './pool.ts'

/** Processes that become ready on demand. */
function createStarts() {
  const waiting: (() => void)[] = []
  let killed = 0
  const make = (): Child => {
    const ready = Promise.withResolvers<{ engine: string; sealed: boolean }>()
    waiting.push(() => ready.resolve({ engine: 'test', sealed: true }))
    const exits: (() => void)[] = []
    const child = {
      language: 'python',
      ready: ready.promise,
      hasExited: () => false,
      onExit(listener: () => void) {
        exits.push(listener)
      },
      kill() {
        killed++
        for (const listener of exits.splice(0)) listener()
      },
      megabytes: () => 1,
    }
    return child as unknown as Child
  }
  return {
    make,
    started: () => waiting.length,
    killed: () => killed,
    async next() {
      waiting.shift()!()
      await new Promise(setImmediate)
    },
  }
}

test('the next process goes to the project with the fewest, however many another waits for', async () => {
  const capacity = createCapacity(100_000)
  const starts = createStarts()
  const pool = createPool('python', { size: 0, isEager: false }, capacity)
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

test('nothing is held ready before the first use, and not long after the last', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const capacity = createCapacity(100_000)
  const starts = createStarts()
  const pool = createPool('python', { size: 1, isEager: false }, capacity)
  pool.start(starts.make)
  assert.equal(starts.started(), 0)
  const taken = pool.take('one')
  await starts.next()
  await taken
  t.mock.timers.tick(60)
  await starts.next()
  assert.deepEqual([pool.state().warm, pool.state().starting], [1, 0])
  t.mock.timers.tick(9 * 60_000)
  assert.equal(starts.killed(), 0)
  t.mock.timers.tick(60_000)
  assert.deepEqual([starts.killed(), pool.state().warm, starts.started()], [1, 0, 0])
  pool.close()
})

test('a probe starts one process to see whether it can be had, and none the next time', async () => {
  const starts = createStarts()
  const pool = createPool('python', { size: 0, isEager: false }, createCapacity(100_000))
  pool.start(starts.make)
  const probed = pool.probe()
  await starts.next()
  await probed
  assert.deepEqual([pool.state().engine, pool.state().warm], ['test', 1])
  await pool.probe()
  assert.equal(starts.started(), 0)
  pool.close()
})
