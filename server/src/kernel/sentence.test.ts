import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asSentence } from './sentence.ts'

test('a text gets one full stop, and never a second', () => {
  const texts = ['it broke off', 'it broke off.', 'really?', 'and so on…', '']
  assert.deepEqual(texts.map(asSentence), ['it broke off.', 'it broke off.', 'really?', 'and so on…', '.'])
})
