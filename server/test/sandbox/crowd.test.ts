import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../src/kernel/errors.ts'
import { defaultMegabytes } from '../../src/kernel/sandbox/supervisor/capacity.ts'
import { createSaves, job, openSandboxes } from '../../src/kernel/sandbox/testing.ts'
import { until } from '../until.ts'
import { startCrowd } from './crowd.ts'

it('a crowd of sessions preserves its state, and loops of one project block no other', async () => {
  const { stored, loopsEnded } = await startCrowd({ javascript: 18, python: 2, perProject: 6, trials: 5 })
  assert.equal(stored, 20)
  assert.equal(loopsEnded, 0)
})

describe('the capacity for interpreters', () => {
  const isFull = (error: unknown) => error instanceof AppError && error.code === 'sandbox_busy'

  it('is refused when sessions take all of it, and had again when one is closed', async (t) => {
    const sandboxes = openSandboxes(t, {
      warm: { javascript: 0, python: 0 },
      capacityMegabytes: 2 * defaultMegabytes.javascript,
    })
    const open = (projectId: string) => sandboxes.open({ projectId, lastSave: createSaves().lastSave })
    const [one, two, three] = [open('one'), open('two'), open('three')]
    await one.execute('javascript', job('1'))
    await two.execute('javascript', job('1'))
    await assert.rejects(three.execute('javascript', job('1')), isFull)
    await assert.rejects(sandboxes.run('four', 'javascript', job('1')), isFull)
    // A project that has a process needs no more capacity for its own run.
    assert.equal((await sandboxes.run('one', 'javascript', job('5'))).result, '5')
    await one.close()
    assert.equal((await three.execute('javascript', job('3'))).result, '3')
    assert.equal((await two.execute('javascript', job('2'))).result, '2')
  })

  it('is requested from those that can release some, as often as they do', async (t) => {
    const sandboxes = openSandboxes(t, {
      warm: { javascript: 0, python: 0 },
      capacityMegabytes: defaultMegabytes.javascript,
    })
    const one = sandboxes.open({ projectId: 'one', lastSave: createSaves().lastSave })
    await one.execute('javascript', job('1'))
    const evictIdle = () => one.close().then(() => true)
    const two = sandboxes.open({ projectId: 'two', lastSave: createSaves().lastSave, evictIdle })
    assert.equal((await two.execute('javascript', job('2'))).result, '2')
    await until(async () => (await sandboxes.health()).languages.javascript.bound === 1, 'one process only')
  })
})
