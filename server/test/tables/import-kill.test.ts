import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '../../src/kernel/db/db.ts'
import { startTestApp } from '../harness.ts'
import { multipart } from '../multipart.ts'
import { until } from '../until.ts'

const app = await startTestApp()
const workers = new Set<ChildProcess>()
after(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await app.stop()
})

const rowCount = 6_000

/** An import of many rows that a worker will find. */
async function startImport() {
  const { admin } = await app.newProject()
  const made = await admin.post('/api/v1/table/collections', {
    name: 'Killed',
    indexes: [{ fields: ['n'] }],
    schema: { fields: [{ name: 'n', type: 'integer' }] },
  })
  const url = `/api/v1/table/collections/${made.body.data.id}`
  const file = multipart(
    'rows.csv',
    `n,text\n${Array.from({ length: rowCount }, (_, n) => `${n},row ${n}`).join('\n')}\n`,
  )
  const started = await admin.post(`${url}/documents/import`, file.body, file.headers)
  const { id } = started.body.data
  const path = `${url}/documents/import/${id}`
  return {
    admin,
    id: id as string,
    url,
    cancel: () => admin.post(`${path}/cancel`),
    state: async () =>
      (await admin.get(path)).body.data as {
        status: string
        rowsSettled: number
        createdCount: number
        error: string | null
      },
  }
}

async function startWorker(): Promise<ChildProcess> {
  const settings = JSON.stringify({ settings: app.settings, dataDir: app.dataDir })
  const worker = fork(new URL('import-process.ts', import.meta.url), [settings])
  workers.add(worker)
  worker.once('exit', () => workers.delete(worker))
  await once(worker, 'message')
  return worker
}

test('a worker killed in the middle of an import: every row is in exactly once, and the state never lied', {
  timeout: 300_000,
}, async (t) => {
  let worker = await startWorker()
  const { admin, url, state } = await startImport()
  let kills = 0
  for (let last = 0; ; await pause(20)) {
    const now = await state()
    assert.notEqual(now.status, 'failed', now.error ?? '')
    if (now.status === 'completed') break
    // Killed once a part is written and before the rest is, a few times over.
    if (kills >= 3 || now.rowsSettled <= last || now.rowsSettled >= rowCount) continue
    last = now.rowsSettled
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    kills++
    const { rowsSettled } = await state()
    const { body } = await admin.get(`${url}/documents?sort=n:desc&limit=1`)
    assert.deepEqual(
      [body.total, body.data[0]?.n],
      [rowsSettled, rowsSettled - 1],
      'rows 1 to rowsSettled are in, no other',
    )
    worker = await startWorker()
  }
  const done = await state()
  assert.deepEqual([done.rowsSettled, done.createdCount], [rowCount, rowCount])
  const { body } = await admin.post(`${url}/documents/query`, {
    aggregate: { count: true, min: ['n'], max: ['n'], sum: ['n'] },
  })
  assert.deepEqual(body.data[0], {
    group: {},
    count: rowCount,
    min: { n: 0 },
    max: { n: rowCount - 1 },
    sum: { n: (rowCount * (rowCount - 1)) / 2 },
  })
  assert.ok(kills > 0)
  t.diagnostic(`${kills} workers were killed`)
})

test('a worker killed while its import is cancelled: what was written is what the state says, and no one continues', async () => {
  const worker = await startWorker()
  const { admin, id, url, state, cancel } = await startImport()
  await until(async () => (await state()).rowsSettled > 0, 'the first rows')
  const [cancelled] = await Promise.all([cancel(), worker.kill('SIGKILL'), once(worker, 'exit')])
  assert.equal(cancelled.status, 200)
  await startWorker()
  await until(async () => {
    const open = await app.db.rows(sql`
      select from run where input->>'importId' = ${id} and status not in ('succeeded', 'failed', 'cancelled')`)
    return open.length === 0
  }, 'its run to end')
  const { status, error, rowsSettled } = await state()
  assert.equal(status, 'failed')
  assert.match(error!, /^It was cancelled\./)
  assert.ok(rowsSettled < rowCount)
  const { body } = await admin.get(`${url}/documents?limit=1`)
  assert.equal(body.total, rowsSettled)
  await until(async () => {
    const files = await Array.fromAsync(app.blobs.list('tables/imports/'))
    return !files.some(({ key }) => key.endsWith(id))
  }, 'its file to be removed')
})
