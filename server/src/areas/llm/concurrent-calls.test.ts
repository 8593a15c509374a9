import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { saying, startModelUpstream, usageOf } from '../../../test/fakes/model-upstream.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'

/** Calls of one project that begin and end at the same moment share their statements. */
const gate = Promise.withResolvers<void>()
let waiting = 0
const upstream = await startModelUpstream({
  'gpt-4o': saying(['a'], usageOf(1000, 100)),
  // Responds when all of them are there.
  'gpt-4o-mini': async (response, request) => {
    waiting++
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

const count = 24
const call = ({ admin }: TestProject, i: number, model = 'openai/gpt-4o', more: object = {}) =>
  admin.as(`user-${i % 3}`).post('/api/v1/ai/llm/chat', {
    model,
    messages: [{ role: 'user', content: 'hello' }],
    metadata: { number: String(i) },
    ...more,
  })
const callMany = (project: TestProject, model?: string) =>
  Promise.all(Array.from({ length: count }, (_, i) => call(project, i, model)))

/** A user is created by the first call that names it. */
async function newProject(): Promise<TestProject> {
  const project = await app.newProject()
  for (const i of [0, 1, 2]) assert.equal((await call(project, i, 'local/demo')).status, 200)
  return project
}

const paidIn = ({ id }: { id: string }) =>
  app.db.rows<{
    number: string
    user: string
    status: string
    used: number
    paid: number
    entries: number
  }>(sql`
    select c.metadata->>'number' as number, u.name as user, c.status, c.used_micro as used,
           (select coalesce(sum(e.used_micro), 0)::bigint from usage_entry e
            where e.project_id = c.project_id and e.work_id = 'llm:' || c.id
              and e.external_user_id = c.external_user_id) as paid,
           (select count(*)::int from usage_entry e
            where e.project_id = c.project_id and e.work_id = 'llm:' || c.id) as entries
    from llm_call c join external_user u on u.project_id = c.project_id and u.id = c.external_user_id
    where c.project_id = ${id} and c.provider = 'openai' order by (c.metadata->>'number')::int`)
const openIn = ({ id }: { id: string }) =>
  app.db.rows(sql`select id from llm_call_open where project_id = ${id}`)
const assertReconciled = async ({ admin }: TestProject) =>
  assert.deepEqual((await admin.get('/api/v1/usage/reconcile')).body.data.orphans, [])

test('each has its own row, user and payment', async () => {
  const project = await newProject()
  const replies = await callMany(project)
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(replies.map(({ body }) => body.data.id)).size, count)
  const paid = await paidIn(project)
  assert.deepEqual(
    paid.map(({ number, user, status, entries }) => [number, user, status, entries]),
    Array.from({ length: count }, (_, i) => [String(i), `user-${i % 3}`, 'succeeded', 1]),
  )
  assert.ok(paid.every(({ used, paid: charged }) => used > 0 && used === charged))
  assert.deepEqual(await openIn(project), [])
  await assertReconciled(project)
})

test('a balance that comes while they are in flight pays as far as it goes, and no call twice', async () => {
  const project = await newProject()
  const operator = await app.operatorOf(project)
  const calls = callMany(project, 'openai/gpt-4o-mini')
  await until(() => waiting === count)
  // Each costs 0.21: what is there pays for two, and a part of a third.
  await operator.post('/api/v1/usage/grants', { credits: 0.5, reason: 'test' })
  gate.resolve()
  for (const { status } of await calls) assert.equal(status, 200)
  const paid = await paidIn(project)
  assert.deepEqual(
    [paid.length, paid.every(({ status, entries }) => status === 'succeeded' && entries === 1)],
    [count, true],
  )
  assert.deepEqual(
    paid.map((each) => each.paid).sort((left, right) => right - left),
    [210_000, 210_000, 80_000, ...Array<number>(count - 3).fill(0)],
  )
  const { data } = (await project.admin.get('/api/v1/usage/balance')).body
  assert.deepEqual([data.balance, data.held], [0, 0])
  assert.deepEqual(await openIn(project), [])
  await assertReconciled(project)
})

test('a model that another node has switched off is called for none of them', async () => {
  const project = await newProject()
  assert.equal((await call(project, 0)).status, 200)
  await app.db.rows(sql`
    insert into model_setting (project_id, model_id, is_active, updated_at)
    values (${project.id}, 'openai/gpt-4o', false, now())`)
  const requested = upstream.requests.length
  for (const { body } of await callMany(project)) assert.equal(body.error.code, 'model_inactive')
  assert.equal(upstream.requests.length, requested)
  assert.deepEqual(await openIn(project), [])
})

test('prompts and outputs are stored where the project wants them', async () => {
  const project = await newProject()
  await app.db.rows(
    sql`update project set settings = settings || '{"storePrompts": true}' where id = ${project.id}`,
  )
  await callMany(project)
  const stored = await app.db.rows<{ prompt: object | null; answer: { text: string } | null }>(sql`
    select prompt, answer from llm_call where project_id = ${project.id} and provider = 'openai'`)
  assert.equal(stored.length, count)
  for (const { prompt, answer } of stored) assert.deepEqual([prompt === null, answer?.text], [false, 'a'])
  await assertReconciled(project)
})
