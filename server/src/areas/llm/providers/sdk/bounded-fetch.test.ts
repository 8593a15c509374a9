import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProviderFailure } from '../port.ts'
import { boundedFetch } from './bounded-fetch.ts'

const respondingWith = (type: string, pieces: readonly string[], init: ResponseInit = {}) =>
  boundedFetch(async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(Buffer.from(piece))
        controller.close()
      },
    })
    return new Response(body, { ...init, headers: { 'content-type': type, 'x-request-id': '7' } })
  })('http://provider')

const refused = (reason: RegExp) => (error: unknown) =>
  error instanceof ProviderFailure && error.kind === 'broken' && reason.test(error.message)

test('responses of ordinary size pass whole, with their status and headers', async () => {
  const text = JSON.stringify({ data: [{ b64: 'x'.repeat(10_000_000) }], error: 'no' })
  const response = await respondingWith('application/json; charset=utf-8', [text], { status: 429 })
  assert.equal(response.status, 429)
  assert.equal(response.headers.get('x-request-id'), '7')
  assert.equal(await response.text(), text)
  const events = ['data: {"a":1}\n\nda', 'ta: 2\n\n', 'data: 3']
  assert.equal(await (await respondingWith('text/event-stream', events)).text(), events.join(''))
  assert.equal(await (await respondingWith('audio/mpeg', ['[[[['])).text(), '[[[[')
})

test('JSON that takes long to parse is refused before a package parses it', async () => {
  await assert.rejects(
    respondingWith('application/json', [`[${'[],'.repeat(1_000_000)}1]`]),
    refused(/lists/),
  )
  await assert.rejects(
    respondingWith('application/json', [`[${'1,'.repeat(3_000_000)}1]`]),
    refused(/outside of texts/),
  )
  await assert.rejects(
    respondingWith('application/json', Array(65).fill('"'.padEnd(1024 * 1024, 'x'))),
    refused(/too large/),
  )
})

test('an event that never ends is refused, however it is cut', async () => {
  for (const size of [1000, 65_536, 2_000_000]) {
    const pieces = ['data: {}\n\n', ...Array(Math.ceil(2_000_000 / size)).fill('x'.repeat(size))]
    const response = await respondingWith('text/event-stream', pieces)
    await assert.rejects(response.text(), refused(/too large/))
  }
})
