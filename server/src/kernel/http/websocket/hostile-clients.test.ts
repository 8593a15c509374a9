import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { startHttpKernel } from '../../../../test/http-kernel.ts'
import { until } from '../../../../test/until.ts'
import { clientFrame, closeCodeIn, openWebSocket, rawWebSocket } from '../../../../test/websocket-client.ts'
import { type Endpoint, endpoint, socket } from '../endpoint.ts'

const base = {
  area: 'Test',
  method: 'GET',
  access: 'project',
  permission: 'things:read',
  example: {},
} as const
let sent = 0

const endpoints: Endpoint[] = [
  endpoint({
    ...base,
    path: '/api/v1/echo',
    summary: 'echo',
    response: socket(z.object({ heard: z.string() }), { receives: z.strictObject({ say: z.string() }) }),
    handle:
      () =>
      async ({ messages, send }) => {
        for await (const { say } of messages) await send({ heard: say })
      },
  }),
  endpoint({
    ...base,
    path: '/api/v1/flood',
    summary: 'never waits for its reader',
    response: socket(z.object({ text: z.string() }), { bufferedBytes: 256 * 1024 }),
    handle:
      () =>
      async ({ send, signal }) => {
        while (!signal.aborted) {
          void send({ text: 'x'.repeat(10_000) })
          sent++
          if (sent % 100 === 0) await new Promise(setImmediate)
        }
      },
  }),
  endpoint({
    ...base,
    path: '/api/v1/patient',
    summary: 'waits for its reader',
    response: socket(z.object({ text: z.string() }), { pingIntervalMs: 300 }),
    handle:
      () =>
      async ({ send, signal }) => {
        while (!signal.aborted) await send({ text: 'x'.repeat(10_000) })
      },
  }),
]

let kernel: Awaited<ReturnType<typeof startHttpKernel>>
let port: number
before(async () => {
  kernel = await startHttpKernel({ endpoints, connectionLimits: { perProject: 5_000, perCaller: 5_000 } })
  port = Number(new URL(await kernel.listen()).port)
})
after(() => kernel.stop())

const headers = { 'x-api-key': 'member-1' }
const raw = (path = '/api/v1/echo') => rawWebSocket(port, path, headers)

/** What the server sends in response to these bytes before it closes. */
async function codeFor(bytes: Buffer): Promise<number | null> {
  const { socket: client, received } = await raw()
  client.write(bytes)
  await once(client, 'close')
  return closeCodeIn(received())
}

async function isServing(): Promise<void> {
  const { ws, say, messages } = await openWebSocket(`http://127.0.0.1:${port}/api/v1/echo`, { headers })
  say({ say: 'still there' })
  await until(() => messages.length === 1)
  ws.close()
}

test('frames that break the protocol close with its codes', async () => {
  const unmasked = Buffer.from([0x81, 0x02, 0x68, 0x69])
  const reserved = clientFrame(0x3, 'x')
  const compressed = clientFrame(0x41, 'x')
  const longPing = clientFrame(0x9, Buffer.alloc(126))
  const splitPing = clientFrame(0x9, 'x', false)
  const continuation = clientFrame(0x0, 'x')
  for (const bytes of [unmasked, reserved, compressed, longPing, splitPing, continuation])
    assert.equal(await codeFor(bytes), 1002, bytes.toString('hex'))
  assert.equal(await codeFor(clientFrame(0x1, Buffer.from([0xff, 0xfe]))), 1007)
  const huge = Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])
  assert.equal(await codeFor(huge), 1009)
  assert.equal(await codeFor(clientFrame(0x8, Buffer.from([0x03]))), 1002)
  await isServing()
})

test('connections that end at every byte of a frame leave nothing behind', async () => {
  const whole = Buffer.concat([
    clientFrame(0x1, '{"say":', false),
    clientFrame(0x9, 'ping'),
    clientFrame(0x0, '"hello"}'),
    clientFrame(0x8, Buffer.from([0x03, 0xe8])),
  ])
  for (let at = 0; at <= whole.length; at++) {
    const { socket: client } = await raw()
    client.write(whole.subarray(0, at))
    if (at % 2) client.end()
    else client.destroy()
  }
  await until(() => kernel.openStreams.count() === 0)
  await isServing()
})

test('a message in single bytes arrives', async () => {
  const { socket: client, received } = await raw()
  for (const byte of clientFrame(0x1, '{"say":"slowly"}')) client.write(Buffer.from([byte]))
  await until(() => received().includes('slowly'))
  client.destroy()
})

test('endless fragments close with 1008 or 1009, however small', async () => {
  const empty = Buffer.concat([
    clientFrame(0x1, '', false),
    ...Array(5_000).fill(clientFrame(0x0, '', false)),
  ])
  assert.equal(await codeFor(empty), 1008)
  const giant = Buffer.concat([
    clientFrame(0x1, 'x'.repeat(60_000), false),
    clientFrame(0x0, 'x'.repeat(60_000), false),
  ])
  assert.equal(await codeFor(giant), 1009)
})

test('ten thousand pings whose pongs are not read end the connection', async () => {
  const pings = Buffer.concat(Array(10_000).fill(clientFrame(0x9, 'x'.repeat(100))))
  const clients = await Promise.all([1, 2, 3, 4].map(() => raw()))
  for (const { socket: client } of clients) {
    // The pongs are not read.
    client.pause()
    client.write(pings)
  }
  await until(() => kernel.openStreams.count() === 0)
  for (const { socket: client } of clients) client.destroy()
  await isServing()
})

test('a reader that does not read is closed before much waits for it', async () => {
  sent = 0
  const { socket: client } = await raw('/api/v1/flood')
  client.pause()
  await until(() => kernel.openStreams.count() === 0)
  // The buffers of the operating system, and what one turn of the loop sends.
  assert.ok(sent < 5_000, `${sent} messages of 10 KB were sent`)
  client.destroy()
})

test('one that reads nothing of a sender that waits is closed as well', async () => {
  const { socket: client } = await raw('/api/v1/patient')
  client.pause()
  await until(() => kernel.openStreams.count() === 0)
  client.destroy()
})

test('an upgrade behind a request that has no response yet does no harm', async () => {
  const client = connect(port, '127.0.0.1')
  client.on('error', () => undefined)
  const get = (extra: string) =>
    `GET /api/v1/echo HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nx-api-key: member-1\r\n${extra}\r\n`
  client.write(
    get('') +
      get(
        'upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
      ),
  )
  client.resume()
  await until(() => client.bytesRead > 0 || client.destroyed)
  client.destroy()
  await isServing()
})

test('clients that leave during the handshake leave nothing behind', async () => {
  const head = `GET /api/v1/echo HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nx-api-key: member-1\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`
  for (let at = 1; at <= head.length; at += 3) {
    const client = connect(port, '127.0.0.1')
    client.on('error', () => undefined)
    await once(client, 'connect')
    client.write(head.slice(0, at + 2))
    client.destroy()
  }
  await until(() => kernel.openStreams.count() === 0)
  await isServing()
})
