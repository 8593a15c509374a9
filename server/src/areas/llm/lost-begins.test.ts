import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { saying, startModelUpstream, usageOf } from '../../../test/fakes/model-upstream.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { type Statement, sql } from '../../kernel/db/db.ts'
import { markOutage } from '../../kernel/db/outage.ts'

/** The connection to the database breaks after a call has begun and before the server knows. */
let gate = Promise.withResolvers<void>()
gate.resolve()
const upstream = await startModelUpstream({
  'gpt-4o': async (response, request) => {
    await gate.promise
    await saying(['a'], usageOf(1000, 100))(response, request)
  },
})
after(() => upstream.stop())
const app = await startTestApp({
  llm: {
    providers: [{ name: 'openai', keys: ['operator-key'], baseUrl: upstream.url, options: { api: 'chat' } }],
  },
})
after(() => app.stop())

const call = ({ admin }: TestProject, more: object = {}) =>
  admin.post('/api/v1/ai/llm/chat', {
    model: 'openai/gpt-4o',
    messages: [{ role: 'user', content: 'hello' }],
    ...more,
  })

/** The next round trip with such a statement is committed, and its response is lost. */
function loseResponse(t: TestContext, isMeant: (statement: Statement) => boolean): void {
  const send = app.db.tryInOneRoundTrip
  const mocked = t.mock.method(app.db, 'tryInOneRoundTrip', async (statements: readonly Statement[]) => {
    const results = await send(statements)
    if (!statements.some(isMeant)) return results
    mocked.mock.restore()
    throw markOutage(Object.assign(new Error('terminating connection'), { code: '57P01' }))
  })
}
const beginsWork = (table: string) => (statement: Statement) =>
  new RegExp(`insert into ${table} `).test(statement.text)

async function statusesOf({ id }: TestProject): Promise<string[]> {
  const rows = await app.db.rows<{ status: string }>(sql`
    select status from llm_call where project_id = ${id} order by created_at, id`)
  return rows.map(({ status }) => status)
}

const holdsOf = ({ id }: TestProject) => app.db.rows(sql`select from usage_hold where project_id = ${id}`)

async function assertAbandoned(project: TestProject): Promise<void> {
  await until(async () => {
    await app.app.lostWork.sweep()
    return !(await statusesOf(project)).includes('running')
  }, 'the call that no one has is given up')
  assert.deepEqual(await holdsOf(project), [])
  assert.equal((await project.admin.get('/api/v1/usage/reconcile')).body.data.isClean, true)
}

test('a call whose begin was lost is made again, and the first is given up while its node lives', async (t) => {
  const project = await app.newProject()
  for (let i = 0; i < 2; i++) assert.equal((await call(project)).status, 200)
  loseResponse(t, beginsWork('llm_call'))
  assert.equal((await call(project)).status, 200)
  await assertAbandoned(project)
  assert.deepEqual((await statusesOf(project)).sort(), ['failed', 'succeeded', 'succeeded', 'succeeded'])
})

test('credits of a call whose begin was lost are returned while its node lives', async (t) => {
  const project = await app.newProject()
  await (await app.operatorOf(project)).post('/api/v1/usage/grants', { credits: 100, reason: 'test' })
  assert.equal((await call(project)).status, 200)
  loseResponse(t, beginsWork('llm_call'))
  assert.equal((await call(project)).status, 503)
  assert.equal((await holdsOf(project)).length, 1)
  await assertAbandoned(project)
  assert.deepEqual((await statusesOf(project)).sort(), ['failed', 'succeeded'])
})

const lost = () => markOutage(Object.assign(new Error('terminating connection'), { code: '57P01' }))

for (const [title, isFirstLost] of [
  ['of a call with the same quote after it', false],
  ['of a call with the same quote before it, which was made again', true],
] as const)
  test(`the lost begin ${title} does not end a quoted call`, async (t) => {
    const project = await app.newProject()
    await (await app.operatorOf(project)).post('/api/v1/usage/grants', { credits: 100, reason: 'test' })
    const prompt = { model: 'openai/gpt-4o', messages: [{ role: 'user', content: 'hello' }] }
    const { holdId } = (await project.admin.post('/api/v1/ai/llm/quote', prompt)).body.data
    gate = Promise.withResolvers()
    const before = upstream.requests.length
    // The transaction is rolled back, or never began: both look the same to the node.
    const lose = async () => {
      t.mock.method(app.db, 'tx', () => Promise.reject(lost()), { times: 1 })
      assert.equal((await call(project, { holdId })).status, 503)
    }
    const rows = t.mock.method(app.db, 'rows')
    const isDisowned = () =>
      rows.mock.calls.some(({ arguments: [statement] }) => statement.text.includes("'-infinity'"))
    if (isFirstLost) await lose()
    const calling = call(project, { holdId })
    await until(() => upstream.requests.length > before, 'the call')
    if (!isFirstLost) await lose()
    await until(isDisowned, 'the begin that was lost is given up')
    await app.app.lostWork.sweep()
    gate.resolve()
    assert.equal((await calling).status, 200)
    assert.deepEqual(await statusesOf(project), ['succeeded'])
    assert.deepEqual(await holdsOf(project), [])
    assert.equal((await project.admin.get('/api/v1/usage/reconcile')).body.data.isClean, true)
  })

test('a quoted call whose begin was lost is given up, and the credits of its quote are returned', async (t) => {
  const project = await app.newProject()
  await (await app.operatorOf(project)).post('/api/v1/usage/grants', { credits: 100, reason: 'test' })
  const prompt = { model: 'openai/gpt-4o', messages: [{ role: 'user', content: 'hello' }] }
  const quote = await project.admin.post('/api/v1/ai/llm/quote', prompt)
  assert.equal(quote.status, 200, JSON.stringify(quote.body))
  const send = app.db.tx
  const mocked = t.mock.method(app.db, 'tx', async (...args: Parameters<typeof send>) => {
    await send(...args)
    mocked.mock.restore()
    throw markOutage(Object.assign(new Error('terminating connection'), { code: '57P01' }))
  })
  assert.equal((await call(project, { holdId: quote.body.data.holdId })).status, 503)
  assert.deepEqual(await statusesOf(project), ['running'])
  assert.equal((await holdsOf(project)).length, 1)
  await assertAbandoned(project)
  assert.deepEqual(await statusesOf(project), ['failed'])
})
