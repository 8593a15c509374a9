import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  createStoa,
  type EventOptions,
  eventsIn,
  isStoaError,
  type Stoa,
  type StreamEvent,
} from '../src/index.ts'
import { cut, type HostileServer, refusing, silent, startHostileServer, streaming } from './hostile-server.ts'

type AnyEvents = (
  path: string,
  options?: EventOptions & { method?: 'get' | 'post'; body?: unknown },
) => AsyncGenerator<StreamEvent, void, undefined>

let server: HostileServer
let events: AnyEvents
let stoa: Stoa
before(async () => {
  server = await startHostileServer()
  stoa = createStoa({ baseUrl: server.baseUrl, apiKey: `stoa_${'k'.repeat(32)}` })
  // These streams are in no description: the reading is tested, not the types.
  events = stoa.events as unknown as AnyEvents
})
after(() => server.stop())

const path = '/api/v1/ticks'
const frame = (id: number, event = 'tick') => `id: ${id}\nevent: ${event}\ndata: {"i":${id}}\n\n`
const lastIds = () => server.seen.map(({ headers }) => headers['last-event-id'])

async function all(source: AsyncIterable<StreamEvent>): Promise<string[]> {
  const found: string[] = []
  for await (const { id, event } of source) found.push(`${event}:${id}`)
  return found
}

describe('the events of a response', () => {
  test('are read once: a broken stream is reported and not resumed', async () => {
    server.respond(streaming(`${frame(1)}${frame(2)}`, 'close'), streaming(frame(1), 'cut'))
    const ask = async () => all(eventsIn(await stoa.raw('POST', path, { body: {} })))
    assert.deepEqual(await ask(), ['tick:1', 'tick:2'])
    await assert.rejects(ask(), (error) => isStoaError(error) && error.code === 'network_error')
    assert.equal(server.seen.length, 2)
  })
})

