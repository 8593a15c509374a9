import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { until } from '../until.ts'
import { createLoopWatch } from './watch/loop-watch.ts'

const usedMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Works on the main thread for that long, by the clock of the processor. */
function work(ms: number): void {
  const end = usedMs() + ms
  while (usedMs() < end);
}

test('the watch sees what held the loop, however the machine is loaded, and forgets it once reported', async (t) => {
  const watch = createLoopWatch()
  t.after(watch.stop)
  await yieldToEventLoop()
  work(80)
  assert.ok(watch.take() >= 80)
  assert.ok(watch.take() < 80)
})

test('the same work in slices is no hold', async (t) => {
  const watch = createLoopWatch()
  t.after(watch.stop)
  watch.take()
  // A round that the collector of memory makes longer is tried again.
  await until(async () => {
    for (let i = 0; i < 20; i++) {
      work(4)
      await yieldToEventLoop()
    }
    return watch.take() < 40
  })
})
