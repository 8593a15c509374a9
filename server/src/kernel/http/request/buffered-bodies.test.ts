import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, test } from 'node:test'
import { z } from 'zod'
import { startHttpKernel } from '../../../../test/http-kernel.ts'
import { until } from '../../../../test/until.ts'
import { data, endpoint } from '../endpoint.ts'

let isHeld = true
let reached = 0
let isSlow = false
let arrived = 0
const path = '/api/v1/things'
const kernel = await startHttpKernel({
  maxBufferedBytes: 600_000,
  beforeAuthenticating: async () => {
    arrived++
    if (isSlow) await until(() => !isSlow)
  },
  endpoints: [
    endpoint({
      method: 'POST',
      path,
      area: 'Test',
      summary: 'waits',
      access: 'project',
      permission: 'things:write',
      body: z.strictObject({ text: z.string(), waits: z.boolean() }),
      bodyLimitBytes: 250_000,
      response: data(z.number()),
      message: 'Length',
      example: {},
      handle: async ({ body }) => {
        reached++
        if (body.waits) await until(() => !isHeld)
        return body.text.length
      },
    }),
  ],
})
const url = await kernel.listen()
after(() => kernel.stop())

const send = (length: number, waits = false, signal?: AbortSignal) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': 'member', 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'x'.repeat(length), waits }),
    ...(signal ? { signal } : {}),
  })

test('503 for a large body while there is no capacity for it, and capacity again once a response was sent', async () => {
  const waiting = send(200_000, true)
  await until(() => reached === 1)
  const refused = await send(200_000)
  assert.equal(refused.status, 503)
  assert.equal(refused.headers.get('retry-after'), '2')
  assert.equal(reached, 1)
  assert.equal((await send(10_000)).status, 200)
  assert.equal((await send(300_000)).status, 413)
  isHeld = false
  assert.equal((await waiting).status, 200)
  await until(async () => (await send(200_000)).status === 200)
})

test('a caller who leaves gives back what it held, and one who does not say how much takes the most', async () => {
  isHeld = true
  const leaving = new AbortController()
  const left = send(200_000, true, leaving.signal)
  const before = reached
  await until(() => reached > before)
  leaving.abort()
  await assert.rejects(left)
  await until(async () => (await send(200_000)).status === 200)
  isHeld = false
  const already = arrived
  const chunked = request(`${url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': 'member', 'content-type': 'application/json' },
  })
  chunked.on('error', () => undefined).write('{')
  await until(() => arrived > already)
  await until(async () => (await send(200_000)).status === 503)
  chunked.destroy()
  await until(async () => (await send(200_000)).status === 200)
})

test('a caller who leaves before anyone knows who it is holds nothing', async () => {
  isSlow = true
  let isReleased = false
  kernel.server.server.once('connection', (socket) =>
    socket.once('close', () => {
      isReleased = true
    }),
  )
  const before = arrived
  const left = request(`${url}${path}`, {
    method: 'POST',
    agent: false,
    headers: { 'x-api-key': 'member', 'content-type': 'application/json', 'content-length': 200_000 },
  })
  left.on('error', () => undefined).write('{')
  await until(() => arrived > before)
  left.destroy()
  await until(() => isReleased)
  isSlow = false
  assert.equal((await send(200_000)).status, 200)
})
