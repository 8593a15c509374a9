import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { startHttpKernel } from '../../../../test/http-kernel.ts'
import { until } from '../../../../test/until.ts'
import { endpoint, none } from '../endpoint.ts'

let kernel: Awaited<ReturnType<typeof startHttpKernel>>
let port: number
let handled = 0

before(async () => {
  kernel = await startHttpKernel({
    endpoints: [
      endpoint({
        method: 'POST',
        path: '/api/v1/x',
        area: 'Test',
        summary: 'x',
        access: 'public',
        response: none(),
        example: {},
        handle: () => {
          handled++
        },
      }),
      endpoint({
        method: 'POST',
        path: '/api/v1/json',
        area: 'Test',
        summary: 'A body',
        access: 'public',
        body: z.object({}),
        response: none(),
        example: { body: {} },
        handle: () => {
          handled++
        },
      }),
    ],
  })
  port = Number(new URL(await kernel.listen()).port)
})
after(() => kernel.stop())

/** Sends bytes as they are and reads until the server hangs up. */
async function exchange(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let response = ''
  socket.on('data', (chunk) => {
    response += chunk
  })
  socket.on('error', () => undefined)
  socket.write(text)
  await once(socket, 'close')
  return response
}

const cases: [string, string, number, string][] = [
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'malformed_request'],
  [
    'two lengths, as request smuggling needs',
    'POST /api/v1/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /api/v1/x HTTP/1.1\r\n\r\n',
    400,
    'malformed_request',
  ],
  ['no host', 'POST /api/v1/x HTTP/1.1\r\nconnection: close\r\n\r\n', 400, ''],
  [
    'a bare line feed inside a header',
    'POST /api/v1/x HTTP/1.1\r\nhost: localhost\r\nx-username: a\nb: c\r\n\r\n',
    400,
    'malformed_request',
  ],
  [
    'headers beyond 16 KB',
    `POST /api/v1/x HTTP/1.1\r\nhost: localhost\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
]

for (const [what, text, status, code] of cases) {
  test(`${status}: ${what}`, async () => {
    const before = handled
    const response = await exchange(text)
    assert.match(response, new RegExp(`^HTTP/1.1 ${status} `))
    if (code !== '') assert.equal(JSON.parse(response.split('\r\n\r\n')[1]!).error.code, code)
    assert.equal(handled, before)
  })
}

for (const [what, head, part] of [
  ['a body of known length', 'content-length: 10', '{"a"'],
  ['a body in chunks', 'transfer-encoding: chunked', '4\r\n{"a"\r\n'],
] as const) {
  test(`${what} that breaks off is no failure of the server`, async () => {
    const before = kernel.logLines.length
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    const [[seen]] = await Promise.all([once(kernel.server.server, 'connection'), once(socket, 'connect')])
    const received = once(kernel.server.server, 'request')
    socket.write(
      `POST /api/v1/json HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${head}\r\n\r\n${part}`,
    )
    await received
    socket.resetAndDestroy()
    await until(() => (seen as Socket).closed, 'the close', 5_000)
    assert.doesNotMatch(kernel.logLines.slice(before).join(''), /"level":"error"/)
  })
}
