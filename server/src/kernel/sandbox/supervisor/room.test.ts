import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRoom, RoomFull, usualMegabytes } from './room.ts'

const { javascript, python } = usualMegabytes
const process = (language: 'javascript' | 'python', megabytes: number | null) => ({
  language,
  megabytes: () => megabytes,
})

test('a process that starts counts as usual, one that is there as what it takes', () => {
  const room = createRoom(python + 2 * javascript)
  room.add(process('python', null))
  room.add(process('javascript', javascript / 2))
  assert.equal(room.fits('javascript'), true)
  room.add(process('javascript', javascript))
  assert.equal(room.fits('javascript'), false)
  assert.throws(() => room.claim('javascript'), RoomFull)
})

test('one that has grown takes the place of others, and gives it back', () => {
  const room = createRoom(4 * javascript)
  const grown = process('javascript', 3.5 * javascript)
  room.add(grown)
  assert.equal(room.fits('javascript'), false)
  room.remove(grown)
  assert.equal(room.fits('javascript'), true)
})

test('as many make way as are needed, the one that has rested longest first', () => {
  const room = createRoom(3 * javascript)
  const ended: number[] = []
  room.register(() =>
    [3, 1, 2].map((idleSince) => ({
      idleSince,
      megabytes: javascript / 2,
      end: () => void ended.push(idleSince),
    })),
  )
  for (let i = 0; i < 3; i++) room.add(process('javascript', javascript))
  room.claim('javascript')
  assert.deepEqual(ended, [1, 2])
})

test('a project with all its share waits for its own; another finds a place, and each may have a first', () => {
  const room = createRoom(4 * javascript)
  const own = [1, 2, 3].map(() => process('javascript', javascript))
  for (const each of own) {
    room.checkShare('javascript', 'greedy')
    room.add(each)
    room.assign(each, 'greedy')
  }
  assert.throws(() => room.checkShare('javascript', 'greedy'), RoomFull)
  room.checkShare('javascript', 'other')
  assert.equal(room.fits('javascript'), true)
  room.remove(own[0]!)
  room.checkShare('javascript', 'greedy')
  assert.equal(room.countOf('greedy'), 2)
  createRoom(javascript / 2).checkShare('javascript', 'first')
})
