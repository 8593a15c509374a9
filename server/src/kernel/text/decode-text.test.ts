import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from './decode-text.ts'

const decoded = (text: string, encoding: BufferEncoding) => decodeText(Buffer.from(text, encoding))

test('texts are decoded as UTF-8, as UTF-16 with its mark, else as Windows-1252', () => {
  assert.equal(decoded('Crème 日本', 'utf8'), 'Crème 日本')
  assert.equal(decoded('\ufeffCrème 日本', 'utf16le'), 'Crème 日本')
  assert.equal(decoded('Crème', 'latin1'), 'Crème')
  assert.equal(decodeText(Buffer.from([0x80, 0x20, 0x93])), '€ “')
})

test('bytes of other formats are no text', () => {
  for (const start of ['%PDF-1.7', 'PK\x03\x04', '{\\rtf1', 'a\0b'])
    assert.equal(decoded(start, 'latin1'), null)
})
