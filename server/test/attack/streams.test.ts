import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import { after, beforeEach, test } from 'node:test'
import { z } from 'zod'
import { data, endpoint, events } from '../../src/kernel/http/endpoint.ts'
import { startHttpKernel } from '../http-kernel.ts'
import { until } from '../until.ts'

let gate = Promise.withResolvers<void>()
let handling = 0
let aborted = 0
beforeEach(() => {
  gate = Promise.withResolvers()
  handling = 0
  aborted = 0
})

const common = {
  area: 'Test',
  summary: 'x',
  access: 'project',
  permission: 'things:read',
  example: {},
} as const

async function noteWhoLeaves(signal: AbortSignal) {
  signal.addEventListener('abort', () => aborted++)
  handling++
  await gate.promise
}

async function* forEver() {
  yield { data: 1 }
  await new Promise(() => undefined)
}

const stream = (method: 'GET' | 'POST', path: '/read' | '/run') =>
  endpoint({
    ...common,
    method,
    path,
    ...(method === 'POST' ? { body: z.strictObject({}) } : {}),
    response: events(z.unknown()),
    handle: async ({ signal }) => {
      await noteWhoLeaves(signal)
      return forEver()
    },
  })

const kernel = await startHttpKernel({
  endpoints: [
    stream('GET', '/read'),
    stream('POST', '/run'),
    endpoint({
      ...common,
      method: 'POST',
      path: '/work',
      body: z.strictObject({}),
      response: data(z.object({})),
      handle: async ({ signal }) => {
        await noteWhoLeaves(signal)
        return {}
      },
    }),
    endpoint({
      ...common,
      method: 'GET',
      path: '/wrapped',
      response: data(z.object({})),
      handle: async ({ signal }) => {
        await noteWhoLeaves(signal)
        try {
          signal.throwIfAborted()
        } catch (cause) {
          throw new Error('the call could not be made', { cause })
        }
        return {}
      },
    }),
  ],
})
after(() => kernel.stop())
const base = await kernel.listen()

function open(method: 'GET' | 'POST', path: string) {
  const headers = { 'x-api-key': 'member', 'content-type': 'application/json' }
  const request = sendRequest(base + path, { method, headers, agent: false })
  request.on('error', () => undefined)
  request.end(method === 'POST' ? '{}' : undefined)
  return request
}

/**
 * Another request on another connection: what reached the server before has been processed by the time of its response.
 */
const roundTrip = () =>
  new Promise<void>((resolve) => {
    sendRequest(`${base}/nothing`, { agent: false }, (response) => response.resume().on('end', resolve)).end()
  })

/** Gives up early where there will be no response, so that a test that fails today fails quickly. */
async function settles(condition: () => boolean): Promise<boolean> {
  for (let i = 0; i < 50 && !condition(); i++) await roundTrip()
  return condition()
}

test('work that was started by POST is aborted when the client has left', async () => {
  const client = open('POST', '/work')
  await until(() => handling === 1)
  client.destroy()
  assert.ok(await settles(() => aborted === 1))
  gate.resolve()
})

test('work that fails because its client has left is no failure of the server', async () => {
  const client = open('GET', '/wrapped')
  await until(() => handling === 1)
  client.destroy()
  await until(() => aborted === 1)
  gate.resolve()
  const hasError = () => kernel.logLines.some((line) => line.includes('"level":"error"'))
  assert.ok(!(await settles(hasError)), kernel.logLines.join(''))
})

test('a request whose client did not wait for its end is in the log, once', async () => {
  const linesOf = (route: string) => kernel.logLines.filter((line) => line.includes(`"route":"${route}"`))
  kernel.logLines.length = 0
  const waiting = open('POST', '/work')
  await until(() => handling === 1)
  waiting.destroy()
  await until(() => linesOf('/work').length > 0)
  gate.resolve()
  const reading = open('GET', '/read')
  const [response] = (await once(reading, 'response')) as [IncomingMessage]
  assert.equal(response.statusCode, 200)
  reading.destroy()
  await until(() => linesOf('/read').length > 0)
  await settles(() => linesOf('/work').length > 1)
  const facts = ['/work', '/read'].map((route) =>
    linesOf(route).map((line) => {
      const { status, errorCode } = JSON.parse(line)
      return [status, errorCode]
    }),
  )
  assert.deepEqual(facts, [[[499, 'client_disconnected']], [[200, undefined]]])
})

test('a stream by POST is closed when the client has disconnected', async () => {
  const client = open('POST', '/run')
  gate.resolve()
  await until(() => kernel.openStreams.count() === 1)
  client.destroy()
  const isReleased = await settles(() => kernel.openStreams.count() === 0)
  kernel.openStreams.endAll('the test is over')
  assert.ok(isReleased)
})

test('a client that leaves before the stream begins leaves nothing behind', async () => {
  const before = kernel.openStreams.count()
  const client = open('GET', '/read')
  await until(() => handling === 1)
  client.destroy()
  await until(() => aborted === 1)
  gate.resolve()
  await settles(() => kernel.openStreams.count() > before)
  assert.equal(kernel.openStreams.count(), before)
})
