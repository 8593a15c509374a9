import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TestApp, TestProject } from '../../../test/harness.ts'
import { startTriggerApp, stopTriggerApp } from './testing.ts'

let app: TestApp
let project: TestProject
before(async () => {
  app = await startTriggerApp()
  project = await app.newProject()
})
after(() => stopTriggerApp(app))

test('422 for a tool of the project, whatever its type; 404 where another project has it', async () => {
  const { admin } = project
  const other = await app.newProject()
  for (const type of ['poll', 'webhook', 'action']) {
    const slug = `new_orders_${type}`
    const made = await admin.post('/api/v1/tools', {
      slug,
      name: slug,
      description: slug,
      toolkitSlug: 'own',
      noAuth: true,
      type,
      script: { language: 'javascript', source: 'return []' },
      inputParameters: { type: 'object' },
    })
    assert.equal(made.status, 200, made.text)
    const upsert = (caller: typeof admin) => caller.post(`/api/v1/trigger_instances/${slug}/upsert`, {})
    const refused = await upsert(admin)
    assert.deepEqual(
      [refused.status, refused.body.error.code],
      [422, 'trigger_type_unsupported'],
      refused.text,
    )
    assert.match(refused.body.error.hint, /cron/)
    const unknown = await upsert(other.admin)
    assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'trigger_type_not_found'])
  }
  assert.equal((await admin.get('/api/v1/trigger_instances/active')).body.total, 0)
})
