import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { startHttpKernel } from '../../../../test/http-kernel.ts'
import { multipart } from '../../../../test/multipart.ts'
import { until } from '../../../../test/until.ts'
import { AppError } from '../../errors.ts'
import { data, endpoint } from '../endpoint.ts'

const limit = 256 * 1024 * 1024
const failures: unknown[] = []
let filesStarted = 0
/** What the client has sent and the handler has seen of one large file. */
const large = { sent: 0, seen: 0, maxBetween: 0 }

const endpoints = [limit, 1000].map((maxFileBytes, index) =>
  endpoint({
    method: 'POST',
    path: `/api/v1/upload${index}`,
    area: 'Test',
    summary: 'upload',
    access: 'project',
    permission: 'things:write',
    upload: { maxFileBytes, maxFiles: 1, maxFields: 2 },
    response: data(z.object({ files: z.array(z.unknown()), fields: z.record(z.string(), z.string()) })),
    example: {},
    handle: async ({ upload }) => {
      const files: unknown[] = []
      const fields: Record<string, string> = {}
      try {
        for await (const part of upload) {
          if (part.kind === 'field') {
            fields[part.name] = part.value
            continue
          }
          filesStarted++
          const hash = createHash('sha256')
          let size = 0
          for await (const chunk of part.stream) {
            hash.update(chunk as Buffer)
            size += (chunk as Buffer).length
            large.seen = size
            large.maxBetween = Math.max(large.maxBetween, large.sent - size)
          }
          files.push({
            name: part.name,
            fileName: part.fileName,
            mimeType: part.mimeType,
            size,
            sha256: hash.digest('hex'),
          })
        }
      } catch (error) {
        failures.push(error)
        throw error
      }
      if (files.length === 0) throw new AppError('file_required', 'no file')
      return { files, fields }
    },
  }),
)

let kernel: Awaited<ReturnType<typeof startHttpKernel>>
let url: string
before(async () => {
  kernel = await startHttpKernel({ endpoints })
  url = await kernel.listen()
})
after(() => kernel.stop())

async function send(path: string, body: FormData | string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    body,
    headers: { 'x-api-key': 'member', ...headers },
  })
  return {
    status: response.status,
    body: (await response.json()) as {
      data: { files: unknown[]; fields: Record<string, string> }
      error: { code: string }
    },
  }
}

const form = (parts: Record<string, string | Blob>) => {
  const made = new FormData()
  for (const [name, value] of Object.entries(parts)) made.append(name, value)
  return made
}

describe('multipart', () => {
  test('fields and a file arrive', async () => {
    const { status, body } = await send(
      '/api/v1/upload0',
      form({ note: 'hello', file: new File(['content'], 'a.txt', { type: 'text/plain' }) }),
    )
    assert.equal(status, 200)
    assert.deepEqual(body.data.fields, { note: 'hello' })
    assert.deepEqual(body.data.files, [
      {
        name: 'file',
        fileName: 'a.txt',
        mimeType: 'text/plain',
        size: 7,
        sha256: createHash('sha256').update('content').digest('hex'),
      },
    ])
  })

  test('200 MB pass without being buffered', async () => {
    const size = 200 * 1024 * 1024
    const boundary = 'xyz'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="big"\r\n\r\n`
    const chunk = Buffer.alloc(1024 * 1024, 7)
    async function* bytes() {
      yield Buffer.from(head)
      while (large.sent < size) {
        large.sent += chunk.length
        yield chunk
      }
      yield Buffer.from(`\r\n--${boundary}--\r\n`)
    }
    const response = await fetch(`${url}/api/v1/upload0`, {
      method: 'POST',
      body: ReadableStream.from(bytes()),
      headers: { 'x-api-key': 'member', 'content-type': `multipart/form-data; boundary=${boundary}` },
      duplex: 'half',
    } as RequestInit)
    const { data: found } = (await response.json()) as { data: { files: { size: number }[] } }
    assert.equal(found.files[0]!.size, size)
    assert.ok(large.maxBetween < 16 * 1024 * 1024, `${large.maxBetween} bytes were buffered between the two`)
  })

  test('413 over the limit, while the bytes pass', async () => {
    const { status, body } = await send('/api/v1/upload1', form({ file: new File(['x'.repeat(1001)], 'a') }))
    assert.equal(status, 413)
    assert.equal(body.error.code, 'file_too_large')
    assert.equal(
      (await send('/api/v1/upload1', form({ file: new File(['x'.repeat(1000)], 'a') }))).status,
      200,
    )
  })

  test('413 for a second file and a third field', async () => {
    const two = form({ file: new File(['a'], 'a') })
    two.append('file', new File(['b'], 'b'))
    assert.equal((await send('/api/v1/upload0', two)).status, 413)
    assert.equal(
      (await send('/api/v1/upload0', form({ a: '1', b: '2', c: '3', file: new File(['a'], 'a') }))).status,
      413,
    )
  })

  test('415 for a JSON body, whatever paths it names', async () => {
    const { status } = await send(
      '/api/v1/upload0',
      JSON.stringify({ files: { f: { filepath: '/etc/passwd' } } }),
      { 'content-type': 'application/json' },
    )
    assert.equal(status, 415)
  })

  test('a body without boundary, or that is no multipart, is refused', async () => {
    assert.equal((await send('/api/v1/upload0', 'x', { 'content-type': 'multipart/form-data' })).status, 415)
    assert.equal(
      (await send('/api/v1/upload0', 'x', { 'content-type': 'multipart/form-data; boundary=b' })).status,
      400,
    )
  })

  test('a client that disconnects in the middle ends the handler', async () => {
    failures.length = 0
    filesStarted = 0
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(
      'POST /api/v1/upload0 HTTP/1.1\r\nhost: localhost\r\nx-api-key: member\r\ncontent-length: 100000\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n' +
        '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nsome bytes',
    )
    await until(() => filesStarted === 1, 'the file beginning')
    socket.destroy()
    await until(() => failures.length > 0, 'the handler noticing')
  })
})

test('a client that leaves before the handler begins ends it, and may send the same request again', async () => {
  const gate = Promise.withResolvers<void>()
  let arrived = 0
  const slow = await startHttpKernel({
    endpoints,
    beforeAuthenticating: () => {
      arrived++
      return gate.promise
    },
  })
  try {
    const port = Number(new URL(await slow.listen()).port)
    const form = multipart('a.txt', 'hello')
    const headers = { 'x-api-key': 'member', 'idempotency-key': 'again', ...form.headers }
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const socket = connect(port, '127.0.0.1')
    const [[connection]] = await Promise.all([
      once(slow.server.server, 'connection'),
      once(socket, 'connect'),
    ])
    socket.write(
      `POST /api/v1/upload0 HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n${head.join('')}\r\n--`,
    )
    await until(() => arrived === 1)
    const before = failures.length
    const closed = once(connection, 'close')
    socket.destroy()
    await closed
    gate.resolve()
    await until(() => failures.length > before, 'the end of the handler')
    const again = await fetch(`http://127.0.0.1:${port}/api/v1/upload0`, {
      method: 'POST',
      headers,
      body: form.body,
    })
    assert.equal(again.status, 200)
  } finally {
    await slow.stop()
  }
})
