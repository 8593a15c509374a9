import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  type Behaviour,
  failing,
  saying,
  startModelUpstream,
  usageOf,
} from '../../../test/fakes/model-upstream.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { maxMicroCredits } from '../../kernel/credits.ts'
import { sql } from '../../kernel/db/db.ts'

/** Calls that begin and end together, of which some are what no statement for many of them can take. */
const unstorable = 'a\u0000b\ud800c'
// Such texts in a body are refused with it; this only looks like one.
const lookalike = '"\\u0000\\\\ud800{}[],'
let gate = Promise.withResolvers<void>()
const gated =
  (behave: Behaviour): Behaviour =>
  async (response, request) => {
    await gate.promise
    await behave(response, request)
  }
const upstream = await startModelUpstream({
  'gpt-4o': gated(saying(['a'], usageOf(1000, 100))),
  'gpt-4o-mini': gated(saying(['a'], usageOf(1e9, 1e9))),
  'gpt-4.1': gated(saying(['a'], usageOf(1e15, -1))),
  'gpt-4.1-mini': gated(saying([unstorable], usageOf(1000, 100))),
  'gpt-4.1-nano': gated(failing(400, unstorable)),
  'gpt-4-turbo': gated(saying(['a'], usageOf(1e9, 1e9))),
})
after(() => upstream.stop())
const app = await startTestApp({
  llm: {
    providers: [{ name: 'openai', keys: ['operator-key'], baseUrl: upstream.url, options: { api: 'chat' } }],
    // Of a few tokens already more than the ledger can write.
    prices: { 'openai/gpt-4-turbo': { prompt: '1000000', completion: '1000000' } },
  },
})
after(() => app.stop())
const base = await app.listen()

type Sent = { key: string; user?: string; model?: string; metadata?: object; signal?: AbortSignal }

