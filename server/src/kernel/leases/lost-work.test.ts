import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as settled } from 'node:timers/promises'
import { createLostWork } from './lost-work.ts'

const everyMs = 1_000

/** Time passes only as the test says. */
function begin(t: TestContext, giveUp: () => Promise<void>) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const warnings: unknown[] = []
  const log = { warn: (...words: unknown[]) => void warnings.push(words) }
  const lostWork = createLostWork({ log, everyMs })
  lostWork.register({
    name: 'tools',
    async list() {
      await giveUp()
      return []
    },
    giveUp: async () => undefined,
  })
  lostWork.start()
  const pass = async () => {
    t.mock.timers.tick(everyMs)
    await settled()
  }
  return { lostWork, warnings, pass }
}

test('what a node that died has left is looked for again and again, until this one stops', async (t) => {
  let looks = 0
  const { lostWork, pass } = begin(t, async () => void looks++)
  for (let round = 0; round < 3; round++) await pass()
  assert.equal(looks, 3)
  await lostWork.stop()
  await pass()
  assert.equal(looks, 3)
})

test('one look at a time, and its end is waited for', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let looks = 0
  const { lostWork, pass } = begin(t, () => {
    looks++
    return promise
  })
  await pass()
  await pass()
  assert.equal(looks, 1)
  let hasStopped = false
  const stopping = lostWork.stop().then(() => {
    hasStopped = true
  })
  await settled()
  assert.equal(hasStopped, false)
  resolve()
  await stopping
})

test('after a look that failed nodes that live may say so first', async (t) => {
  let looks = 0
  const { lostWork, warnings, pass } = begin(t, async () => {
    if (++looks === 1) throw new Error('the database is away')
  })
  await pass()
  await pass()
  assert.deepEqual([looks, warnings.length], [1, 1])
  await pass()
  assert.equal(looks, 2)
  await lostWork.stop()
})
