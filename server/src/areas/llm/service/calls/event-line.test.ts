import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEventLine } from './event-line.ts'

test('what has piled up is passed on in its order and in pieces that are short work', async () => {
  const line = createEventLine<number>()
  for (let number = 0; number < 1_200; number++) line.push(number)
  line.end()
  const pieces: (readonly number[])[] = []
  for await (const piece of line.read()) pieces.push(piece)
  assert.deepEqual(
    pieces.map(({ length }) => length),
    [500, 500, 200],
  )
  assert.deepEqual(
    pieces.flat(),
    Array.from({ length: 1_200 }, (_, number) => number),
  )
})
