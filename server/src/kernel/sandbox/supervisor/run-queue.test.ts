import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRunQueue } from './run-queue.ts'

type Process = { projectId: string; name: number }

/** A project with some processes at work; those that are started come when the test lets them. */
function createProject({ usable = 1, queueWaitMs = 600_000, warm = false, most = 8 } = {}) {
  const state = { live: usable, usable, started: 0, resting: [] as Process[], occupied: [] as Process[] }
  const coming: PromiseWithResolvers<Process>[] = []
  const queue = createRunQueue<Process>({
    queueWaitMs,
    processesPerProject: most,
    count: () => state,
    hasWarm: () => warm,
    bind() {
      state.started++
      const next = Promise.withResolvers<Process>()
      coming.push(next)
      return next.promise
    },
    occupy(process) {
      state.occupied.push(process)
      return process
    },
    rest: (process) => void state.resting.push(process),
  })
  return {
    state,
    coming,
    queue,
    processOf: (name: number): Process => ({ projectId: 'p', name }),
    wait: () => queue.wait('p'),
  }
}

describe('runs that wait', () => {
  test('get the processes that become free, in the order in which they came, and nothing is started', async () => {
    const { queue, wait, state, processOf } = createProject()
    const waiting = [wait(), wait(), wait()]
    for (const name of [1, 2, 3]) assert.ok(queue.offer(processOf(name)))
    assert.deepEqual(
      (await Promise.all(waiting)).map(({ name }) => name),
      [1, 2, 3],
    )
    assert.equal(queue.offer(processOf(4)), false)
    assert.deepEqual([state.started, state.occupied.length], [0, 3])
  })

  test('are not given a process of another project', async () => {
    const { queue, wait, processOf } = createProject()
    const waiting = wait()
    assert.equal(queue.offer({ projectId: 'other', name: 1 }), false)
    queue.offer(processOf(2))
    assert.equal((await waiting).name, 2)
  })

  test('get another process when no one had a turn for a while, one for each that waits', async () => {
    const { wait, state, coming, processOf } = createProject({ queueWaitMs: 1 })
    const waiting = [wait(), wait()]
    while (coming.length < 2) await new Promise((resolve) => setTimeout(resolve, 1))
    for (const [at, next] of coming.entries()) next.resolve(processOf(at))
    await Promise.all(waiting)
    assert.deepEqual([state.started, state.occupied.length, state.resting.length], [2, 2, 0])
  })

  test('take an idle one immediately', async () => {
    const { wait, coming, processOf } = createProject({ usable: 0, warm: true })
    const waiting = wait()
    coming[0]!.resolve(processOf(1))
    assert.equal((await waiting).name, 1)
  })

  test('get a first process immediately, and take a free one if that comes sooner', async () => {
    const { wait, state, coming, queue, processOf } = createProject({ usable: 0 })
    const waiting = wait()
    assert.equal(state.started, 1)
    // Someone else's run ended first: the one that comes then finds no one, and rests.
    queue.offer(processOf(7))
    coming[0]!.resolve(processOf(1))
    assert.equal((await waiting).name, 7)
    await Promise.resolve()
    assert.deepEqual(state.resting, [processOf(1)])
  })

  test('have another one started when the last of the project has exited', async () => {
    const { wait, state, coming, queue, processOf } = createProject()
    const waiting = wait()
    assert.equal(state.started, 0)
    Object.assign(state, { live: 0, usable: 0 })
    queue.lost('p')
    assert.equal(state.started, 1)
    coming[0]!.resolve(processOf(2))
    assert.equal((await waiting).name, 2)
  })

  test('get an error when no process can be started and none exists', async () => {
    const { wait, coming } = createProject({ usable: 0 })
    const waiting = wait()
    coming[0]!.reject(new Error('no capacity'))
    await assert.rejects(waiting, /no capacity/)
  })

  test('wait on when nothing can be started but something is there', async () => {
    const { wait, coming, queue, processOf } = createProject({ queueWaitMs: 1 })
    const waiting = wait()
    while (coming.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    coming[0]!.reject(new Error('no capacity'))
    await new Promise((resolve) => setImmediate(resolve))
    assert.ok(queue.offer(processOf(3)))
    assert.equal((await waiting).name, 3)
  })

  test('never have more processes than a project may', async () => {
    const { wait, state, queue, processOf } = createProject({ usable: 2, most: 2, queueWaitMs: 1 })
    const waiting = wait()
    await new Promise((resolve) => setTimeout(resolve, 30))
    assert.equal(state.started, 0)
    queue.offer(processOf(1))
    await waiting
  })
})