async function call({ key, user, model = 'gpt-4o', metadata = {}, signal }: Sent) {
  const response = await fetch(`${base}/api/v1/ai/llm/chat`, {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'content-type': 'application/json',
      ...(user ? { 'x-username': user } : {}),
    },
    body: JSON.stringify({
      model: `openai/${model}`,
      messages: [{ role: 'user', content: lookalike }],
      metadata,
    }),
    ...(signal ? { signal } : {}),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const newKey = async ({ admin }: TestProject): Promise<{ id: string; key: string }> =>
  (await admin.post('/api/v1/api-keys', { name: 'k' })).body.data

/** Sends them, waits until all are with the model, does something, and lets the model respond to all. */
async function together(sent: readonly Sent[], meanwhile: () => Promise<unknown> = async () => undefined) {
  gate = Promise.withResolvers()
  const before = upstream.requests.length
  let early: Awaited<ReturnType<typeof call>> | null = null
  const replies = sent.map(async (each) => {
    const reply = await call(each).catch(() => null)
    early ??= reply
    return reply
  })
  await until(() => early !== null || upstream.requests.length === before + sent.length, 'all requests')
  assert.equal(early, null)
  await meanwhile()
  gate.resolve()
  return Promise.all(replies)
}

type Row = { model: string; status: string; used: number; paid: number; entries: number; key: string }

const callsOf = ({ id }: TestProject) =>
  app.db.rows<Row>(sql`
    select substr(c.model_asked, 8) as model, c.status, c.used_micro as used, c.api_key_id as key,
           (select coalesce(sum(e.used_micro), 0)::bigint from usage_entry e
            where e.project_id = c.project_id and e.work_id = 'llm:' || c.id
              and e.external_user_id = c.external_user_id and e.api_key_id = c.api_key_id) as paid,
           (select count(*)::int from usage_entry e
            where e.project_id = c.project_id and e.work_id = 'llm:' || c.id) as entries
    from llm_call c where c.project_id = ${id}`)

/** Nothing is open or held, each call has one entry, and the sums say what the calls do. */
async function assertSettled(project: TestProject): Promise<Row[]> {
  const open = () => app.db.rows(sql`select id from llm_call_open where project_id = ${project.id}`)
  await until(async () => (await open()).length === 0, 'the ends')
  const calls = await callsOf(project)
  for (const each of calls) assert.deepEqual([each.entries, each.paid], [1, each.used], JSON.stringify(each))
  assert.deepEqual((await project.admin.get('/api/v1/usage/holds')).body.data, [])
  assert.deepEqual((await project.admin.get('/api/v1/usage/reconcile')).body.data.orphans, [])
  const [sums] = await app.db.rows<{ used: number }>(sql`
    select coalesce(sum(used_micro), 0)::bigint as used from usage_entry where project_id = ${project.id}`)
  assert.equal(
    calls.reduce((sum, { used }) => sum + used, 0),
    sums!.used,
  )
  return calls
}

const statusesOf = (replies: ({ status: number } | null)[]) => replies.map((reply) => reply?.status ?? 0)

test('each of mixed calls ends as it would alone', async () => {
  const [one, two] = [await app.newProject(), await app.newProject()]
  const keys = [one.adminKey, one.memberKey, (await newKey(one)).key, two.adminKey, two.memberKey]
  const models = ['gpt-4o', 'gpt-4o-mini', 'gpt-4.1', 'gpt-4.1-mini', 'gpt-4.1-nano']
  const sent = keys.flatMap((key, i) =>
    models.map((model, n) => ({
      key,
      model,
      metadata: { [`key ${lookalike}`]: lookalike },
      ...(n % 2 ? { user: `user-${i % 2}` } : {}),
    })),
  )
  // So that keys and settings are known and users exist.
  await together(sent.slice(0, 5))
  await together(sent.slice(15, 20))
  const replies = await together(sent)
  assert.deepEqual(
    statusesOf(replies),
    sent.map(({ model }) => (model === 'gpt-4.1-nano' ? 400 : 200)),
  )
  const costs: Record<string, number> = {
    'gpt-4o': 3_500_000,
    'gpt-4.1-mini': 560_000,
    'gpt-4.1-nano': 0,
  }
  for (const project of [one, two])
    for (const { model, status, used } of await assertSettled(project)) {
      assert.equal(status, model === 'gpt-4.1-nano' ? 'failed' : 'succeeded')
      if (model === 'gpt-4.1') assert.ok(used > 0 && used < 1_000_000, String(used))
      // As much of what was reported as is possible: thousands of tokens, and not a billion.
      else if (model === 'gpt-4o-mini') assert.ok(used > 0 && used < 20_000_000, String(used))
      else assert.equal(used, costs[model], model)
    }
})

test('a client that leaves, a key that is revoked and a cap in the middle concern no other call', async () => {
  const project = await app.newProject()
  const [steady, revoked] = [await newKey(project), await newKey(project)]
  await together([steady, revoked])
  const leaving = new AbortController()
  const sent: Sent[] = [
    ...Array.from({ length: 6 }, () => ({ key: steady.key })),
    { key: revoked.key },
    { key: revoked.key },
    { key: steady.key, signal: leaving.signal },
    { key: steady.key, user: 'ada' },
  ]
  const replies = await together(sent, async () => {
    leaving.abort()
    assert.equal((await project.admin.delete(`/api/v1/api-keys/${revoked.id}`)).status, 200)
    const cap = { scope: 'project', period: 'month', credits: 5 }
    assert.equal((await project.admin.post('/api/v1/usage/caps', cap)).status, 200)
    await until(
      async () => (await callsOf(project)).filter(({ status }) => status === 'cancelled').length === 3,
      'the calls whose clients left',
    )
  })
  assert.deepEqual(statusesOf(replies), [200, 200, 200, 200, 200, 200, 401, 401, 0, 200])
  const calls = await assertSettled(project)
  const paidBy = (id: string) =>
    calls.filter(({ key, used }) => key === id && used > 0).map(({ used }) => used)
  assert.deepEqual(paidBy(steady.id), Array<number>(8).fill(3_500_000))
  assert.deepEqual(paidBy(revoked.id), [3_500_000])
  assert.equal((await call({ key: steady.key })).status, 402)
})

test('a usage beyond what is possible is capped, and the call says so', async () => {
  const project = await app.newProject()
  const [reply] = await together([{ key: project.adminKey, model: 'gpt-4o-mini' }])
  const { usage, warnings } = reply!.body.data
  assert.ok(usage.promptTokens < 20_000 && usage.completionTokens < 20_000, JSON.stringify(usage))
  assert.deepEqual(
    [usage.estimated, warnings.map(({ code }: { code: string }) => code)],
    [true, ['usage_capped']],
  )
  const [believed] = await together([{ key: project.adminKey }])
  assert.deepEqual([believed!.body.data.usage.estimated, believed!.body.data.warnings], [false, undefined])
})

test('a call that costs more than the ledger can write ends with the most that it can, and alone', async () => {
  const project = await app.newProject()
  await together([{ key: project.adminKey }])
  const models = ['gpt-4o', 'gpt-4-turbo', 'gpt-4o']
  const replies = await together(models.map((model) => ({ key: project.adminKey, model })))
  assert.deepEqual(statusesOf(replies), [200, 200, 200])
  const used = (await assertSettled(project)).map((each) => each.used).sort((left, right) => left - right)
  assert.deepEqual(used, [3_500_000, 3_500_000, 3_500_000, maxMicroCredits])
})
