import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanName, extensionOf } from './file-name.ts'

test('a name preserves its script and its extension', () => {
  for (const name of [
    'report.pdf',
    'Ελλάδα 2026.csv',
    '日本語.txt',
    'a b.c.tar.gz',
    'naïve – 1.md',
    '👩‍👩‍👧.png',
  ]) {
    assert.equal(cleanName(name), name.replaceAll('\u200d', ''))
  }
})

test('paths, control characters and turned directions do not survive', () => {
  assert.equal(cleanName('../../etc/passwd'), 'passwd')
  assert.equal(cleanName('C:\\Windows\\x.txt'), 'x.txt')
  assert.equal(cleanName('a\0b\r\nc\u007f.png'), 'abc.png')
  assert.equal(cleanName('photo\u202egnp.exe'), 'photognp.exe')
  assert.equal(cleanName('a<b>:"|?*.txt'), 'a_b______.txt')
  assert.equal(cleanName('half \ud83d.txt'), 'half \ufffd.txt')
  for (const name of ['', '.', '..', '...', '/', 'a/', '\u202e', '  '])
    assert.equal(cleanName(name), 'file', name)
  assert.equal(cleanName('.env'), 'env')
})

test('a name of any length becomes one that fits, extension included', () => {
  assert.equal(cleanName(`${'x'.repeat(5000)}.pdf`), `${'x'.repeat(251)}.pdf`)
  const emoji = cleanName(`${'😀'.repeat(300)}.png`)
  assert.equal([...emoji].length, 255)
  assert.ok(emoji.isWellFormed() && emoji.endsWith('😀.png'))
})

test('an extension is short and plain, or none', () => {
  assert.deepEqual(['a.PDF', 'a', 'a.', 'a.b c', '.gz', 'x.tar.gz'].map(extensionOf), [
    'pdf',
    '',
    '',
    '',
    'gz',
    'gz',
  ])
})
