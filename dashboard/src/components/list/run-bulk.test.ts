import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runBulk } from './run-bulk.ts'

const neverStopped = new AbortController().signal
const none = () => undefined

test('every row is tried once, a few at a time, and failures are returned with their rows', async () => {
  const rows = Array.from({ length: 20 }, (_, index) => index)
  const tried: number[] = []
  let [current, most] = [0, 0]
  const progress: number[] = []
  const failures = await runBulk(rows, {
    async act(row) {
      tried.push(row)
      most = Math.max(most, ++current)
      await new Promise(setImmediate)
      current--
      if (row % 7 === 0) throw new Error(`no ${row}`)
    },
    onProgress: (count) => void progress.push(count),
    signal: neverStopped,
  })
  assert.deepEqual(tried, rows)
  assert.equal(most, 4)
  assert.deepEqual(
    progress,
    rows.map((row) => row + 1),
  )
  assert.deepEqual(
    failures.map(({ row, error }) => [row, (error as Error).message]),
    [0, 7, 14].map((row) => [row, `no ${row}`]),
  )
})

test('what was not begun when it is stopped is left alone', async () => {
  const stop = new AbortController()
  const tried: number[] = []
  await runBulk([1, 2, 3, 4, 5, 6], {
    async act(row) {
      tried.push(row)
      stop.abort()
      await new Promise(setImmediate)
    },
    onProgress: none,
    signal: stop.signal,
  })
  assert.deepEqual(tried, [1])
})
