import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, it } from 'node:test'
import type { CdpMessage } from '../../protocol/messages.ts'
import { createPipe } from './pipe.ts'

function start() {
  const input = new PassThrough()
  const pipe = createPipe(new PassThrough(), input)
  const say = (...messages: CdpMessage[]) =>
    input.write(messages.map((message) => `${JSON.stringify(message)}\0`).join(''))
  return { input, pipe, say }
}

const attached = (sessionId: string, targetId: string): CdpMessage => ({
  method: 'Target.attachedToTarget',
  params: { sessionId, targetInfo: { type: 'page', targetId } },
})

describe('the pipe to a browser', () => {
  it('lets a client continue behind a response before the event that came with it', async () => {
    const { pipe, say } = start()
    const order: string[] = []
    const { promise: response, resolve } = Promise.withResolvers<void>()
    const { promise: done, resolve: end } = Promise.withResolvers<void>()
    const client = pipe.connect({
      rootSession: null,
      onMessage({ id, method }) {
        if (id !== undefined) resolve()
        else order.push(method!)
        if (method === 'Last.event') end()
      },
      onClose: () => undefined,
    })
    client.send({ id: 7, method: 'Page.getFrameTree' })
    const continued = response.then(() => order.push('continued'))
    say({ id: 1, result: {} }, { method: 'Runtime.executionContextCreated' }, { method: 'Last.event' })
    await Promise.all([continued, done])
    assert.deepEqual(order, ['continued', 'Runtime.executionContextCreated', 'Last.event'])
  })

  it('counts a page once, however many sessions it has, and reports the end behind what was read', async () => {
    const { input, pipe, say } = start()
    const seen: string[] = []
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    pipe.connect({
      rootSession: null,
      onMessage: ({ params }) => seen.push(String(params?.sessionId)),
      onClose() {
        seen.push('closed')
        resolve()
      },
    })
    say(attached('s1', 'page-1'), attached('s2', 'page-1'), attached('s3', 'page-2'))
    input.end()
    await closed
    assert.deepEqual(seen, ['s1', 's2', 's3', 'closed'])
    assert.equal(pipe.attachedPages(), 2)
  })
})
