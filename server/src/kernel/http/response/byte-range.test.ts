import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../errors.ts'
import { spanOf } from './byte-range.ts'

test('a span is read as it is meant, and cut at the end', () => {
  assert.deepEqual(spanOf('bytes=0-0', 10), { start: 0, end: 0 })
  assert.deepEqual(spanOf('bytes=3-', 10), { start: 3, end: 9 })
  assert.deepEqual(spanOf('bytes=3-500', 10), { start: 3, end: 9 })
  assert.deepEqual(spanOf('bytes=-4', 10), { start: 6, end: 9 })
  assert.deepEqual(spanOf('bytes=-400', 10), { start: 0, end: 9 })
  assert.deepEqual(spanOf('Bytes=1-2', 10), { start: 1, end: 2 })
  assert.deepEqual(spanOf(`bytes=2-${'9'.repeat(400)}`, 10), { start: 2, end: 9 })
  assert.deepEqual(spanOf(`bytes=-${'9'.repeat(400)}`, 10), { start: 0, end: 9 })
})

test('what is not one span of bytes is passed over', () => {
  const others = [undefined, '', 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=a-b']
  for (const range of others) assert.equal(spanOf(range, 10), null, range)
})

test('416 behind the end', () => {
  for (const range of ['bytes=10-', 'bytes=10-20', 'bytes=-0', `bytes=${'9'.repeat(400)}-`]) {
    assert.throws(
      () => spanOf(range, 10),
      (error) => error instanceof AppError && error.extras.headers?.['content-range'] === 'bytes */10',
      range,
    )
  }
})
