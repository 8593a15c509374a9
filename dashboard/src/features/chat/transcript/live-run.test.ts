import assert from 'node:assert/strict'
import { it } from 'node:test'
import { afterEvent, type LiveEvent, newLiveRun } from './live-run.ts'

const chunk = (id: string, more: object): LiveEvent => ({
  event: 'messages',
  data: [{ id, type: 'AIMessageChunk', content: '', ...more }, {}],
})
const call = (piece: object) => chunk('m1', { tool_call_chunks: [piece] })
const whole: LiveEvent = {
  event: 'updates',
  data: {
    agent: {
      messages: [
        {
          id: 'm1',
          type: 'ai',
          content: 'Hello there',
          response_metadata: { model_name: 'local/demo' },
          tool_calls: [{ id: 'c1', name: 'math', args: { a: 1 } }],
        },
      ],
    },
  },
}
const result: LiveEvent = {
  event: 'updates',
  data: {
    tools: { messages: [{ id: 't1', type: 'tool', content: '3', tool_call_id: 'c1', status: 'success' }] },
  },
}
const after = (...events: LiveEvent[]) => events.reduce(afterEvent, newLiveRun('run'))

it('joins the pieces of a text, of its reasoning and of calls', () => {
  const { messages } = after(
    chunk('m1', { additional_kwargs: { reasoning_content: 'Hm. ' } }),
    chunk('m1', { content: 'Hello ' }),
    chunk('m1', { content: 'there' }),
    call({ id: 'c1', name: 'math', args: '{"a"', index: 0 }),
    call({ args: ':1}', index: 0 }),
  )
  assert.equal(messages.length, 1)
  assert.deepEqual(
    [messages[0]!.text, messages[0]!.reasoning, messages[0]!.toolCalls],
    ['Hello there', 'Hm. ', [{ id: 'c1', name: 'math', args: '{"a":1}' }]],
  )
})

it('has what the run generates, and no message of the user', () => {
  const said = { id: 'h1', type: 'human', content: 'Hi' }
  assert.deepEqual(after({ event: 'updates', data: { input: { messages: [said] } } }).messages, [])
})

it('is the same when events come twice after a reconnect', () => {
  const start = { event: 'tool_call', data: { id: 'c1', name: 'math', arguments: {} } }
  const end = { event: 'tool_result', data: { id: 'c1', content: '3', status: 'success' } }
  const once = after(chunk('m1', { content: 'Hello' }), whole, start, end, result)
  const twice = after(chunk('m1', { content: 'Hello' }), whole, whole, start, start, end, end, result, result)
  assert.deepEqual(twice, once)
  assert.deepEqual(once.executing, [])
  assert.deepEqual(
    once.messages.map(({ role, text }) => [role, text]),
    [
      ['ai', 'Hello there'],
      ['tool', '3'],
    ],
  )
})

it('shows which calls are executed, and removes a message that is generated again', () => {
  const start = { event: 'tool_call', data: { id: 'c1', name: 'math', arguments: {} } }
  assert.deepEqual(after(whole, start).executing, ['c1'])
  const removed = { event: 'messages', data: [{ id: 'm1', type: 'remove', content: '' }, {}] }
  assert.deepEqual(after(chunk('m1', { content: 'Hal' }), removed).messages, [])
  assert.deepEqual(after({ event: 'something new', data: null }), newLiveRun('run'))
})

it('keeps what an agent inside of the agent does with the call that passed the work on', () => {
  const inside = (event: LiveEvent, ...ids: string[]) => ({
    ...event,
    event: [event.event, ...ids.map((id) => `tools:${id}`)].join('|'),
  })
  const run = after(
    whole,
    inside(chunk('n1', { content: 'Half' }), 'c1'),
    inside(chunk('n1', { content: ' done' }), 'c1'),
    inside(chunk('n2', { content: 'Deeper' }), 'c1', 'c9'),
    inside({ event: 'tool_call', data: { id: 'c9' } }, 'c1'),
  )
  assert.deepEqual(
    run.messages.map(({ id }) => id),
    ['m1'],
  )
  assert.deepEqual(run.executing, [])
  const inner = run.nested.c1!
  assert.deepEqual([inner.messages[0]!.text, inner.executing], ['Half done', ['c9']])
  assert.equal(inner.nested.c9!.messages[0]!.text, 'Deeper')
})
