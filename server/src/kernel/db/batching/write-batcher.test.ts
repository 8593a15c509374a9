import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createWriteBatcher } from './write-batcher.ts'

describe('gathering', () => {
  test('a single entry is written immediately, those that come meanwhile together, each with its own result', async () => {
    const writes: number[][] = []
    const write = createWriteBatcher(async (entries: number[]) => {
      writes.push(entries)
      await Promise.resolve()
      return entries.map((entry) => entry * 10)
    })
    assert.deepEqual(await Promise.all([1, 2, 3, 4].map(write)), [10, 20, 30, 40])
    assert.deepEqual(writes, [[1], [2, 3, 4]])
  })

  for (const code of ['22P05', '40P01', '54001', '57014', 'ST001'])
    test(`one that the database refuses fails alone: ${code}`, async () => {
      const write = createWriteBatcher(async (entries: number[]) => {
        if (entries.includes(3)) throw Object.assign(new Error('refused'), { code })
        return entries
      })
      const results = await Promise.allSettled([1, 2, 3, 4].map(write))
      assert.deepEqual(
        results.map(({ status }) => status),
        ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
      )
    })

  test('after any other failure nothing is written again: it may have been written', async () => {
    let writes = 0
    const write = createWriteBatcher(async (entries: number[]) => {
      if (++writes === 2) throw new Error('the line broke')
      return entries
    })
    const results = await Promise.allSettled([1, 2, 3].map(write))
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected'],
    )
    assert.equal(writes, 2)
  })
})
