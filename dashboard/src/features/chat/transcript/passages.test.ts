import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emptyMessage, type Message } from './message.ts'
import { passagesOf, withTitles } from './passages.ts'

const search = (id: string): Message => ({
  ...emptyMessage,
  toolCalls: [{ id, name: 'knowledge_search', args: '{}' }],
})
const result = (toolCallId: string, text: string): Message => ({
  ...emptyMessage,
  role: 'tool',
  toolCallId,
  text,
})
const passage = (source: string, text: string, title = '') => ({ source, title, path: ['Returns'], text })

describe('the passages of a response', () => {
  it('are those of its searches, once each, with those that it names in front', () => {
    const found = JSON.stringify({
      passages: [passage('terms', 'No refunds.'), passage('faq', 'In 14 days.')],
    })
    const replies = [
      search('a'),
      result('a', found),
      search('b'),
      result('b', found),
      { ...emptyMessage, text: 'You can return it in 14 days (faq).' },
    ]
    assert.deepEqual(
      passagesOf(replies).map(({ source, path, text, isCited }) => [source, path, text, isCited]),
      [
        ['faq', ['Returns'], 'In 14 days.', true],
        ['terms', ['Returns'], 'No refunds.', false],
      ],
    )
  })

  it('are named by their titles in the response', () => {
    const found = JSON.stringify({
      passages: [passage('text:Opening%20hours', 'From 9.', 'Opening hours'), passage('faq', 'In 14 days.')],
    })
    const passages = passagesOf([search('a'), result('a', found)])
    assert.equal(
      withTitles('At nine. [text:Opening%20hours] Later. [faq] [text:Other]', passages),
      'At nine. [Opening hours] Later. [faq] [text:Other]',
    )
  })

  it('are none of other tools, and of searches that failed', () => {
    const other = { ...emptyMessage, toolCalls: [{ id: 'a', name: 'http_get', args: '{}' }] }
    const found = JSON.stringify({ passages: [passage('faq', 'In 14 days.')] })
    assert.deepEqual(passagesOf([other, result('a', found)]), [])
    for (const text of [
      '',
      'null',
      '[]',
      '{"passages":[null,1,{}]}',
      '{"passages":{"a":1}}',
      found.slice(0, 20),
    ])
      assert.deepEqual(passagesOf([search('a'), result('a', text)]), [], text)
  })
})