describe('a stream', () => {
  test('is read over as many connections as it takes, nothing missing and nothing twice', async () => {
    server.respond(
      streaming(`retry: 1\n\n: ping\n\n${frame(1)}${frame(2)}id: 3\ndata: {"ha`, 'cut'),
      cut,
      refusing(503, 'service_unavailable'),
      streaming(frame(3), 'close'),
      streaming(`${frame(4)}${frame(5, 'end')}${frame(6)}`, 'hold'),
    )
    assert.deepEqual(await all(events(path)), ['tick:1', 'tick:2', 'tick:3', 'tick:4', 'end:5'])
    assert.deepEqual(lastIds(), [undefined, '2', '2', '2', '3'])
  })

  test('reports when its connection breaks and when the next one is open', async () => {
    server.respond(
      streaming(`retry: 1\n\n${frame(1)}`, 'cut'),
      refusing(503, 'service_unavailable'),
      streaming(frame(2, 'end'), 'hold'),
    )
    const reported: boolean[] = []
    const onConnectionChange = (isConnected: boolean) => reported.push(isConnected)
    assert.deepEqual(await all(events(path, { onConnectionChange })), ['tick:1', 'end:2'])
    assert.deepEqual(reported, [true, false, false, true])
  })

  test('begins after the event that the caller names', async () => {
    server.respond(streaming(frame(8, 'done'), 'hold'))
    assert.deepEqual(await all(events(path, { lastEventId: '7' })), ['done:8'])
    assert.deepEqual(lastIds(), ['7'])
  })

  test('is over when the server has no more to say', async () => {
    server.respond(streaming(`retry: 1\n\n${frame(1)}`, 'close'), (_request, response) =>
      response.writeHead(204).end(),
    )
    assert.deepEqual(await all(events(path)), ['tick:1'])
  })

  test('without numbers ends when it is closed and fails when it is cut', async () => {
    server.respond(streaming('data: plain text\n\n', 'close'))
    const found: StreamEvent[] = []
    for await (const event of events(path)) found.push(event)
    assert.deepEqual(found, [{ id: null, event: 'message', data: 'plain text' }])
    server.respond(streaming('data: 1\n\n', 'cut'))
    await assert.rejects(all(events(path)), { code: 'network_error' })
    assert.equal(server.seen.length, 1)
  })

  test('that was opened by a change is not opened twice, but read on where the server says', async () => {
    const start = { method: 'post', body: { input: 'hi' } } as const
    server.respond(
      streaming(frame(1), 'cut', { 'content-location': '/api/v1/runs/7/stream' }),
      streaming(frame(2, 'end'), 'close'),
    )
    assert.deepEqual(await all(events(path, start)), ['tick:1', 'end:2'])
    assert.deepEqual(
      server.seen.map(({ method, url, body }) => [method, url, body]),
      [
        ['POST', path, '{"input":"hi"}'],
        ['GET', '/api/v1/runs/7/stream', ''],
      ],
    )
    for (const elsewhere of [{}, { 'content-location': 'http://127.0.0.2:1/steal' }]) {
      server.respond(streaming(frame(1), 'cut', elsewhere))
      await assert.rejects(all(events(path, start)), { code: 'network_error' })
      assert.equal(server.seen.length, 1)
    }
  })

  test('reports a failure of the server, and continues after a temporary one', async () => {
    const broken = (code: string, retryable: boolean) =>
      `event: error\ndata: ${JSON.stringify({ success: false, message: code, error: { code, retryable } })}\n\n`
    server.respond(streaming(`${frame(1)}${broken('upstream_error', false)}`, 'close'))
    const found: string[] = []
    const error = await (async () => {
      for await (const { event } of events(path)) found.push(event)
    })().catch((thrown: unknown) => thrown)
    assert.ok(isStoaError(error) && error.code === 'upstream_error')
    assert.deepEqual(found, ['tick'])
    server.respond(
      streaming(`retry: 1\n\n${frame(1)}${broken('service_unavailable', true)}`, 'close'),
      streaming(`${frame(2, 'error')}${frame(3, 'end')}`, 'close'),
    )
    assert.deepEqual(await all(events(path)), ['tick:1', 'error:2', 'end:3'])
  })

  test('is given up when the server refuses it, and a silent line is replaced', async () => {
    server.respond(streaming(`retry: 1\n\n${frame(1)}`, 'cut'), refusing(401, 'api_key_revoked'))
    await assert.rejects(all(events(path)), { code: 'api_key_revoked' })
    server.respond(streaming(`retry: 1\n\n${frame(1)}`, 'hold'), streaming(frame(2, 'end'), 'close'))
    assert.deepEqual(await all(events(path, { silenceMs: 100 })), ['tick:1', 'end:2'])
  })

  test('ends with the caller: by a signal at any time, or by leaving the loop', async () => {
    const reason = new Error('seen enough')
    server.respond(streaming(frame(1), 'hold'))
    const controller = new AbortController()
    await assert.rejects(async () => {
      for await (const _ of events(path, { signal: controller.signal })) controller.abort(reason)
    }, reason)
    server.respond(silent)
    const early = all(events(path, { signal: AbortSignal.timeout(20) }))
    await assert.rejects(early, { name: 'TimeoutError' })

    let isClosed = Promise.resolve()
    server.respond((request, response, body) => {
      isClosed = new Promise((resolve) => response.once('close', resolve))
      streaming(frame(1), 'hold')(request, response, body)
    })
    for await (const { id } of events(path)) {
      assert.equal(id, '1')
      break
    }
    await isClosed
  })

  test('is read whatever its line ends are and wherever it was cut', async () => {
    const text = '﻿id: ä\r\nevent: tick\r\ndata: {"a":\r\ndata: "€"}\r\n\r\n:c\rdata\r\r'
    const bytes = Buffer.from(text)
    server.respond((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      for (const byte of bytes) response.write(Buffer.from([byte]))
      response.end()
    })
    const found: StreamEvent[] = []
    for await (const event of events(path)) found.push(event)
    assert.deepEqual(found, [
      { id: 'ä', event: 'tick', data: { a: '€' } },
      { id: null, event: 'message', data: '' },
    ])
  })
})
