import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { didYouMean, nearMatches } from './near-names.ts'

const known = [
  'anthropic/claude-opus-5',
  'azure/gpt-5',
  'local/demo',
  'openai/gpt-5',
  'openai/gpt-5-mini',
  'openrouter/openai/gpt-5',
  'together/Qwen/Qwen3.5-9B',
]

describe('didYouMean', () => {
  it('lists the names as a sentence does', () => {
    assert.equal(didYouMean(['a', 'b']), 'Did you mean a or b?')
    assert.equal(didYouMean(['a', 'b', 'c']), 'Did you mean a, b, or c?')
  })
})

describe('nearMatches', () => {
  it('finds a model whose provider was left out, at every provider', () => {
    assert.deepEqual(nearMatches('gpt-5', known), ['azure/gpt-5', 'openai/gpt-5', 'openrouter/openai/gpt-5'])
  })
  it('finds a short name with two letters swapped, and none that is only as long', () => {
    assert.deepEqual(nearMatches('gmial', ['slack', 'gmail', 'email']), ['gmail'])
    assert.deepEqual(nearMatches('abcd', ['wxyz', 'gmail']), [])
  })
  it('finds a misspelt model', () => {
    assert.equal(nearMatches('anthropic/cluade-opus-5', known)[0], 'anthropic/claude-opus-5')
  })
  it('passes over the case of letters', () => {
    assert.equal(nearMatches('Together/qwen/qwen3.5-9b', known)[0], 'together/Qwen/Qwen3.5-9B')
  })
  it('passes over points and dashes', () => {
    assert.equal(nearMatches('openai/gpt5mini', known)[0], 'openai/gpt-5-mini')
  })
  it('names at most three', () => assert.equal(nearMatches('openai/gpt-5', known).length, 3))
  it('finds nothing that is only a little alike', () => {
    for (const text of ['', 'x', 'zzzzzz', '5529ad6e-3ecf-58c1-8826-ce14549e78ab', 'a'.repeat(5000)]) {
      assert.deepEqual(nearMatches(text, known), [], text)
    }
  })
})
