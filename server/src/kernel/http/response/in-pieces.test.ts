import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { checkedJson, encodedJson, encodeInPieces } from './in-pieces.ts'

const Message = z.looseObject({ id: z.string(), text: z.string().max(20) })
const State = z.object({
  values: z.object({ messages: z.array(Message), note: z.string().optional() }).nullable(),
  created: z.string(),
  more: z.record(z.string(), z.unknown()),
})

const messages = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `m${i}`,
    text: `"${i}"\u2028\ud800`,
    extra: [i, undefined],
  }))
const state = (count: number) => ({
  values: { messages: messages(count), note: undefined },
  created: 'now',
  more: { at: new Date(0), none: undefined, list: [undefined, null, [1]] },
  secret: 'not declared',
})

const encoded = async (value: unknown) =>
  Buffer.concat(await Array.fromAsync(encodedJson('data: ', value, '\n'))).toString()

test('a value is written in pieces as it is in one', async () => {
  for (const value of [state(0), state(3), state(137), { ...state(1), values: null }])
    assert.equal(await checkedJson(State, value), JSON.stringify(State.parse(value)))
  const states = [state(2), state(120), state(51)]
  assert.equal(
    await checkedJson(z.array(State), states),
    JSON.stringify(states.map((each) => State.parse(each))),
  )
  for (const value of [states, messages(200), null, 'text', { a: { b: { c: { d: { e: [1] } } } } }])
    assert.equal(await encoded(value), `data: ${JSON.stringify(value)}\n`)
})

test('the bytes of a large value come in parts, also where its members are large', async () => {
  const long = { id: 'm', text: 'x'.repeat(100_000) }
  for (const value of [messages(60_000), Array.from({ length: 60 }, () => long)]) {
    const parts = await Array.fromAsync(encodedJson('', { messages: value }, ''))
    assert.ok(parts.length > 3)
    for (const part of parts) assert.ok(part.length < 2 ** 20, `${part.length} bytes in one part`)
    assert.ok(Buffer.concat(parts).equals(Buffer.from(JSON.stringify({ messages: value }))))
  }
})

test('a part that does not fit its shape is refused, and what is not declared is left out', async () => {
  const long = { id: 'm', text: 'x'.repeat(21) }
  await assert.rejects(checkedJson(State, { ...state(0), values: { messages: [...messages(60), long] } }))
  await assert.rejects(checkedJson(State, { values: null, more: {} }))
  assert.ok(!(await checkedJson(State, state(60))).includes('not declared'))
})

test('a long text is encoded as in one piece, whatever is where it is cut', async () => {
  const half = 512 * 1024
  for (const text of ['x'.repeat(half - 1) + '😀'.repeat(half), `${'ä'.repeat(half)}\ud800`, 'short', ''])
    assert.ok((await encodeInPieces(text)).equals(Buffer.from(text)))
})

test('others are served while a large value is written', async () => {
  let turns = 0
  const count = () => {
    turns++
    turn = setImmediate(count)
  }
  let turn = setImmediate(count)
  await checkedJson(State, state(30_000))
  clearImmediate(turn)
  assert.ok(turns >= 2, `${turns} turns of the event loop`)
})
