import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from '../../src/kernel/db/db.ts'
import { runPools } from '../../src/kernel/runs/pools.ts'
import { startTestApp } from '../harness.ts'
import { multipart } from '../multipart.ts'
import { until } from '../until.ts'
import { untilAborted } from './nodes.ts'

const app = await startTestApp()
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
})
const { runs } = app.app

test('an import proceeds while runs that live for hours fill their pool, and hundreds more wait', async () => {
  const { admin, scope } = await app.newProject()
  runs.register({ kind: 'test.hours', pool: 'executions', handle: ({ signal }) => untilAborted(signal) })
  runs.register({ kind: 'test.person', handle: ({ run, waitFor }) => waitFor('answer', run.id) })
  const { perProject } = runPools.executions
  await app.db.tx(async (tx) => {
    for (let i = 0; i < perProject + 20; i++)
      await runs.enqueue(tx, scope, { kind: 'test.hours', input: null })
    for (let i = 0; i < 200; i++) await runs.enqueue(tx, scope, { kind: 'test.person', input: null })
  })
  runs.start()
  const count = async (kind: string, status: string) =>
    (await app.db.rows(sql`select 1 from run where kind = ${kind} and status = ${status}`)).length
  await until(async () => (await count('test.hours', 'running')) === perProject, 'the pool being full')
  await until(async () => (await count('test.person', 'waiting')) === 200, 'all of them waiting')

  const collection = (await admin.post('/api/v1/table/collections', { name: 'People' })).body.data.id
  const documents = `/api/v1/table/collections/${collection}/documents`
  const { body, headers } = multipart('people.csv', 'name\nalice\nbob\n')
  const { id } = (await admin.post(`${documents}/import`, body, headers)).body.data
  const imported = await until(async () => {
    const { data } = (await admin.get(`${documents}/import/${id}`)).body
    return ['completed', 'failed'].includes(data.status) ? data : null
  }, 'the import ending')
  assert.equal(imported.status, 'completed')
  assert.deepEqual(
    [await count('test.hours', 'running'), await count('test.hours', 'queued')],
    [perProject, 20],
  )
})
