import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelPart } from '../port.ts'
import { createResponseReader } from './response.ts'

type Called = { index?: number; id?: unknown; name?: string; arguments: unknown }

const toCall = ({ index, id, ...called }: Called) => ({
  ...(index === undefined ? {} : { index }),
  ...(id === undefined ? {} : { id }),
  type: 'function',
  function: called,
})

/** What is read of the calls as one whole message, and of each in a separate event. */
function read(calls: readonly Called[]): { name: string; arguments: string; id: string }[][] {
  const whole = [{ message: { tool_calls: calls.map(toCall) } }]
  const streamed = calls.map((call) => ({ delta: { tool_calls: [toCall(call)] } }))
  return [whole, streamed].map((choices) => {
    const reader = createResponseReader()
    const parts: ModelPart[] = []
    for (const choice of choices) reader.read(JSON.stringify({ choices: [choice] }), parts)
    parts.push(...reader.end())
    const deltas = new Map<string, string>()
    for (const part of parts)
      if (part.type === 'tool-delta') deltas.set(part.id, (deltas.get(part.id) ?? '') + part.delta)
    return parts.flatMap((part) => {
      if (part.type !== 'tool-call') return []
      assert.equal(deltas.get(part.id), part.arguments)
      return [{ id: part.id, name: part.name, arguments: part.arguments }]
    })
  })
}

test('calls that all have the same number differ by their ids', () => {
  for (const calls of read([
    { index: 0, id: 'a', name: 'add', arguments: '{"x":1}' },
    { index: 0, id: 'b', name: 'add', arguments: '{"x":2}' },
  ]))
    assert.deepEqual(calls, [
      { id: 'a', name: 'add', arguments: '{"x":1}' },
      { id: 'b', name: 'add', arguments: '{"x":2}' },
    ])
})

test('a server that gives every piece of a call another id makes one call', () => {
  const [, streamed] = read([
    { index: 0, id: 'a', name: 'add', arguments: '{"x"' },
    { index: 0, id: 'b', arguments: ':1}' },
  ])
  assert.deepEqual(streamed, [{ id: 'a', name: 'add', arguments: '{"x":1}' }])
})

test('no two calls have the same id', () => {
  for (const calls of read([
    { index: 0, id: 'a', name: 'add', arguments: '{"x":1}' },
    { index: 1, id: 'a', name: 'add', arguments: '{"x":2}' },
  ])) {
    assert.deepEqual(
      calls.map(({ arguments: args }) => args),
      ['{"x":1}', '{"x":2}'],
    )
    assert.equal(calls[0]!.id, 'a')
    assert.match(calls[1]!.id, /^call_/)
  }
})

test('whole calls without a number and an id are as many as are listed', () => {
  const [whole] = read([
    { name: 'add', arguments: '{"x":1}' },
    { name: 'add', arguments: '{"x":2}' },
  ])
  assert.deepEqual(
    whole!.map(({ arguments: args }) => args),
    ['{"x":1}', '{"x":2}'],
  )
})

test('arguments that are an object, and ids that are numbers', () => {
  for (const calls of read([{ index: 0, id: 7, name: 'add', arguments: { x: 1 } }]))
    assert.deepEqual(calls, [{ id: '7', name: 'add', arguments: '{"x":1}' }])
})
