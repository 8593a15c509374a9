import assert from 'node:assert/strict'
import { test } from 'node:test'
import { titleOf } from './chat-api.ts'

test('a conversation is called by its title, else by its first text, else a new one', () => {
  assert.equal(titleOf({ metadata: { title: 'Order 1042' }, preview: 'Where is my order?' }), 'Order 1042')
  for (const title of [undefined, null, 7, '', ' ', '\u200b'])
    assert.equal(titleOf({ metadata: { title }, preview: 'Where is my order?' }), 'Where is my order?')
  for (const preview of [undefined, null, ''])
    assert.equal(titleOf({ metadata: {}, preview }), 'New conversation')
})
