import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from '../../src/kernel/db/db.ts'
import { startTestApp } from '../harness.ts'
import { multipart } from '../multipart.ts'
import { until } from '../until.ts'

/**
 * A run that is given up, because its workers were lost again and again, is reported to the area that owns it. Nothing here
 * works on runs until all of them look as if their sixth worker had just died.
 */
const app = await startTestApp({ allowPrivate: '127.0.0.1/32:9' })
app.app.events.start()
after(async () => {
  await app.app.events.stop()
  await app.app.runs.stop(0)
  await app.stop()
})
const { admin } = await app.newProject()

const collection = (await admin.post('/api/v1/table/collections', { name: 'People' })).body.data.id
const documents = `/api/v1/table/collections/${collection}/documents`
const { body, headers } = multipart('people.csv', 'name\nalice\n')
const imported = (await admin.post(`${documents}/import`, body, headers)).body.data.id
const media = (await admin.post('/api/v1/ai/media/image', { prompt: 'a cat', waitMs: 0 })).body.data.id
const webhook = (await admin.post('/api/v1/webhooks', { url: 'http://127.0.0.1:9/' })).body.data.id
await admin.post('/api/v1/external-users', { name: 'alice' })
const deliveries = async () => (await admin.get(`/api/v1/webhooks/${webhook}/deliveries`)).body.data
await until(async () => (await deliveries()).length > 0, 'the delivery being queued')

await app.db.rows(sql`
  update run set status = 'running', attempt = 6, losses = 5, worker_id = gen_random_uuid(),
                 lease_until = now() - interval '1 second' where status = 'queued'`)
app.app.runs.start()
await until(async () => {
  const [open] = await app.db.rows(sql`select id from run where status in ('queued', 'running')`)
  return open === undefined
}, 'all runs being given up')

describe('a run that is given up ends what it was working on:', () => {
  test('an import fails with the reason, and its file is not stored any longer', async () => {
    const { status, error } = (await admin.get(`${documents}/import/${imported}`)).body.data
    assert.equal(status, 'failed')
    assert.match(error, /was lost 6 times.*No row was written/)
    assert.deepEqual(await app.db.rows(sql`select blob_key from document_import`), [{ blob_key: null }])
  })

  test('a media job fails, and what was held for it is released', async () => {
    const job = (await admin.get(`/api/v1/ai/media/jobs/${media}`)).body.data
    assert.deepEqual([job.status, job.error.code], ['failed', 'worker_lost'])
    assert.equal((await admin.get('/api/v1/usage/reconcile')).body.data.isClean, true)
  })

  test('a delivery fails and lets the next one pass', async () => {
    const [delivery] = await deliveries()
    assert.equal(delivery.status, 'failed')
    assert.match(delivery.lastError, /was lost 6 times/)
  })
})
