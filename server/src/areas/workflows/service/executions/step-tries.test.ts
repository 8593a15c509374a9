import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { startTestApp } from '../../../../../test/harness.ts'
import { chainOf, execute, executionOf, newWorkflow } from '../../../../../test/workflows/api.ts'

test('a step shows how often its tool requested the service, and that it was executed once', async (t) => {
  let calls = 0
  const service = createServer((_, response) => {
    const status = ++calls < 3 ? 503 : 200
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' }).end('{}')
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  const app = await startTestApp({ hasPieces: false, allowPrivate: `127.0.0.1:${port}` })
  t.after(async () => {
    await app.app.runs.stop()
    await app.stop()
    service.close()
  })
  app.app.runs.start()
  const { admin } = await app.newProject()
  const made = await admin.post('/api/v1/tools', {
    slug: 'unsteady',
    name: 'Unsteady',
    description: 'Fails twice',
    toolkitSlug: 'own',
    inputParameters: { type: 'object' },
    noAuth: true,
    http: { url: `http://127.0.0.1:${port}/` },
  })
  assert.equal(made.status, 200, made.text)
  const id = await newWorkflow(admin, chainOf([{ id: 'call', type: 'action', toolSlug: 'unsteady' }]))
  const { executionId } = await execute(admin, id)
  const { steps } = await executionOf(admin, executionId)
  const shown = steps.map((step: Record<string, unknown>) => [step.nodeId, step.tries, step.attempts])
  assert.deepEqual([calls, shown.find(([nodeId]: unknown[]) => nodeId === 'call')], [3, ['call', 3, 1]])
  assert.ok(shown.every(([nodeId, tries]: unknown[]) => nodeId === 'call' || tries === null))
})
