import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { countTokens, decode, encode } from 'gpt-tokenizer/encoding/o200k_base'
import { createBytePairs } from './byte-pairs.ts'
import { readVocabulary, vocabularyFile } from './vocabulary-file.ts'

const vocabulary = readVocabulary()
const tokensIn = createBytePairs(vocabulary)

const alphabet =
  "a|b|ing|The| |  |\n|\r\n|\t|'ll|'S|1|2026|.|...|{|\":|/|é|e\u0301|ß|漢|仮|🙂|👩‍👩‍👧|𝒳|\ud800|\u0000|\ufffd|Я|ж|ا|ह".split(
    '|',
  )
let seed = 7
const random = (below: number): number => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return Math.floor((seed / 2 ** 32) * below)
}
const randomText = (): string =>
  Array.from({ length: 1 + random(40) }, () => alphabet[random(alphabet.length)]).join('')

test('random texts have the tokens that the package finds in them', () => {
  for (let i = 0; i < 3000; i++) {
    const text = randomText()
    assert.equal(tokensIn(text).tokens, countTokens(text), JSON.stringify(text))
    assert.equal(tokensIn(text).bytes, Buffer.byteLength(text))
  }
})

test('the first tokens of a text are its first bytes', () => {
  const lengths: number[] = []
  const file = readFileSync(vocabularyFile)
  for (let at = 0; at < file.length; at += file[at]! + 1) lengths.push(file[at]!)
  for (let i = 0; i < 300; i++) {
    const text = randomText()
    const tokens = encode(text)
    const limit = random(tokens.length + 2)
    assert.deepEqual(tokensIn(text, limit), {
      tokens: Math.min(limit, tokens.length),
      bytes: tokens.slice(0, limit).reduce((sum, rank) => sum + lengths[rank]!, 0),
    })
  }
})

test('every token of the vocabulary is found by its bytes, and nothing else is', () => {
  for (const rank of [0, 255, 256, 100_000, vocabulary.size - 1]) {
    const bytes = Buffer.from(decode([rank]))
    if (!bytes.includes('\ufffd')) assert.equal(vocabulary.rankOf(bytes, 0, bytes.length), rank)
  }
  const unknown = Buffer.from('no token is this text')
  assert.equal(vocabulary.rankOf(unknown, 0, unknown.length), -1)
  assert.equal(vocabulary.size, 199_998)
})
