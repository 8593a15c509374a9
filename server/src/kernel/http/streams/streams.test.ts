import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { z } from 'zod'
import { startHttpKernel } from '../../../../test/http-kernel.ts'
import { until } from '../../../../test/until.ts'
import { AppError } from '../../errors.ts'
import { type Endpoint, endpoint, events, type ServerEvent } from '../endpoint.ts'
import { eventFrame, eventStream } from './sse.ts'

const base = { area: 'Test', access: 'project', permission: 'things:read', example: {} } as const
let isSourceClosed = false
let produced = 0

async function* counting(from: number, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  try {
    for (let i = from; i < from + 3; i++) yield { id: String(i), event: 'tick', data: { i, text: 'a\nb' } }
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  } finally {
    isSourceClosed = true
  }
}

const endpoints: Endpoint[] = [
  endpoint({
    ...base,
    method: 'GET',
    path: '/api/v1/ticks',
    summary: 'ticks',
    response: events(z.unknown()),
    handle: ({ lastEventId, signal }) => counting(lastEventId === null ? 1 : Number(lastEventId) + 1, signal),
  }),
  endpoint({
    ...base,
    method: 'GET',
    path: '/api/v1/broken',
    summary: 'breaks',
    response: events(z.unknown()),
    handle: () =>
      (async function* (): AsyncGenerator<ServerEvent> {
        yield { data: 1 }
        throw new AppError('upstream_error', 'the model broke')
      })(),
  }),
  endpoint({
    ...base,
    method: 'GET',
    path: '/api/v1/refused',
    summary: 'refused before it starts',
    response: events(z.unknown()),
    handle: async () => {
      throw new AppError('invalid_state', 'closed')
    },
  }),
  endpoint({
    ...base,
    method: 'GET',
    path: '/api/v1/flood',
    summary: 'endless',
    response: events(z.unknown()),
    handle: ({ signal }) =>
      (async function* (): AsyncGenerator<ServerEvent> {
        while (!signal.aborted) {
          produced++
          yield { data: 'x'.repeat(10_000) }
        }
      })(),
  }),
]

let kernel: Awaited<ReturnType<typeof startHttpKernel>>
let url: string
before(async () => {
  kernel = await startHttpKernel({ endpoints })
  url = await kernel.listen()
})
after(() => kernel.stop())

