import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEventLine } from './event-line.ts'

test('what has piled up is passed on in its order and in pieces that are short work', async () => {
  const line = createEventLine<number>()
  for (let number = 0; number < 1_200; number++) line.push(number)
  line.end()
  const pieces: (readonly number[])[] = []
  for (let piece = await line.next(); piece; piece = await line.next()) pieces.push(piece)
  assert.deepEqual(
    pieces.map(({ length }) => length),
    [500, 500, 200],
  )
  assert.deepEqual(
    pieces.flat(),
    Array.from({ length: 1_200 }, (_, number) => number),
  )
})

test('a reader that waits gets what comes in the same moment together, and then the end', async () => {
  const line = createEventLine<number>()
  const first = line.next()
  line.push(1)
  line.push(2)
  assert.deepEqual(await first, [1, 2])
  const last = line.next()
  line.end()
  assert.equal(await last, null)
  assert.equal(await line.next(), null)
})
