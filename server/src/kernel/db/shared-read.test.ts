import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSharedRead } from './shared-read.ts'

/** Reads end when the test says so. */
function startReads() {
  const reads: { key: string; end: PromiseWithResolvers<number> }[] = []
  const ask = createSharedRead((key) => {
    const end = Promise.withResolvers<number>()
    reads.push({ key, end })
    return end.promise
  })
  return { reads, ask }
}

describe('a shared read', () => {
  test('is not the one that was in progress already', async () => {
    const { reads, ask } = startReads()
    const first = ask('a')
    const others = [ask('a'), ask('a'), ask('a')]
    assert.equal(reads.length, 1)
    reads[0]!.end.resolve(1)
    assert.equal(await first, 1)
    await reads[0]!.end.promise.then(() => undefined)
    assert.equal(reads.length, 2)
    reads[1]!.end.resolve(2)
    assert.deepEqual(await Promise.all(others), [2, 2, 2])
    void ask('a')
    assert.equal(reads.length, 3)
  })

  test('is shared under one key only', () => {
    const { reads, ask } = startReads()
    void ask('a')
    void ask('b')
    assert.deepEqual(
      reads.map(({ key }) => key),
      ['a', 'b'],
    )
  })

  test('that fails does not fail the callers that came later', async () => {
    const { reads, ask } = startReads()
    const first = ask('a')
    const second = ask('a')
    reads[0]!.end.reject(new Error('no response'))
    await assert.rejects(first, /no response/)
    await reads[0]!.end.promise.catch(() => undefined)
    reads[1]!.end.resolve(2)
    assert.equal(await second, 2)
  })
})
