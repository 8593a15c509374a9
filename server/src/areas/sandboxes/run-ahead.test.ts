import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import pg from 'pg'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Job, SandboxDriver, SandboxResult } from '../../kernel/sandbox/driver.ts'

const ended: SandboxResult = {
  result: '1',
  failure: null,
  stdout: '',
  stderr: '',
  ranMs: 1,
  isLost: false,
  truncated: { stdout: false, stderr: false },
}
const killed: SandboxResult = {
  ...ended,
  result: null,
  failure: { code: 'killed', error: 'The script was cancelled.', trace: null },
}
const stopped: string[] = []

/** A remote engine: it responds immediately, never by itself, or has no capacity. */
async function run(projectId: string, { source, signal }: Job): Promise<SandboxResult> {
  if (source === 'immediate') return ended
  if (source === 'no capacity') throw new AppError('sandbox_busy', 'There is no capacity')
  const { promise, resolve } = Promise.withResolvers<SandboxResult>()
  signal!.addEventListener('abort', () => {
    stopped.push(projectId)
    resolve(killed)
  })
  return promise
}
const state = { isLive: true, isSealed: null, engine: 'elsewhere', fault: null }
const elsewhere: SandboxDriver = {
  name: 'elsewhere',
  language: 'javascript',
  isolation: 'remote',
  isDurable: false,
  hasPackages: false,
  run,
  open: () => Promise.reject(new Error('it has no sessions')),
  state: async () => ({ ...state, warm: 0, starting: 0, waiting: 0, bound: 0 }),
}

const app = await startTestApp({ sandboxDrivers: [elsewhere] })
after(() => app.stop())
const path = '/api/v1/code-sandbox/run'

const rowsOf = ({ id }: TestProject) =>
  app.db.rows<{ id: string; status: string }>(
    sql`select id, status from sandbox_execution where project_id = ${id} and status <> 'refused'`,
  )

async function ledgerOf(project: TestProject) {
  const { orphans, differences, works } = await app.app.usage.reconcile(project.scope)
  const holds = (await project.admin.get('/api/v1/usage/holds')).body.data
  return { orphans, differences, works, holds }
}
const clean = { orphans: [], differences: [], holds: [] }

it('one that ends immediately is recorded and charged in one round trip', async (t) => {
  const project = await app.newProject()
  for (let i = 0; i < 3; i++) await project.admin.post(path, { source: 'immediate' })
  const query = t.mock.method(pg.Client.prototype, 'query')
  const { body } = await project.admin.post(path, { source: 'immediate' })
  // The key is the other one.
  assert.equal(query.mock.callCount(), 2)
  const { data } = (await project.admin.get(`/api/v1/sandbox/executions/${body.data.id}`)).body
  assert.deepEqual([data.status, data.source, data.result], ['succeeded', 'immediate', { value: 1 }])
  assert.deepEqual(await ledgerOf(project), { ...clean, works: 4 })
})

it('one that continues is recorded while it runs, and can be cancelled then', async () => {
  const project = await app.newProject()
  const pending = project.admin.post(path, { source: 'never' })
  const row = (await until(async () => (await rowsOf(project))[0]))!
  assert.equal(row.status, 'running')
  const cancelled = await project.admin.post(`/api/v1/sandbox/executions/${row.id}/cancel`)
  assert.equal(cancelled.status, 200)
  const { body } = await pending
  assert.deepEqual([body.data.id, body.data.errorCode], [row.id, 'cancelled'])
  assert.deepEqual(await ledgerOf(project), { ...clean, works: 1 })
})

it('402: it is stopped, and nothing is left of what it did', async () => {
  const project = await app.newProject()
  await (await app.operatorOf(project)).post('/api/v1/usage/grants', {
    credits: 0.0001,
    reason: 'too little',
  })
  for (const source of ['never', 'immediate']) {
    const { status, body } = await project.admin.post(path, { source })
    assert.deepEqual([status, body.error.code], [402, 'insufficient_credits'])
  }
  assert.deepEqual(
    stopped.filter((id) => id === project.id),
    [project.id],
  )
  assert.deepEqual(await rowsOf(project), [])
  assert.equal((await project.admin.get('/api/v1/usage/balance')).body.data.balance, 0.0001)
  assert.deepEqual(await ledgerOf(project), { ...clean, works: 0 })
})

it('under a cap it is counted, and refused when that is reached', async () => {
  const project = await app.newProject()
  const cap = { scope: 'project', period: 'day', credits: 1 }
  const { body } = await project.admin.post('/api/v1/usage/caps', cap)
  for (let i = 0; i < 2; i++)
    assert.equal((await project.admin.post(path, { source: 'immediate' })).status, 200)
  const [counted] = (await project.admin.get('/api/v1/usage/caps')).body.data
  assert.ok(counted.used > 0 && counted.held === 0)
  await project.admin.patch(`/api/v1/usage/caps/${body.data.id}`, { credits: counted.used })
  const refused = await project.admin.post(path, { source: 'immediate' })
  assert.deepEqual([refused.status, refused.body.error.code], [402, 'budget_exceeded'])
  assert.deepEqual(await ledgerOf(project), { ...clean, works: 2 })
})

it('503 when the engine refuses it, and nothing is held', async () => {
  const project = await app.newProject()
  const { status } = await project.admin.post(path, { source: 'no capacity' })
  assert.equal(status, 503)
  assert.deepEqual(await rowsOf(project), [])
  assert.deepEqual(await ledgerOf(project), { ...clean, works: 0 })
})
