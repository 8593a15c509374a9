import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { startHttpKernel } from '../../../../test/http-kernel.ts'
import { until } from '../../../../test/until.ts'
import { data, endpoint } from '../endpoint.ts'

const shared = { method: 'POST', area: 'Test', access: 'public', summary: 'x', example: {} } as const
const done: string[] = []
let release: () => void = () => undefined
let kernel: Awaited<ReturnType<typeof startHttpKernel>>
let port: number

before(async () => {
  kernel = await startHttpKernel({
    endpoints: [
      endpoint({
        ...shared,
        path: '/api/v1/note/:text',
        params: z.object({ text: z.string() }),
        response: data(z.object({ text: z.string() })),
        handle: ({ params: { text } }) => {
          done.push(text)
          return { text }
        },
      }),
      endpoint({
        ...shared,
        path: '/api/v1/slow',
        response: data(z.object({ text: z.string() })),
        handle: async () => {
          done.push('slow began')
          await new Promise<void>((resolve) => {
            release = resolve
          })
          done.push('slow ended')
          return { text: 'slow' }
        },
      }),
      endpoint({
        ...shared,
        path: '/api/v1/json',
        body: z.object({}),
        response: data(z.object({})),
        handle: () => ({}),
      }),
    ],
  })
  port = Number(new URL(await kernel.listen()).port)
})
after(() => kernel.stop())
beforeEach(() => void done.splice(0))

const post = (path: string, more = '', body = '') =>
  `POST /api/v1/${path} HTTP/1.1\r\nhost: localhost\r\n${more}content-length: ${body.length}\r\n\r\n${body}`
const json = 'content-type: application/json\r\n'
const close = 'connection: close\r\n'

/** Sends all in one write, and returns the statuses of the responses until the connection is closed. */
async function send(text: string): Promise<string[]> {
  // It does not hang up when the server does.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk
  })
  socket.on('error', () => undefined)
  socket.write(text)
  await Promise.race([once(socket, 'end'), once(socket, 'close')])
  socket.destroy()
  return [...received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status!)
}

describe('requests that are sent without waiting for responses', () => {
  test('are handled one after another', async () => {
    const sent = send(post('slow') + post('note/a') + post('note/b') + post('note/c', close))
    await until(() => done.includes('slow began'))
    release()
    assert.deepEqual(await sent, ['200', '200', '200', '200'])
    assert.deepEqual(done, ['slow began', 'slow ended', 'a', 'b', 'c'])
  })

  test('have no effect behind the last response of a connection', async () => {
    for (const [what, last, status] of [
      ['a body that is no JSON', post('json', json, '{'), '400'],
      ['a body that is too large', post('json', json, ' '.repeat(2_000_000)), '413'],
      ['a body of another type', post('json', 'content-type: text/css\r\n', 'a'), '415'],
    ] as const) {
      assert.deepEqual(await send(last + post('note/never')), [status], what)
      assert.deepEqual(done, [], what)
    }
  })

  test('have none behind a request with Connection: close, which gets its response', async () => {
    const sent = send(post('slow', close) + post('note/never'))
    await until(() => done.includes('slow began'))
    release()
    assert.deepEqual(await sent, ['200'])
    assert.deepEqual(done, ['slow began', 'slow ended'])
  })

  test('do not take the place of the response before them where they cannot be read', async () => {
    const sent = send(`${post('slow')}no HTTP at all\r\n\r\n`)
    await until(() => done.includes('slow began'))
    release()
    assert.deepEqual(await sent, ['200'])
  })

  test('end their connection when too many wait, and none of them is handled', async () => {
    const many = (count: number) => post('slow') + post('note/some').repeat(count) + post('note/last', close)
    const few = send(many(99))
    await until(() => done.includes('slow began'))
    release()
    assert.equal((await few).length, 101)
    done.splice(0)
    const sent = send(many(100))
    assert.deepEqual(await sent, [])
    release()
    await send(post('note/after', close))
    assert.deepEqual(
      done.filter((each) => each !== 'slow ended'),
      ['slow began', 'after'],
    )
  })

  test('are given up when their client leaves', async () => {
    const socket = connect(port, '127.0.0.1')
    const [[connection]] = await Promise.all([
      once(kernel.server.server, 'connection'),
      once(socket, 'connect'),
    ])
    socket.write(post('slow') + post('note/never'))
    await until(() => done.includes('slow began'))
    socket.destroy()
    await once(connection, 'close')
    release()
    await send(post('note/after', close))
    assert.deepEqual(done, ['slow began', 'slow ended', 'after'])
  })
})
