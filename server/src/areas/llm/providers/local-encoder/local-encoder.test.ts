import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { dot } from '../../../../kernel/simd/testing.ts'
import { createLocalEncoder, shortened } from './local-encoder.ts'
import { createPieces } from './pieces.ts'
import { readWeights } from './weights.ts'

// Computed once with TensorFlow.js by @energetic-ai/embeddings 0.2.0, from the same weights.
const reference = (
  JSON.parse(readFileSync(new URL('./reference-vectors.json', import.meta.url), 'utf8')) as {
    text: string
    vector: string
  }[]
).map(({ text, vector }) => ({ text, vector: floats(vector) }))

function floats(base64: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'))
  return new Float32Array(bytes.buffer)
}

const encoder = createLocalEncoder()
after(() => encoder.close())
const signal = new AbortController().signal

test('vectors are those of the model, in the foreground and in the background', async () => {
  const texts = reference.map(({ text }) => text)
  const background = await encoder.encode(texts, signal)
  const foreground = await encoder.encode(texts.slice(0, 3), signal)
  const cosines = reference.map(({ vector }, i) => dot(vector, background[i]!.vector))
  assert.ok(Math.min(...cosines) > 0.997, cosines.join(' '))
  assert.ok(cosines.reduce((sum, each) => sum + each) / cosines.length > 0.998, cosines.join(' '))
  assert.deepEqual(
    foreground.map(({ vector }) => vector),
    background.slice(0, 3).map(({ vector }) => vector),
  )
  assert.ok(Math.max(...background.map(({ pieces }) => pieces)) === 128)
})

test('texts of one meaning are nearer than others', async () => {
  const [cat, kitten, revenue] = await encoder.encode(
    ['A cat sat on the mat.', 'A kitten rested on the rug.', 'Quarterly revenue fell by three percent.'],
    signal,
  )
  assert.ok(dot(cat!.vector, kitten!.vector) > dot(cat!.vector, revenue!.vector) + 0.2)
})

test('a caller that has left is not served', async () => {
  await assert.rejects(encoder.encode(['x'], AbortSignal.abort(new Error('gone'))), /gone/)
})

test('vectors can be shortened, not lengthened', () => {
  const vector = new Float32Array(512).fill(1)
  assert.deepEqual(shortened(vector, 4), [0.5, 0.5, 0.5, 0.5])
  assert.throws(() => shortened(vector, 513), /512 dimensions/)
})

test('pieces: the best path through the vocabulary, unknown characters as one', () => {
  const marks = Array.from({ length: 6 }, (_, i) => [`<${i}>`, 0] as const)
  const piecesOf = createPieces([
    ...marks,
    ['▁', -5],
    ['▁ab', -2],
    ['a', -4],
    ['b', -4],
    ['▁abc', -9],
    ['c', -3],
  ])
  assert.deepEqual(piecesOf('abc', 10), [7, 11])
  assert.deepEqual(piecesOf('ab 😀😀b', 10), [7, 6, 0, 9])
  assert.deepEqual(piecesOf('ab ab ab', 2), [7, 7])
  assert.deepEqual(piecesOf('', 10), [])
})

test('the memory of the files is given back immediately, without waiting for the collector', () => {
  const weights = readWeights()
  const embeddings = weights.tensor('module/Embeddings_en')
  assert.ok(embeddings.length > 1_000_000)
  weights.release()
  assert.equal(embeddings.buffer.byteLength, 0)
})
