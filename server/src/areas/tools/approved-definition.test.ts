import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startTestApp } from '../../../test/harness.ts'

const app = await startTestApp()
after(() => app.stop())

test('409 for a tool whose definition is not the one that was approved', async () => {
  const { admin, scope } = await app.newProject()
  const tool = {
    slug: 'double',
    name: 'Double',
    description: 'Doubles.',
    toolkitSlug: 'own',
    noAuth: true,
    inputParameters: { type: 'object' },
    script: { language: 'javascript', source: 'return 1' },
  }
  const created = await admin.post('/api/v1/tools', tool)
  assert.equal(created.status, 200, created.text)
  const { tools } = app.app
  const definition = (await tools.traits(scope, 'double')).digest()
  const body = { arguments: {}, timeoutMs: 10_000, strictOutput: false, dryRun: false }
  const execute = () =>
    tools.execute(scope, 'double', body, { signal: new AbortController().signal, definition })
  assert.equal((await execute()).successful, true)
  const path = `/api/v1/tools/byId/${created.body.data.id}`
  await admin.patch(path, { isImportant: true, tags: ['math'] })
  assert.equal((await execute()).successful, true, 'what lists show of it does not count')
  await admin.patch(path, { script: { language: 'javascript', source: 'return 2' } })
  await assert.rejects(execute(), { code: 'tool_changed', status: 409 })
})
