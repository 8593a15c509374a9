import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { z } from 'zod'
import { startHttpKernel } from '../../../../test/http-kernel.ts'
import { until } from '../../../../test/until.ts'
import { data, endpoint } from '../endpoint.ts'

test('a server that stops ends the request in flight, and refuses another one on its connection in our envelope', async () => {
  const gate = Promise.withResolvers<void>()
  let handled = 0
  const shared = { method: 'GET', area: 'Test', access: 'public', summary: 'x', example: {} } as const
  const kernel = await startHttpKernel({
    endpoints: [
      endpoint({
        ...shared,
        path: '/api/v1/slow',
        response: data(z.object({})),
        handle: async () => {
          handled++
          await gate.promise
          return {}
        },
      }),
    ],
  })
  let arrived = 0
  kernel.server.server.on('request', () => void arrived++)
  const socket = connect(Number(new URL(await kernel.listen()).port), '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    received += chunk
  })
  const request = 'GET /api/v1/slow HTTP/1.1\r\nhost: localhost\r\n\r\n'
  socket.write(request)
  await until(() => handled === 1)
  const stopped = kernel.stop()
  const ended = once(socket, 'close')
  socket.write(request)
  await until(() => arrived === 2)
  gate.resolve()
  await Promise.all([stopped, ended])
  assert.equal(handled, 1)
  const [, first, second] = received.split('HTTP/1.1 ')
  assert.match(first!, /^200 /)
  assert.match(second!, /^503 [\s\S]*retry-after: 1\r\n/i)
  const { success, error } = JSON.parse(second!.slice(second!.indexOf('{')))
  assert.ok(!kernel.logLines.some((line) => line.includes('"level":"warn"')), kernel.logLines.join(''))
  assert.deepEqual([success, error.code, error.retryable], [false, 'stopping', true])
})
