import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { startHttpKernel } from '../../../../test/http-kernel.ts'
import { until } from '../../../../test/until.ts'
import { data, endpoint } from '../endpoint.ts'

/** How a handler may treat the files of an upload. */
const readers = {
  reads: async (stream: AsyncIterable<unknown>) => {
    for await (const _ of stream);
  },
  // A handler that looks at the first bytes and decides.
  peeks: async (stream: AsyncIterable<unknown>) => {
    for await (const _ of stream) break
  },
  ignores: async () => undefined,
}

let open = 0

const endpoints = Object.entries(readers).map(([name, read]) =>
  endpoint({
    method: 'POST',
    path: `/api/v1/${name}`,
    area: 'Test',
    summary: name,
    access: 'project',
    permission: 'things:write',
    upload: { maxFileBytes: 64 * 1024, maxFiles: 3, maxFields: 3 },
    response: data(z.object({ parts: z.array(z.string()) })),
    example: {},
    handle: async ({ upload }) => {
      open++
      try {
        const parts: string[] = []
        for await (const part of upload) {
          parts.push(part.name)
          if (part.kind === 'file') await read(part.stream)
        }
        return { parts }
      } finally {
        open--
      }
    },
  }),
)

let kernel: Awaited<ReturnType<typeof startHttpKernel>>
let port: number
const agent = new Agent({ keepAlive: true, maxSockets: 8 })
before(async () => {
  kernel = await startHttpKernel({ endpoints })
  port = Number(new URL(await kernel.listen()).port)
})
after(async () => {
  agent.destroy()
  await kernel.stop()
})

const boundary = 'stoa-fuzz'
const contentType = `multipart/form-data; boundary=${boundary}`
const body = Buffer.from(
  [
    `--${boundary}`,
    'content-disposition: form-data; name="note"',
    '',
    'a note',
    `--${boundary}`,
    'content-disposition: form-data; name="file"; filename="a.txt"',
    'content-type: text/plain',
    '',
    'content\r\n--stoa-fuz of a file',
    `--${boundary}`,
    'content-disposition: form-data; name="other"; filename="b.bin"',
    'content-type: application/octet-stream',
    '',
    '\u0000\u0001\u0002',
    `--${boundary}--`,
    '',
  ].join('\r\n'),
)

type Sent = { path: string; content: Buffer; headers?: Record<string, string> }

/** A whole request whose body may be anything. */
async function post({ path, content, headers = {} }: Sent): Promise<{ status: number; text: string }> {
  const request = httpRequest({
    agent,
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `/api/v1/${path}`,
    headers: {
      'x-api-key': 'member',
      'content-type': contentType,
      'content-length': content.length,
      ...headers,
    },
  })
  request.end(content)
  const [response] = await once(request, 'response')
  return { status: response.statusCode, text: await readText(response) }
}

async function statusesOf(sent: readonly Sent[]): Promise<number[]> {
  const responses = await Promise.all(sent.map((each) => post(each)))
  return responses.map(({ status }) => status)
}

const cutsOf = (whole: Buffer) => Array.from({ length: whole.length + 1 }, (_, end) => whole.subarray(0, end))
const closedAt = body.length - '\r\n'.length

describe('multipart bodies that are not what they should be', () => {
  for (const path of Object.keys(readers)) {
    test(`400 for a body cut at each byte, when the handler ${path} files`, async () => {
      const statuses = await statusesOf(cutsOf(body).map((content) => ({ path, content })))
      statuses.forEach((status, end) => {
        assert.equal(status, end >= closedAt ? 200 : 400, `cut after ${end} bytes`)
      })
    })

    test(`the same for a repeated request, when the handler ${path} files`, async () => {
      const sent = cutsOf(body)
        .filter((_, end) => end % 7 === 0)
        .map((content, i) => ({ path, content, headers: { 'idempotency-key': `${path}-cut-${i}` } }))
      for (const status of await statusesOf(sent)) assert.ok([200, 400].includes(status), String(status))
    })

    test(`a connection cut at many places ends the handler that ${path} files`, async () => {
      for (let end = 0; end < body.length; end += 5) {
        const socket = connect(port, '127.0.0.1')
        socket.on('error', () => undefined)
        await once(socket, 'connect')
        socket.write(
          `POST /api/v1/${path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: member\r\n` +
            `content-type: ${contentType}\r\ncontent-length: ${body.length}\r\n\r\n`,
        )
        await new Promise((done) => socket.write(body.subarray(0, end), done))
        if (end % 2 === 0) socket.destroy()
        else socket.resetAndDestroy()
      }
      await until(() => open === 0, 'all handlers to end')
      assert.equal((await post({ path, content: body })).status, 200)
    })
  }

  test('400 for parts without headers, with half a header, with headers that never end', async () => {
    const parts = [
      '',
      'content-disposition: form-data; name="x"',
      'content-disposition: form-data; name="x"\r\n',
      'content-disposition',
      `x: ${'y'.repeat(200_000)}`,
      ': \r\n\r\n',
    ]
    for (const part of parts) {
      const content = Buffer.from(`--${boundary}\r\n${part}\r\n--${boundary}--\r\n`)
      const { status } = await post({ path: 'reads', content })
      assert.ok([200, 400].includes(status), `${status} for ${part.slice(0, 60)}`)
    }
  })

  test('parts without a name, of the same name, of another kind are read without a fault', async () => {
    const parts = [
      'content-disposition: form-data\r\n\r\nx',
      'content-disposition: form-data; filename="a"\r\n\r\nx',
      'content-disposition: attachment; name="a"\r\n\r\nx',
      'content-disposition: form-data; name="a"\r\ncontent-type: text/plain; charset=nonsense\r\n\r\nä',
      'content-disposition: form-data; name="a"; filename*=utf-8\'\'%ff%fe\r\n\r\nx',
      'content-disposition: form-data; name="a\r\n\r\nx',
      'content-type: ;;;\r\ncontent-disposition: ;\r\n\r\nx',
    ]
    for (const part of parts) {
      const one = `--${boundary}\r\n${part}\r\n`
      for (const text of [one, one + one]) {
        const { status } = await post({ path: 'reads', content: Buffer.from(`${text}--${boundary}--\r\n`) })
        assert.ok([200, 400].includes(status), `${status} for ${part.slice(0, 60)}`)
      }
    }
  })

  test('400 for a boundary that the body does not have', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=another' }
    assert.equal((await post({ path: 'reads', content: body, headers })).status, 400)
  })

  test('a body with any one byte changed is read or refused', async () => {
    const changed = Array.from(body, (byte, at) => {
      const content = Buffer.from(body)
      content[at] = byte ^ (1 << (at % 8))
      return { path: 'reads', content }
    })
    for (const status of await statusesOf(changed))
      assert.ok([200, 400, 413].includes(status), String(status))
  })
})
