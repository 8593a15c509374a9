import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, it } from 'node:test'
import { until } from '../../../../../test/until.ts'
import type { CdpMessage } from '../../protocol/messages.ts'
import { createPipe } from './pipe.ts'

function start() {
  const input = new PassThrough()
  const output = new PassThrough()
  const pipe = createPipe(output, input)
  const sent: CdpMessage[] = []
  output.on('data', (chunk: Buffer) => {
    for (const text of String(chunk).split('\0')) if (text) sent.push(JSON.parse(text))
  })
  const say = (...messages: CdpMessage[]) =>
    input.write(messages.map((message) => `${JSON.stringify(message)}\0`).join(''))
  return { input, pipe, say, sent }
}

const attached = (sessionId: string, targetId: string): CdpMessage => ({
  method: 'Target.attachedToTarget',
  params: { sessionId, targetInfo: { type: 'page', targetId }, waitingForDebugger: true },
})

const resume = 'Runtime.runIfWaitingForDebugger'
const ignored = { onMessage: () => undefined, onClose: () => undefined }

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

  it('resumes a target once all of its debuggers ask for it, our automation last', async () => {
    const { pipe, say, sent } = start()
    const resumed = () => sent.filter(({ method }) => method === resume).map(({ sessionId }) => sessionId)
    const pings = () => sent.filter(({ method }) => method === 'Browser.getVersion')
    const respond = async (count: number) => {
      const ping = await until(() => pings()[count - 1])
      say({ id: ping?.id, result: {} })
    }
    const own = pipe.connect({ rootSession: null, ...ignored })
    const client = pipe.connect({ rootSession: 'root', ...ignored })
    const both = (target: string): CdpMessage[] => [
      attached(`own-${target}`, target),
      { ...attached(`client-${target}`, target), sessionId: 'root' },
    ]
    own.send({ id: 1, method: resume, sessionId: 'no-such-target' })
    assert.deepEqual(resumed(), ['no-such-target'])

    say(...both('a'))
    await until(() => pipe.attachedPages() === 1)
    own.send({ id: 2, method: resume, sessionId: 'own-a' })
    await respond(1)
    client.send({ id: 1, method: resume, sessionId: 'client-a' })
    assert.equal(resumed().length, 1)
    await respond(2)
    await until(() => resumed().length === 3)
    assert.deepEqual(resumed().slice(1), ['client-a', 'own-a'])

    say(...both('b'))
    await until(() => pipe.attachedPages() === 2)
    own.send({ id: 3, method: resume, sessionId: 'own-b' })
    await respond(3)
    assert.equal(resumed().length, 3)
    client.close()
    await until(() => resumed().at(-1) === 'own-b', 'the end of a client that did not ask')
  })
})
