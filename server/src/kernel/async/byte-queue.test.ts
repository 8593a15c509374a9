import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createByteQueue } from './byte-queue.ts'

function opened() {
  const told: string[] = []
  const queue = createByteQueue({
    pause: () => void told.push('pause'),
    resume: () => void told.push('resume'),
    abort: ({ message }) => void told.push(message),
  })
  return { told, ...queue }
}
const textOf = async (bytes: AsyncIterable<Buffer>) => {
  const pieces: string[] = []
  for await (const piece of bytes) pieces.push(String(piece))
  return pieces
}

describe('bytes of a response', () => {
  test('what arrives in the same moment is one piece, and later bytes come as they arrive', async () => {
    const { bytes, push, end } = opened()
    const first = bytes.next()
    for (const letter of 'abc') push(Buffer.from(letter))
    assert.equal(String((await first).value), 'abc')
    const second = bytes.next()
    push(Buffer.from('d'))
    assert.equal(String((await second).value), 'd')
    end()
    assert.deepEqual(await textOf(bytes), [])
  })

  test('a failure comes behind what arrived before it', async () => {
    const { bytes, push, end } = opened()
    push(Buffer.from('a'))
    end(new Error('the connection broke'))
    assert.equal(String((await bytes.next()).value), 'a')
    await assert.rejects(bytes.next(), /the connection broke/)
    const waiting = opened()
    const next = waiting.bytes.next()
    waiting.end(new Error('the connection broke'))
    await assert.rejects(next, /the connection broke/)
  })

  test('the source is paused while too much is not read', async () => {
    const { bytes, push, told } = opened()
    push(Buffer.alloc(60 * 1024))
    assert.deepEqual(told, [])
    push(Buffer.alloc(10 * 1024))
    push(Buffer.alloc(1))
    assert.deepEqual(told, ['pause'])
    assert.equal((await bytes.next()).value?.length, 70 * 1024 + 1)
    assert.deepEqual(told, ['pause', 'resume'])
  })

  test('a reader that leaves ends the exchange, and nothing is stored for it any more', async () => {
    const { bytes, push, end, told } = opened()
    push(Buffer.from('a'))
    for await (const _ of bytes) break
    assert.deepEqual(told, ['the rest of the response is not read'])
    push(Buffer.from('b'))
    end(new Error('aborted'))
    assert.deepEqual(await textOf(bytes), [])
    assert.equal(told.length, 1)
  })

  test('a response that was read to its end is not aborted', async () => {
    const { bytes, push, end, told } = opened()
    push(Buffer.from('a'))
    end()
    assert.deepEqual(await textOf(bytes), ['a'])
    assert.deepEqual(told, [])
  })
})
