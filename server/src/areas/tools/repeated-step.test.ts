import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { startTestApp } from '../../../test/harness.ts'
import { ExecuteBody } from './schema/execution.ts'

test('a step that is repeated sends the same idempotency key, another step another one', async (t) => {
  const keys: unknown[] = []
  const service = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'])
    response.setHeader('content-type', 'application/json')
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const { port } = service.address() as AddressInfo
  const app = await startTestApp({ allowPrivate: `127.0.0.1:${port}` })
  t.after(async () => {
    await app.stop()
    service.closeAllConnections()
    service.close()
  })
  const project = await app.newProject()
  const parameters = [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }]
  const spec = {
    openapi: '3.1.0',
    info: { title: 'Pay', version: '1' },
    servers: [{ url: `http://127.0.0.1:${port}` }],
    paths: {
      '/pay': { post: { operationId: 'pay', parameters, responses: { 200: { description: 'ok' } } } },
    },
  }
  const made = await project.admin.post('/api/v1/toolkits/import/openapi', { slug: 'till', spec })
  assert.equal(made.status, 200, made.text)

  const runId = '0199a000-0000-7000-8000-000000000001'
  const pay = (origin: { runId?: string; stepKey?: string }) =>
    app.app.tools.execute(project.scope, 'till_pay', ExecuteBody.parse({}), {
      signal: new AbortController().signal,
      ...origin,
    })
  for (const origin of [
    { runId, stepKey: 'a' },
    { runId, stepKey: 'a' },
    { runId, stepKey: 'b' },
    { runId },
    {},
  ])
    assert.equal((await pay(origin)).successful, true)
  assert.equal(keys[0], keys[1])
  assert.equal(new Set(keys).size, 4, String(keys))
  assert.ok(keys.every((key) => typeof key === 'string' && key !== ''))
})
