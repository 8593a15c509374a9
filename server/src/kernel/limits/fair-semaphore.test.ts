import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../errors.ts'
import { createFairSemaphore } from './fair-semaphore.ts'

const options = { maxConcurrent: 1, maxConcurrentPerProject: 1, waitingPerProject: 3, maxWaitMs: 10_000 }

/** Work that ends on demand, and records the order in which it began. */
function createBench(semaphore: ReturnType<typeof createFairSemaphore>) {
  const started: string[] = []
  const ends: (() => void)[] = []
  return {
    started,
    start: (projectId: string, name: string) =>
      semaphore.take(projectId, () => {
        started.push(name)
        return new Promise<void>((resolve) => ends.push(resolve))
      }),
    async endAll() {
      while (ends.length > 0) {
        ends.shift()!()
        await new Promise(setImmediate)
      }
    },
  }
}

test('projects are served round-robin, however much one of them requests', async () => {
  const bench = createBench(createFairSemaphore(options))
  const work = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => bench.start(name[0]!, name))
  await bench.endAll()
  await Promise.all(work)
  assert.deepEqual(bench.started, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

test('one project does not get every turn while others could use them', async () => {
  const bench = createBench(createFairSemaphore({ ...options, maxConcurrent: 3, maxConcurrentPerProject: 2 }))
  const work = ['a1', 'a2', 'a3', 'b1'].map((name) => bench.start(name[0]!, name))
  assert.deepEqual(bench.started, ['a1', 'a2', 'b1'])
  await bench.endAll()
  await Promise.all(work)
})

test('projects that take all they can leave places for those that have none yet', async () => {
  const bench = createBench(
    createFairSemaphore({ ...options, maxConcurrent: 8, maxConcurrentPerProject: 4, waitingPerProject: 9 }),
  )
  const greedy = ['a', 'b'].flatMap((name) =>
    [1, 2, 3, 4, 5, 6].map((number) => bench.start(name, `${name}${number}`)),
  )
  assert.deepEqual(bench.started, ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'])
  const modest = ['c', 'd'].map((name) => bench.start(name, `${name}1`))
  assert.deepEqual(bench.started.slice(6), ['c1', 'd1'])
  await bench.endAll()
  await Promise.all([...greedy, ...modest])
  assert.equal(bench.started.length, 14)
})

test('a caller gets an error when the queue is full or the wait is too long', async () => {
  const isBusy = (error: unknown) => error instanceof AppError && error.code === 'sandbox_busy'
  const semaphore = createFairSemaphore({ ...options, maxWaitMs: 20 })
  const bench = createBench(semaphore)
  const first = bench.start('a', 'a1')
  const waiting = ['a2', 'a3', 'a4'].map((name) => assert.rejects(bench.start('a', name), isBusy))
  await assert.rejects(bench.start('a', 'a5'), isBusy)
  await Promise.all(waiting)
  assert.equal(semaphore.waiting(), 0)
  await bench.endAll()
  await first
  assert.deepEqual(bench.started, ['a1'])
})

test('a turn is given back when the work fails', async () => {
  const semaphore = createFairSemaphore(options)
  await assert.rejects(
    semaphore.take('a', () => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.equal(await semaphore.take('a', async () => 7), 7)
  assert.equal(semaphore.running(), 0)
})
