import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startTestApp } from '../harness.ts'
import { multipart } from '../multipart.ts'

const app = await startTestApp()
const workers = new Set<ChildProcess>()
after(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await app.stop()
})

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
  const rowCount = 6_000
  const project = await app.newProject()
  const made = await project.admin.post('/api/v1/table/collections', {
    name: 'Killed',
    indexes: [{ fields: ['n'] }],
    schema: { fields: [{ name: 'n', type: 'integer' }] },
  })
  const url = `/api/v1/table/collections/${made.body.data.id}`
  const file = multipart(
    'rows.csv',
    `n,text\n${Array.from({ length: rowCount }, (_, n) => `${n},row ${n}`).join('\n')}\n`,
  )
  let worker = await startWorker()
  const started = await project.admin.post(`${url}/documents/import`, file.body, file.headers)
  const state = async () =>
    (await project.admin.get(`${url}/documents/import/${started.body.data.id}`)).body.data as {
      status: string
      rowsSettled: number
      createdCount: number
      error: string | null
    }
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
    const { body } = await project.admin.get(`${url}/documents?sort=n:desc&limit=1`)
    assert.deepEqual(
      [body.total, body.data[0]?.n],
      [rowsSettled, rowsSettled - 1],
      'rows 1 to rowsSettled are in, no other',
    )
    worker = await startWorker()
  }
  const done = await state()
  assert.deepEqual([done.rowsSettled, done.createdCount], [rowCount, rowCount])
  const { body } = await project.admin.post(`${url}/documents/query`, {
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
