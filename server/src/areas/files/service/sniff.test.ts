import assert from 'node:assert/strict'
import { test } from 'node:test'
import { png } from '../testing.ts'
import { headBytes, sniff } from './sniff.ts'

const typeOf = async (content: string | Buffer, name: string) =>
  (await sniff(Buffer.from(content), name)).mimeType

test('bytes say what they are, whatever the name', async () => {
  assert.equal(await typeOf(png, 'x.txt'), 'image/png')
  assert.equal(await typeOf('%PDF-1.7\n', 'x.png'), 'application/pdf')
  assert.equal(await typeOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), 'x'), 'image/jpeg')
  assert.equal(await typeOf(Buffer.from([1, 2, 3, 0, 255]), 'x.dat'), 'application/octet-stream')
})

test('texts are distinguished by their extension', async () => {
  assert.equal(await typeOf('a,b\n1,2\n', 'x.csv'), 'text/csv')
  assert.equal(await typeOf('# hi', 'x.md'), 'text/markdown')
  assert.equal(await typeOf('{"a":1}', 'x.json'), 'application/json')
  assert.equal(await typeOf('hello', 'x'), 'text/plain')
  assert.equal(await typeOf('hello', 'x.constructor'), 'text/plain')
  assert.equal(await typeOf('\ufeffhello', 'x.txt'), 'text/plain')
})

test('a text that an old editor wrote is one by its name', async () => {
  const menu = Buffer.from('Café;Crème brûlée\r\n', 'latin1')
  assert.equal(await typeOf(menu, 'menu.txt'), 'text/plain')
  assert.equal(await typeOf(menu, 'menu.CSV'), 'text/csv')
  assert.equal(await typeOf(menu, 'menu.bin'), 'application/octet-stream')
  assert.equal(await typeOf(Buffer.from([0xe9, 1, 2, 0xff]), 'menu.txt'), 'application/octet-stream')
  assert.equal(await typeOf(Buffer.from('<script>é</script>', 'latin1'), 'menu.txt'), 'text/html')
})

test('markup that a browser runs is known under any name', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'
  assert.equal(await typeOf(svg, 'x.txt'), 'image/svg+xml')
  assert.equal(await typeOf(`<?xml version="1.0"?>\n<!-- a -->\n${svg}`, 'x.svg'), 'image/svg+xml')
  assert.equal(await typeOf('  <!DOCTYPE html><p>', 'x.md'), 'text/html')
  assert.equal(await typeOf('<!-- x --><SCRIPT>alert(1)</SCRIPT>', 'x.txt'), 'text/html')
  assert.equal(await typeOf('<?xml version="1.0"?><a/>', 'x.xml'), 'application/xml')
})

test('text under the name of an image is a lie; an image under another image’s is not', async () => {
  assert.equal((await sniff(Buffer.from('<html>'), 'x.png')).isMismatch, true)
  assert.equal((await sniff(Buffer.from('hello'), 'x.pdf')).isMismatch, true)
  assert.equal((await sniff(png, 'x.jpg')).isMismatch, false)
  assert.equal((await sniff(Buffer.from('hello'), 'x.txt')).isMismatch, false)
})

test('a head that ends in the middle of a character is still text', async () => {
  const head = Buffer.from('ä'.repeat(headBytes)).subarray(0, headBytes - 1)
  assert.equal(await typeOf(head, 'x.txt'), 'text/plain')
})

test('long hostile beginnings are detected quickly', async () => {
  const heads = ['<!--'.repeat(16_000), '<'.repeat(64_000), ' '.repeat(64_000), `<?xml ${'a'.repeat(64_000)}`]
  for (const head of heads) assert.ok(await typeOf(head, 'x.txt'))
})
