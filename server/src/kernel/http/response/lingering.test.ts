import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { startHttpKernel } from '../../../../test/http-kernel.ts'
import { multipart } from '../../../../test/multipart.ts'
import { data, endpoint } from '../endpoint.ts'

const shared = { method: 'POST', area: 'Test', summary: 'x', example: {} } as const
const endpoints = [
  endpoint({
    ...shared,
    path: '/api/v1/json',
    access: 'project',
    permission: 'things:write',
    body: z.object({}),
    response: data(z.object({})),
    handle: () => ({}),
  }),
  endpoint({
    ...shared,
    path: '/api/v1/upload',
    access: 'project',
    permission: 'things:write',
    upload: { maxFileBytes: 1000, maxFiles: 1 },
    response: data(z.object({})),
    handle: async ({ upload }) => {
      for await (const part of upload) if (part.kind === 'file') for await (const _ of part.stream);
      return {}
    },
  }),
]
type Kernel = Awaited<ReturnType<typeof startHttpKernel>>
let kernel: Kernel
let strict: Kernel
let base: string
const strictBounds = { bytes: 1024 * 1024, totalMs: 400, idleMs: 200 }
before(async () => {
  kernel = await startHttpKernel({ endpoints })
  strict = await startHttpKernel({ endpoints, lingerBounds: strictBounds })
  base = await kernel.listen()
  await strict.listen()
})
after(() => Promise.all([kernel.stop(), strict.stop()]))

const headers = { 'x-api-key': 'admin', 'content-type': 'application/json' }
const large = Buffer.alloc(5_300_000, 'x')
const piece = Buffer.alloc(64 * 1024, 'x')

function* pieces(count: number) {
  for (let i = 0; i < count; i++) yield piece
}
const stream = () => ReadableStream.from(pieces(100)) as unknown as NonNullable<RequestInit['body']>
const refused = async (response: Response, code: string) => {
  const { error } = (await response.json()) as { error: { code: string } }
  assert.deepEqual([response.status, error.code], [413, code])
}

describe('a client that sends more than is read gets its response', () => {
  test('413 for a large body, whether its length is known or not', async () => {
    for (let i = 0; i < 10; i++) {
      const init = { method: 'POST', headers }
      await refused(await fetch(`${base}/api/v1/json`, { ...init, body: large }), 'payload_too_large')
      const chunked = { ...init, body: stream(), duplex: 'half' } as RequestInit
      await refused(await fetch(`${base}/api/v1/json`, chunked), 'payload_too_large')
    }
  })

  test('413 for an upload', async () => {
    const form = multipart('large.bin', large.toString('latin1'))
    for (let i = 0; i < 5; i++)
      await refused(
        await fetch(`${base}/api/v1/upload`, {
          method: 'POST',
          headers: { ...headers, ...form.headers },
          body: form.body,
        }),
        'file_too_large',
      )
  })

  test('401 before any of the body is read', async () => {
    for (let i = 0; i < 5; i++) {
      const unknown = { ...headers, 'x-api-key': 'nobody' }
      const response = await fetch(`${base}/api/v1/json`, { method: 'POST', headers: unknown, body: large })
      assert.equal(response.status, 401)
      await response.text()
    }
  })

  test('413 with curl', async () => {
    for (const more of [[], ['-H', 'transfer-encoding: chunked'], ['-H', 'expect:']]) {
      const args = ['-sS', '-m', '20', '-X', 'POST', '-w', '\n%{http_code}', '--data-binary', '@-']
      const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
      const curl = spawn('curl', [...args, ...named, ...more, `${base}/api/v1/json`])
      let output = ''
      for (const each of [curl.stdout, curl.stderr])
        each.on('data', (text) => {
          output += text
        })
      curl.stdin.on('error', () => undefined)
      curl.stdin.end(large)
      const [code] = await once(curl, 'close')
      assert.equal(code, 0, output)
      assert.match(output, /"code":"payload_too_large"[\s\S]*\n413$/)
    }
  })
})

/** Sends the head of a request, and what `go` sends, until the server closes the connection. */
async function send({ server }: Kernel, head: string, go: (write: (bytes: Buffer) => boolean) => void) {
  const { server: listening } = server
  const accepted = once(listening, 'connection') as Promise<[Socket]>
  // It does not hang up when the server does.
  const { port } = listening.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let response = ''
  socket.setEncoding('latin1').on('data', (text) => {
    response += text
  })
  socket.on('error', () => undefined)
  const [connection] = await accepted
  const closed = once(connection, 'close')
  socket.write(`POST /api/v1/json HTTP/1.1\r\nhost: localhost\r\nx-api-key: admin\r\n${head}\r\n\r\n`)
  let isOpen = true
  go((bytes) => {
    if (isOpen && !socket.writableNeedDrain) socket.write(bytes)
    return isOpen
  })
  await closed
  isOpen = false
  socket.destroy()
  return { response, read: connection.bytesRead }
}

describe('a client that never stops is not read forever', () => {
  const head = 'content-type: application/json\r\ncontent-length: 1000000000000'

  test('one that sends as fast as it can, with a length and in chunks', async () => {
    for (const [how, bytes] of [
      [head, piece],
      [
        'content-type: application/json\r\ntransfer-encoding: chunked',
        Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]),
      ],
    ] as const) {
      const { response, read } = await send(strict, how, (write) => {
        const timer = setInterval(() => {
          for (let i = 0; i < 4; i++) if (!write(bytes)) clearInterval(timer)
        }, 1)
      })
      assert.match(response, /^HTTP\/1\.1 413 /)
      assert.ok(read > strictBounds.bytes, `${read} bytes`)
    }
  })

  test('one that sends a byte now and then', async () => {
    const { response } = await send(strict, head, (write) => {
      const timer = setInterval(() => write(Buffer.from('x')) || clearInterval(timer), 20)
    })
    assert.match(response, /^HTTP\/1\.1 413 /)
  })

  test('one that stalls', async () => {
    const { response } = await send(strict, head, () => undefined)
    assert.match(response, /^HTTP\/1\.1 413 /)
  })
})
