import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { until } from '../../../test/until.ts'
import { AppError } from '../errors.ts'
import { createCompute } from './compute.ts'
import { handOver } from './job.ts'
import {
  breakJob,
  doubleJob,
  fillJob,
  longLoopJob,
  loopJob,
  refuseJob,
  reverseJob,
  waitJob,
} from './testing-jobs.ts'

const compute = createCompute({ memoryMb: 64 })
after(() => compute.close())
const project = (name: string, signal?: AbortSignal) => ({ projectId: name, signal })
const isCode = (code: string) => (error: unknown) => error instanceof AppError && error.code === code

describe('a job', () => {
  test('is done in a thread, and bytes that are passed on are not copied', async () => {
    assert.equal(await compute.run(doubleJob, 21, project('a')), 42)
    const bytes = new Uint8Array([1, 2, 3])
    const { bytes: reversed } = await compute.run(reverseJob, handOver({ bytes }, [bytes]), project('a'))
    assert.deepEqual([...reversed], [3, 2, 1])
    assert.equal(bytes.byteLength, 0)
  })

  test('that never ends is stopped, and the next one runs', async () => {
    await assert.rejects(compute.run(loopJob, null, project('a')), isCode('compute_limit_exceeded'))
    assert.equal(await compute.run(doubleJob, 1, project('a')), 2)
  })

  test('that fills its memory is stopped, and the next one runs', async () => {
    await assert.rejects(compute.run(fillJob, null, project('a')), isCode('compute_limit_exceeded'))
    assert.equal(await compute.run(doubleJob, 2, project('a')), 4)
  })

  test('is stopped when its caller leaves', async () => {
    const leaving = new AbortController()
    const running = compute.run(longLoopJob, null, project('a', leaving.signal))
    const ended = assert.rejects(running, /gone/)
    // The other thread responds: the first one is busy with the loop.
    await compute.run(doubleJob, 1, project('b'))
    leaving.abort(new Error('gone'))
    await ended
    assert.equal(await compute.run(doubleJob, 3, project('a')), 6)
  })

  test('refuses in its own words, and a bug of it is a bug', async () => {
    await assert.rejects(
      compute.run(refuseJob, null, project('a')),
      (error) => isCode('invalid_parameter')(error) && (error as AppError).extras.hint === 'Like that.',
    )
    await assert.rejects(
      compute.run(breakJob, null, project('a')),
      (error) => !(error instanceof AppError) && /broken/.test((error as Error).message),
    )
  })
})

describe('projects', () => {
  test('wait for themselves: jobs of one do not stall another', async () => {
    const leaving = new AbortController()
    const slow = [1, 2, 3].map(() => compute.run(longLoopJob, null, project('slow', leaving.signal)))
    const ended = Promise.allSettled(slow)
    for (let i = 0; i < 5; i++) assert.equal(await compute.run(doubleJob, i, project('quick')), i * 2)
    leaving.abort(new Error('gone'))
    assert.deepEqual(
      (await ended).map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    )
  })

  test('are refused when too many of their jobs wait', async (t) => {
    const small = createCompute({ threads: 1, waitingPerProject: 1 })
    t.after(() => small.close())
    const leaving = new AbortController()
    const held = [1, 2].map(() => small.run(longLoopJob, null, project('a', leaving.signal)))
    const ended = Promise.allSettled(held)
    await assert.rejects(small.run(doubleJob, 1, project('a')), isCode('compute_busy'))
    leaving.abort(new Error('gone'))
    await ended
    assert.equal(await small.run(doubleJob, 1, project('a')), 2)
  })
})

describe('threads', () => {
  test('are stopped with the server, also in the middle of a job', async () => {
    const closing = createCompute()
    const running = assert.rejects(closing.run(longLoopJob, null, project('a')))
    await closing.run(doubleJob, 1, project('b'))
    await closing.close()
    await running
    await assert.rejects(closing.run(doubleJob, 1, project('a')), isCode('compute_busy'))
  })

  test('end when they have no work, and start again', async (t) => {
    const idle = createCompute({ threads: 1, idleMs: 1 })
    t.after(() => idle.close())
    const threads = () => process.getActiveResourcesInfo().filter((each) => each === 'MessagePort').length
    const before = threads()
    assert.equal(await idle.run(waitJob, 1, project('a')), 'done')
    await until(() => threads() <= before)
    assert.equal(await idle.run(doubleJob, 4, project('a')), 8)
  })
})
