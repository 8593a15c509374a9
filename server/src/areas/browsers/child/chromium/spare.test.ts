import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { until } from '../../../../../test/until.ts'
import { createSpare } from './spare.ts'

/** Processes that end when they are closed. */
function createLauncher() {
  const launched: { isClosed: boolean; process: { exited: Promise<void>; close(): Promise<void> } }[] = []
  return {
    launched,
    launch: async () => {
      const { promise: exited, resolve } = Promise.withResolvers<void>()
      const one = {
        isClosed: false,
        process: {
          exited,
          close: async () => {
            one.isClosed = true
            resolve()
          },
        },
      }
      launched.push(one)
      return one
    },
  }
}

test('a browser that no session takes is closed, and another is prepared later', async () => {
  const { launched, launch } = createLauncher()
  const spare = createSpare(launch, 20)
  spare.prepare()
  spare.prepare()
  await until(() => launched[0]?.isClosed, 'the spare browser to be closed')
  assert.equal(launched.length, 1)
  assert.equal(spare.take(), null)
  spare.prepare()
  assert.equal(await spare.take(), launched[1])
})

test('one that was taken stays open for as long as its session', async () => {
  const { launched, launch } = createLauncher()
  const spare = createSpare(launch, 20)
  spare.prepare()
  const taken = await spare.take()
  spare.prepare()
  await until(() => launched[1]?.isClosed, 'the next spare browser to be closed')
  assert.equal(taken?.isClosed, false)
})

test('one that has died is not given to a session', async () => {
  const { launched, launch } = createLauncher()
  const spare = createSpare(launch, 60_000)
  spare.prepare()
  await launched[0]!.process.close()
  await nextTurn()
  assert.equal(spare.take(), null)
})
