import assert from 'node:assert/strict'
import { test } from 'node:test'
import { termsOf } from '../../text/terms.ts'
import { createHighlighter } from './highlights.ts'

test('words are found by the stems of the language of their text, also when another one was read before', () => {
  const highlight = createHighlighter(new Set(termsOf('informed', 'en')))
  const text = 'Informations and information.'
  const found = (language: string) => highlight(text, language).map(([start, end]) => text.slice(start, end))
  for (let round = 0; round < 2; round++) {
    assert.deepEqual(found('en'), ['Informations', 'information'])
    assert.deepEqual(found('de'), [])
  }
})

test('more words than are remembered are all found', () => {
  const highlight = createHighlighter(new Set(termsOf('needle', 'en')))
  for (let i = 0; i < 25_000; i++) assert.deepEqual(highlight(`word${i} needles`, 'en').length, 1)
})
