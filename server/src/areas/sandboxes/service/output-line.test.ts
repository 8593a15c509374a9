import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Output } from '../../../kernel/sandbox/protocol/messages.ts'
import { createOutputLine } from './output-line.ts'

const output = (stream: Output['stream'], text: string): Output => ({ stream, text, skipped: false })

test('a reader who keeps up gets everything in order', async () => {
  const line = createOutputLine(10)
  const reading = Array.fromAsync(line.read())
  for (const text of ['one', 'two', 'three', 'four']) {
    line.push(output('stdout', text))
    await new Promise(setImmediate)
  }
  line.end()
  assert.equal((await reading).map(({ text }) => text).join(' '), 'one two three four')
})

test('for one who does not, the oldest goes, and the stream says that something is missing', async () => {
  const line = createOutputLine(10)
  line.push(output('stdout', 'a'.repeat(8)))
  line.push(output('stderr', 'b'.repeat(4)))
  line.push(output('stdout', 'c'.repeat(4)))
  line.push(output('stdout', 'd'))
  line.end()
  assert.deepEqual(await Array.fromAsync(line.read()), [
    output('stderr', 'bbbb'),
    { ...output('stdout', 'cccc'), skipped: true },
    output('stdout', 'd'),
  ])
})
