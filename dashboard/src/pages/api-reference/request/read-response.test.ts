import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ResponseBody, readBody } from './read-response.ts'

const respond = (body: BodyInit | null, type: string) =>
  new Response(body, { headers: type === '' ? {} : { 'content-type': type } })

async function statesOf(response: Response, signal = new AbortController().signal): Promise<ResponseBody[]> {
  const states: ResponseBody[] = []
  for await (const state of readBody(response, signal)) states.push(state)
  return states
}

const encoder = new TextEncoder()

describe('a response', () => {
  it('is shown as text, with JSON in lines and its numbers as they were sent', async () => {
    const json = respond('{"id":12345678901234567890}', 'application/json; charset=utf-8')
    assert.deepEqual(await statesOf(json), [
      { kind: 'text', text: '{\n  "id": 12345678901234567890\n}', isJson: true },
    ])
    assert.deepEqual(await statesOf(respond('a,b', 'text/csv')), [
      { kind: 'text', text: 'a,b', isJson: false },
    ])
    assert.deepEqual(await statesOf(respond(null, 'application/json')), [{ kind: 'empty' }])
  })

  it('is a file to save where it is no text', async () => {
    const [state] = await statesOf(respond(new Uint8Array([1, 2, 3]), 'audio/mpeg'))
    assert.ok(state?.kind === 'file')
    assert.deepEqual([state.type, state.blob.size, state.imageUrl], ['audio/mpeg', 3, null])
  })

  it('shows events as they arrive, and how the stream ended', async () => {
    const stream = 'id: 7\nevent: text-delta\ndata: {"a":1}\n\ndata: plain\n\n'
    const states = await statesOf(respond(stream, 'text/event-stream'))
    assert.deepEqual(
      states.map((state) => state.kind === 'events' && [state.count, state.state]),
      [
        [0, 'waiting'],
        [1, 'open'],
        [2, 'open'],
        [2, 'closed by the server'],
      ],
    )
    const last = states.at(-1)
    assert.deepEqual(last?.kind === 'events' && last.events, [
      { number: 1, name: 'text-delta', id: '7', text: '{\n  "a": 1\n}' },
      { number: 2, name: 'message', id: null, text: 'plain' },
    ])
  })

  it('keeps the latest events of a long stream', async () => {
    const stream = Array.from({ length: 510 }, (_, at) => `data: ${at}\n\n`).join('')
    const last = (await statesOf(respond(stream, 'text/event-stream'))).at(-1)
    assert.ok(last?.kind === 'events')
    assert.deepEqual([last.count, last.events.length, last.events[0]?.text], [510, 500, '10'])
  })

  it('distinguishes a stream that was stopped from one that broke', async () => {
    const stateOf = async (isStopped: boolean) => {
      const stop = new AbortController()
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(encoder.encode('data: one\n\n'))
        },
        pull(controller) {
          if (isStopped) stop.abort()
          controller.error(new Error('reset'))
        },
      })
      const last = (await statesOf(respond(body, 'text/event-stream'), stop.signal)).at(-1)
      return last?.kind === 'events' && last.state
    }
    assert.equal(await stateOf(true), 'stopped')
    assert.equal(await stateOf(false), 'interrupted: The server could not be reached: reset')
  })
})
