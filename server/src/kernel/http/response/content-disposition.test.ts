import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentDisposition } from './content-disposition.ts'

test('a name that could end the header or begin another stays a name', () => {
  const header = contentDisposition('attachment', 'a"b\r\nx-evil: 1;\\%41.txt')
  assert.match(header, /^attachment; filename="[^"\\\r\n]*"; filename\*=UTF-8''[A-Za-z0-9._~%-]+$/)
})

test('names in any script are preserved', () => {
  const header = contentDisposition('inline', "Ελλάδα 'x' (1)*.pdf")
  const [, encoded = ''] = /filename\*=UTF-8''(.*)$/.exec(header)!
  assert.doesNotMatch(encoded, /['()*]/)
  assert.equal(decodeURIComponent(encoded), "Ελλάδα 'x' (1)*.pdf")
  assert.ok(contentDisposition('inline', 'half \ud83d').includes('inline'))
})
