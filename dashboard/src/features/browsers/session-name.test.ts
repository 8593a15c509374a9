import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sessionName } from './session-name.ts'

it('names a session by its page, by its host, or by the end of its ID', () => {
  const id = '0199f1a0-0000-7000-8000-0000000000b1'
  assert.equal(sessionName({ id, url: 'https://example.com/', title: 'Example' }), 'Example')
  assert.equal(sessionName({ id, url: 'https://example.com:8080/a', title: '' }), 'example.com:8080')
  assert.equal(sessionName({ id, url: 'about:blank', title: null }), '…000000b1')
  assert.equal(sessionName({ id, url: null, title: null }), '…000000b1')
})
