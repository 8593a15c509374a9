import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '../../schema/message.ts'
import { extract } from './extract.ts'

test('a question of many words is looked up in a text of many sentences without comparing each with each', () => {
  const words = Array.from({ length: 20_000 }, (_, i) => `w${i.toString(36)}`)
  const system: Message = { role: 'system', text: words.map((word) => `${word} zz.`).join('\n') }
  const question: Message = { role: 'user', content: [{ type: 'text', text: words.join(' ') }] }
  // No sentence has a third of the question. Comparing each with each takes minutes, and the runner gives up.
  assert.equal(extract(words.join(' '), [system, question], 1), null)
  assert.equal(extract(`${words[7]}`, [system, question], 1), `${words[7]} zz. [system text]`)
})
