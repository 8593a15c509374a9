import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMessage } from './message.ts'

test('what our children say passes', () => {
  const output = { stream: 'stdout', text: 'x', skipped: false }
  const words = [
    { t: 'ready', sealed: true, engine: 'e' },
    { t: 'output', output },
    { t: 'call', call: 1, method: 'fetch', args: '{}' },
    { t: 'done', outcome: { status: 'succeeded', result: null }, outputs: [output] },
    { t: 'done', outcome: { status: 'failed', code: 'timeout', error: 'late' }, broken: true },
    { t: 'done', files: [{ path: 'a', sizeBytes: 1 }], found: true, refused: 'bad_path' },
  ]
  for (const word of words) assert.deepEqual(parseMessage(word), word)
})

test('what a child in foreign hands may say does not', () => {
  const words: unknown[] = [
    null,
    'done',
    { t: 'other' },
    { t: 'output' },
    { t: 'output', output: { stream: 'stdin', text: 'x', skipped: false } },
    { t: 'output', output: { stream: 'stdout', text: 5, skipped: false } },
    { t: 'call', call: -1, method: 'fetch', args: '{}' },
    { t: 'call', call: 1, method: 'fetch', args: {} },
    { t: 'done', outcome: { status: 'succeeded', result: { toString: 1 } } },
    { t: 'done', outcome: { status: 'failed', code: 'other', error: '' } },
    { t: 'done', outcome: { status: 'succeeded', result: 'x'.repeat(3 * 1024 * 1024) } },
    { t: 'done', isAdmin: true },
    JSON.parse('{"t":"done","__proto__":{"outcome":1}}'),
  ]
  for (const word of words) assert.throws(() => parseMessage(word), Error, JSON.stringify(word)?.slice(0, 80))
})
