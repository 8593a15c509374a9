import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isMarkdown, readableKey } from './source-format.ts'

it('renders documents, pages and pasted texts, and no code', () => {
  const file = (fileName: string) => isMarkdown({ kind: 'file', origin: { fileName } })
  assert.deepEqual(['a.md', 'Handbook.PDF', 'a.docx', 'page.htm'].map(file), [true, true, true, true])
  assert.deepEqual(['main.py', 'a.txt', 'rows.csv', 'md', ''].map(file), [false, false, false, false, false])
  assert.ok(isMarkdown({ kind: 'url', origin: { url: 'https://example.com/main.py' } }))
  assert.ok(isMarkdown({ kind: 'text', origin: {} }))
})

it('shows a key as it was before it was encoded', () => {
  assert.equal(readableKey('text:Refund%20policy'), 'text:Refund policy')
  assert.equal(readableKey('url:https%3A%2F%2Fexample.com%2Fa'), 'url:https://example.com/a')
  assert.equal(readableKey('text:100% wool'), 'text:100% wool')
})