const open = (path: string, key: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(`${url}${path}`, { headers: { 'x-api-key': key, ...headers }, ...(signal ? { signal } : {}) })

/** Reads until the text holds `part`. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, part: string): Promise<string> {
  let text = ''
  while (!text.includes(part)) {
    const { value, done } = await reader.read()
    if (done) break
    text += new TextDecoder().decode(value)
  }
  return text
}

describe('event streams', () => {
  test('frames carry id, event and one line of JSON', async () => {
    const controller = new AbortController()
    const response = await open('/api/v1/ticks', 'member-1', {}, controller.signal)
    assert.equal(response.headers.get('content-type'), 'text/event-stream')
    const text = await readUntil(response.body!.getReader(), 'id: 3')
    assert.ok(text.startsWith('retry: 2000\n\n'))
    assert.ok(text.includes('id: 1\nevent: tick\ndata: {"i":1,"text":"a\\nb"}\n\n'))
    assert.ok(!text.includes('\r'))
    controller.abort()
  })

  test('a reader resumes after the last event it saw', async () => {
    const controller = new AbortController()
    const response = await open('/api/v1/ticks', 'member-2', { 'last-event-id': '41' }, controller.signal)
    const text = await readUntil(response.body!.getReader(), 'id: 44')
    assert.ok(text.includes('id: 42') && !text.includes('id: 41\n'))
    controller.abort()
  })

  test('the source is closed when the client disconnects', async () => {
    isSourceClosed = false
    const controller = new AbortController()
    const response = await open('/api/v1/ticks', 'member-3', {}, controller.signal)
    await readUntil(response.body!.getReader(), 'id: 3')
    controller.abort()
    await until(() => isSourceClosed)
    await until(() => kernel.openStreams.count() === 0)
  })

  test('HEAD gets the headers, and nothing is read', async () => {
    produced = 0
    const response = await fetch(`${url}/api/v1/flood`, {
      method: 'HEAD',
      headers: { 'x-api-key': 'member-head' },
    })
    assert.deepEqual(
      [response.status, response.headers.get('content-type'), await response.text()],
      [200, 'text/event-stream', ''],
    )
    await until(() => kernel.openStreams.count() === 0)
    assert.equal(produced, 0)
  })

  test('a revoked key ends its streams and no others', async () => {
    const revoked = (await open('/api/v1/ticks', 'member-revoked')).body!.getReader()
    const stored = new AbortController()
    const other = (await open('/api/v1/ticks', 'member-kept', {}, stored.signal)).body!.getReader()
    await readUntil(revoked, 'id: 3')
    await readUntil(other, 'id: 3')
    kernel.openStreams.endAllOf('member-revoked', new AppError('api_key_revoked', 'revoked'))
    assert.match(await readUntil(revoked, 'api_key_revoked'), /event: error/)
    assert.equal((await revoked.read()).done, true)
    assert.equal(kernel.openStreams.count(), 1)
    stored.abort()
  })

  test('a failure in the middle is an error event, never a silent end', async () => {
    const text = await (await open('/api/v1/broken', 'member-4')).text()
    const [, error] = text.split('event: error\ndata: ')
    assert.equal(JSON.parse(error!).error.code, 'upstream_error')
  })

  test('a refusal before the first event is an ordinary error', async () => {
    const response = await open('/api/v1/refused', 'member-5')
    assert.equal(response.status, 409)
  })

  test('a slow reader slows the source', async () => {
    produced = 0
    const controller = new AbortController()
    await open('/api/v1/flood', 'member-6', {}, controller.signal)
    let last = -1
    await until(() => {
      const isStill = last === produced
      last = produced
      return isStill && produced > 0
    })
    assert.ok(produced < 5_000, `the source ran ahead by ${produced} events`)
    controller.abort()
  })
})

test('no content can forge a frame', () => {
  assert.equal(
    eventFrame({ id: '1\ndata: x', event: 'a\r\nb', data: 'x\n\ndata: y' }),
    'id: 1 data: x\nevent: a  b\ndata: "x\\n\\ndata: y"\n\n',
  )
})

test('an open stream retains nothing of what it has sent', async (t) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const sent: WeakRef<object>[] = []
  const source = async function* (): AsyncGenerator<ServerEvent> {
    for (let i = 0; i < 500; i++) {
      const data = { i }
      sent.push(new WeakRef(data))
      yield { data }
    }
    await new Promise(() => undefined)
  }
  const controller = new AbortController()
  t.after(() => controller.abort())
  const stream = eventStream(source(), controller.signal, {
    errorEvent: () => ({ data: null }),
  })
  let text = ''
  stream.sendTo(
    new Writable({
      write(chunk, _encoding, done) {
        text += chunk
        done()
      },
    }),
  )
  await until(() => text.includes('"i":499'))
  await until(() => {
    collect()
    return sent.filter((each) => each.deref() !== undefined).length < 10
  })
})

test('frames that the source has at the same time are one write, and a later one does not wait', async (t) => {
  const later = Promise.withResolvers<void>()
  const source = async function* (): AsyncGenerator<ServerEvent> {
    for (const data of [1, 2, 3]) yield { data }
    await later.promise
    yield { data: 4 }
  }
  const stream = eventStream(source(), new AbortController().signal, {
    errorEvent: () => ({ data: null }),
  })
  t.after(() => stream.destroy())
  const chunks: string[] = []
  const response = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk))
      done()
    },
  })
  stream.sendTo(response)
  await until(() => chunks.length > 0)
  assert.deepEqual(chunks, ['retry: 2000\n\ndata: 1\n\ndata: 2\n\ndata: 3\n\n'])
  later.resolve()
  await until(() => response.writableFinished)
  assert.deepEqual(chunks.slice(1), ['data: 4\n\n'])
})

/** A client that takes one piece for each call of `take`. */
function slowReader() {
  const written: Buffer[] = []
  let next: (() => void) | null = null
  const response = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      written.push(Buffer.from(chunk))
      next = done
    },
  })
  const take = () => {
    const done = next
    next = null
    done?.()
  }
  return { response, take, text: () => Buffer.concat(written).toString() }
}

const largeEvent = (): ServerEvent => ({
  event: 'values',
  isLarge: true,
  data: { messages: Array.from({ length: 60 }, () => ({ text: 'x'.repeat(50_000) })) },
})

test('a large frame is written piece by piece as the client reads, and no ping is between its pieces', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const source = async function* (): AsyncGenerator<ServerEvent> {
    yield { data: 1 }
    yield largeEvent()
    yield { data: 2 }
  }
  const stream = eventStream(source(), new AbortController().signal, { errorEvent: () => ({ data: null }) })
  const { response, take, text } = slowReader()
  stream.sendTo(response)
  await untilTrue(() => {
    take()
    return text().includes('event: values')
  })
  const inFrame = text().length
  t.mock.timers.tick(60_000)
  assert.ok(inFrame < 1_100_000, 'the rest waits for the reader')
  await untilTrue(() => {
    take()
    return response.writableFinished
  })
  const frames = [{ data: 1 }, largeEvent(), { data: 2 }].map(eventFrame)
  assert.ok(text() === `retry: 2000\n\n${frames.join('')}`, 'the stream has its frames and nothing else')
})

test('a stream that ends within a large frame is cut, so that no one takes a part of it for all', async (t) => {
  for (const reason of [new AppError('api_key_revoked', 'revoked'), new Error('stopping')]) {
    const controller = new AbortController()
    const source = async function* (): AsyncGenerator<ServerEvent> {
      yield largeEvent()
    }
    const stream = eventStream(source(), controller.signal, { errorEvent: () => ({ data: 'error' }) })
    t.after(() => stream.destroy())
    const { response, take, text } = slowReader()
    stream.sendTo(response)
    await until(() => {
      take()
      return text().includes('event: values')
    })
    controller.abort(reason)
    await until(() => response.destroyed)
    assert.ok(!text().includes('\n\ndata: '), 'nothing follows the part')
  }
})

/** Where timers are mocked. */
async function untilTrue(isTrue: () => boolean): Promise<void> {
  for (let turns = 0; !isTrue(); turns++) {
    assert.ok(turns < 100_000, 'it does not come about')
    await new Promise((resolve) => setImmediate(resolve))
  }
}
