import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCapacity, defaultMegabytes, OutOfCapacity } from './capacity.ts'

const { javascript, python } = defaultMegabytes
const process = (language: 'javascript' | 'python', megabytes: number | null) => ({
  language,
  megabytes: () => megabytes,
})

test('a process that starts counts by default, one that is there as what it takes', () => {
  const capacity = createCapacity(python + 2 * javascript)
  capacity.add(process('python', null))
  capacity.add(process('javascript', javascript / 2))
  assert.equal(capacity.fits('javascript'), true)
  capacity.add(process('javascript', javascript))
  assert.equal(capacity.fits('javascript'), false)
  assert.throws(() => capacity.claim('javascript'), OutOfCapacity)
})

test('one that has grown takes the place of others, and gives it back', () => {
  const capacity = createCapacity(4 * javascript)
  const grown = process('javascript', 3.5 * javascript)
  capacity.add(grown)
  assert.equal(capacity.fits('javascript'), false)
  capacity.remove(grown)
  assert.equal(capacity.fits('javascript'), true)
})

test('as many make way as are needed, the one that has rested longest first', () => {
  const capacity = createCapacity(3 * javascript)
  const ended: number[] = []
  capacity.register(() =>
    [3, 1, 2].map((idleSince) => ({
      idleSince,
      megabytes: javascript / 2,
      end: () => void ended.push(idleSince),
    })),
  )
  for (let i = 0; i < 3; i++) capacity.add(process('javascript', javascript))
  capacity.claim('javascript')
  assert.deepEqual(ended, [1, 2])
})

test('a project with all its share waits for its own; another finds a place, and each may have a first', () => {
  const capacity = createCapacity(4 * javascript)
  const own = [1, 2, 3].map(() => process('javascript', javascript))
  for (const each of own) {
    capacity.checkShare('javascript', 'greedy')
    capacity.add(each)
    capacity.assign(each, 'greedy')
  }
  assert.throws(() => capacity.checkShare('javascript', 'greedy'), OutOfCapacity)
  capacity.checkShare('javascript', 'other')
  assert.equal(capacity.fits('javascript'), true)
  capacity.remove(own[0]!)
  capacity.checkShare('javascript', 'greedy')
  assert.equal(capacity.countOf('greedy'), 2)
  createCapacity(javascript / 2).checkShare('javascript', 'first')
})
