import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ChatMessage } from '@stoa/sdk'
import { emptyMessage, type Message, messageOf } from './message.ts'
import { callsOf, stoppedByOf, turnsOf, withLive } from './turns.ts'

const message = (id: string, more: Partial<Message>): Message => ({ ...emptyMessage, id, ...more })
const calls = [
  { id: 'c1', name: 'math', args: '{}' },
  { id: 'c2', name: 'mail', args: '{}' },
  { id: 'c3', name: 'http', args: '{}' },
]
const question = message('h1', { role: 'human', text: 'Hi', runId: 'r1' })
const asks = message('a1', { toolCalls: calls, runId: 'r1' })
const failed = message('t1', { role: 'tool', toolCallId: 'c1', status: 'error', text: 'no', runId: 'r1' })

const stored = (content: string, finishReason: string) =>
  messageOf(
    { id: 'a9', type: 'ai', content, response_metadata: { finish_reason: finishReason } } as ChatMessage,
    'r1',
  )

it('groups what a message of the user led to', () => {
  const turns = turnsOf([
    message('a0', { text: 'Welcome' }),
    question,
    asks,
    failed,
    message('o1', { role: 'operator', text: 'I take over' }),
    message('h2', { role: 'human', text: 'Thanks' }),
  ])
  assert.deepEqual(
    turns.map(({ id, question: first, replies, runId }) => [
      id,
      first?.id,
      replies.map((each) => each.id),
      runId,
    ]),
    [
      ['a0', undefined, ['a0'], null],
      ['h1', 'h1', ['a1', 't1', 'o1'], 'r1'],
      ['h2', 'h2', [], null],
    ],
  )
})

it('says which limit ended a turn, also with an empty response, and not which ended one before', () => {
  const [first, second] = turnsOf([
    question,
    asks,
    failed,
    stored('', 'repeated_calls'),
    message('o1', { role: 'operator', text: 'I take over' }),
    message('h2', { role: 'human', text: 'Thanks' }),
    stored('Done.', 'stop'),
  ])
  assert.deepEqual([stoppedByOf(first!), stoppedByOf(second!)], ['repeated_calls', null])
})

it('knows the state of each call', () => {
  const rejected = { ...failed, status: 'rejected' }
  assert.equal(callsOf(asks, [rejected])[0]!.state, 'rejected')
  assert.deepEqual(
    callsOf(asks, [asks, failed], { executing: ['c2'], nested: {} }).map(({ id, state, result }) => [
      id,
      state,
      result,
    ]),
    [
      ['c1', 'error', 'no'],
      ['c2', 'executing', null],
      ['c3', 'waiting', null],
    ],
  )
})

it('prefers what is stored to what is still streamed', () => {
  const partial = message('a1', { text: 'half' })
  assert.deepEqual(withLive([question, asks], [partial, failed]), [question, asks, failed])
})
