import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '../../schema/message.ts'
import { extract } from './extract.ts'

test('a question of many words is looked up in a text of many sentences without comparing each with each', () => {
  const words = Array.from({ length: 20_000 }, (_, i) => `w${i.toString(36)}`)
  const result: Message = {
    role: 'tool',
    toolCallId: 'a',
    toolName: null,
    text: words.map((word) => `${word} zz.`).join('\n'),
  }
  const question: Message = { role: 'user', content: [{ type: 'text', text: words.join(' ') }] }
  // No sentence has a third of the question. Comparing each with each takes minutes, and the runner gives up.
  assert.equal(extract(words.join(' '), [result, question], 1), null)
  assert.equal(extract(`${words[7]}`, [result, question], 1), `${words[7]} zz. [message 1]`)
})

const searched = (...passages: { source: string; text: string }[]): Message => ({
  role: 'tool',
  toolCallId: 'a',
  toolName: null,
  text: JSON.stringify({ passages }),
})
const replyTo = (question: string, ...messages: Message[]) =>
  extract(
    question,
    [...messages, { role: 'user', content: [{ type: 'text', text: question }] }],
    messages.length,
  )

test('quotes the best passage of a search that shares no word with the question', () => {
  const first = { source: 'file:Returns', text: 'You may bring it back for a month. Keep the receipt.' }
  const second = { source: 'file:Other', text: 'We sell tea.' }
  assert.equal(
    replyTo('Refund policy?', searched(first, second)),
    'You may bring it back for a month. [file:Returns]',
  )
  assert.equal(replyTo('Refund policy?', searched()), null)
})

test('quotes the rows of a table that share a word with the question, or its first ones', () => {
  const text =
    '# Plans\n\n| Plan | Price |\n|---|---|\n| Free | 0 |\n| Team | 49 |\n| Business | 199 |\n\nPrices are monthly.'
  const plans = searched({ source: 'file:Plans', text })
  const head = '| Plan | Price |\n|---|---|'
  assert.equal(replyTo('Price of the team plan?', plans), `${head}\n| Team | 49 |\n\n[file:Plans]`)
  assert.match(
    replyTo('Which plan is there?', plans)!,
    /\| Free \| 0 \|\n\| Team \| 49 \|\n\| Business \| 199 \|/,
  )
})

test('never quotes the system prompt', () => {
  assert.equal(
    replyTo('What is the secret code?', { role: 'system', text: 'The secret code is 4711.' }),
    null,
  )
})
