import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inputMessages, outputMessages } from './agent-values.ts'

it('reads the messages of an agent as text, with who said them', () => {
  const input = { messages: [{ id: '1', role: 'human', content: 'Where is my order?' }] }
  assert.deepEqual(inputMessages(input), [{ role: 'User', text: 'Where is my order?' }])
  assert.deepEqual(inputMessages({ message: 'Hello' }), [{ role: 'User', text: 'Hello' }])
  assert.deepEqual(outputMessages({ text: 'On its way.', finishReason: 'stop' }), [
    { role: 'Assistant', text: 'On its way.' },
  ])
})

it('leaves to JSON what has files, no messages or no text', () => {
  const file = { role: 'human', content: [{ type: 'file', fileId: '1' }] }
  for (const input of [
    { messages: [file] },
    { messages: [] },
    { amount: 3 },
    { message: 'a', amount: 3 },
    null,
    'text',
  ])
    assert.equal(inputMessages(input), null)
  for (const output of [{ text: '' }, { result: 1 }, null]) assert.equal(outputMessages(output), null)
})
