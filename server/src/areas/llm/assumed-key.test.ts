import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { saying, startModelUpstream, usageOf } from '../../../test/fakes/model-upstream.ts'
import { type Caller, startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { type Statement, sql } from '../../kernel/db/db.ts'

/** The key of a call is checked by the transaction that begins it. What others changed counts for the very next call. */
const upstream = await startModelUpstream({ 'gpt-4o': saying(['a'], usageOf(1000, 100)) })
after(() => upstream.stop())
const app = await startTestApp({
  rateLimitPerMinute: 60,
  llm: {
    providers: [{ name: 'openai', keys: ['operator-key'], baseUrl: upstream.url, options: { api: 'chat' } }],
  },
})
after(() => app.stop())

const path = '/api/v1/ai/llm/chat'
const messages = [{ role: 'user', content: 'hello' }]
const body = { model: 'openai/gpt-4o', messages }

type Key = { id: string; key: string; caller: Caller; project: TestProject }

/** A key that this node has seen, in a project whose settings it knows. */
async function knownKey(project: TestProject, fields: object = { role: 'admin' }): Promise<Key> {
  const { id, key } = (await project.admin.post('/api/v1/api-keys', { name: 'k', ...fields })).body.data
  const caller = app.callerWith({ 'x-api-key': key })
  for (let i = 0; i < 2; i++) assert.equal((await caller.post(path, body)).status, 200)
  return { id, key, caller, project }
}

const callsOf = async ({ id }: Key) =>
  (await app.db.rows(sql`select id from llm_call where api_key_id = ${id}`)).length

/** Without the API, as another node would, and without a notification. */
const change = ({ id }: Key, fields: Statement) =>
  app.db.rows(sql`update api_key set ${fields} where id = ${id}`)
const revoke = (key: Key) => change(key, sql`revoked_at = now()`)

async function assertNothingDone(key: Key, work: () => Promise<unknown>) {
  const [requests, calls] = [upstream.requests.length, await callsOf(key)]
  await work()
  assert.deepEqual([upstream.requests.length, await callsOf(key)], [requests, calls])
}

/** The statements that were sent meanwhile, but those of background work. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { sent } = await app.statements.during(work)
  return sent.filter((text) => /api_key|llm_call|usage_entry/.test(text))
}

test('a known key is not looked up: a call is two transactions', async () => {
  const key = await knownKey(await app.newProject())
  const sent = await statementsOf(async () => assert.equal((await key.caller.post(path, body)).status, 200))
  assert.deepEqual(
    sent.filter((text) => /from api_key where hash/.test(text)),
    [],
  )
  assert.equal(sent.filter((text) => /into llm_call .*from api_key where project_id/s.test(text)).length, 1)
})

const changes: [string, Statement, number, string][] = [
  ['revoked', sql`revoked_at = now()`, 401, 'api_key_revoked'],
  ['expired', sql`expires_at = now() - interval '1 minute'`, 401, 'api_key_expired'],
  ['given another value', sql`hash = 'another'`, 401, 'invalid_api_key'],
  [
    'given another value, with an overlap that is over',
    sql`old_hash = hash, hash = 'one more', old_hash_until = now() - interval '1 minute'`,
    401,
    'api_key_revoked',
  ],
  ['restricted', sql`scopes = '{llm:read}'`, 403, 'insufficient_scope'],
  ['bound to other addresses', sql`allowed_ips = '{192.0.2.1/32}'`, 403, 'ip_not_allowed'],
]
describe('a key is refused for the next call once it was', () => {
  for (const [how, fields, status, code] of changes)
    test(how, async () => {
      const key = await knownKey(await app.newProject())
      await change(key, fields)
      await assertNothingDone(key, async () => {
        const refused = await key.caller.post(path, body)
        assert.deepEqual([refused.status, refused.body.error.code], [status, code])
      })
    })

  test('removed', async () => {
    const key = await knownKey(await app.newProject())
    await app.db.rows(sql`delete from api_key where id = ${key.id}`)
    await assertNothingDone(key, async () => {
      const refused = await key.caller.post(path, body)
      assert.deepEqual([refused.status, refused.body.error.code], [401, 'invalid_api_key'])
    })
  })

  test('revoked, on every API and for streams, with the response that an unknown key gets', async () => {
    const key = await knownKey(await app.newProject())
    await revoke(key)
    const input = { model: 'openai/gpt-4o', input: 'hello' }
    await assertNothingDone(key, async () => {
      for (const [url, sent] of [
        [path, { ...body, stream: true }],
        ['/api/v1/ai/llm/generate', { model: 'openai/gpt-4o', prompt: 'hello' }],
        ['/api/v1/openai/chat/completions', body],
        ['/api/v1/openai/responses', input],
        ['/api/v1/anthropic/v1/messages', { ...body, max_tokens: 10, stream: true }],
      ] as const) {
        const refused = await key.caller.post(url, sent)
        const looked = await key.caller.as('ada').post(url, sent)
        assert.equal(refused.status, 401, url)
        assert.match(refused.text, /revoked/)
        const namesOf = ({ headers }: typeof refused) => Object.keys(headers).sort()
        assert.deepEqual(namesOf(refused), namesOf(looked))
      }
    })
  })

  test('whatever else is wrong with the request', async () => {
    const key = await knownKey(await app.newProject())
    for (let i = 0; i < 2; i++) assert.equal((await key.caller.post(path, { model: 1 })).status, 400)
    await revoke(key)
    await assertNothingDone(key, async () => {
      for (const sent of [
        '{"model":',
        { model: 1 },
        { ...body, unknown: true },
        { ...body, model: 'openai/none' },
        { ...body, messages: [{ role: 'user', content: [{ type: 'file', fileId: key.id }] }] },
      ]) {
        const refused = await key.caller.post(path, sent)
        assert.deepEqual([refused.status, refused.body.error.code], [401, 'api_key_revoked'])
        assert.equal(refused.headers['x-ignored-fields'], undefined)
      }
    })
  })
})

test('a known key that has spent its rate limit gets 429, and 401 once it is revoked', async () => {
  const key = await knownKey(await app.newProject())
  await app.clock.standing(async () => {
    let status = 200
    for (let i = 0; i < 80 && status !== 429; i++) status = (await key.caller.post(path, { model: 1 })).status
    assert.equal(status, 429)
    await revoke(key)
    assert.equal((await key.caller.post(path, body)).body.error.code, 'api_key_revoked')
  })
})

test('a role that changed is the role of the next call', async () => {
  const project = await app.newProject()
  const key = await knownKey(project)
  await app.db.rows(sql`
    insert into model_setting (project_id, model_id, is_active, updated_at)
    values (${project.id}, 'openai/gpt-4o', false, now())`)
  assert.equal((await key.caller.post(path, body)).body.error.code, 'model_inactive')
  await change(key, sql`role = 'member'`)
  assert.equal((await key.caller.post(path, body)).body.error.code, 'model_not_found')
})

test('a key that was given more rights has them at its next call', async () => {
  const key = await knownKey(await app.newProject())
  await change(key, sql`scopes = '{llm:read}'`)
  assert.equal((await key.caller.post(path, body)).status, 403)
  await change(key, sql`scopes = '{}'`)
  assert.equal((await key.caller.post(path, body)).status, 200)
})

test('the time of the last use is noted as often as before', async () => {
  const key = await knownKey(await app.newProject())
  const lastUsed = async () =>
    (await app.db.rows<{ at: string }>(sql`select last_used_at as at from api_key where id = ${key.id}`))[0]!
      .at
  await until(async () => (await lastUsed()) !== null, 'the first use')
  const first = await lastUsed()
  app.clock.advance(61_000)
  assert.equal((await key.caller.post(path, body)).status, 200)
  await until(async () => (await lastUsed()) > first, 'the next use')
})

test('of calls that begin together only those of the revoked key are refused, and those of others stay fast', async () => {
  const project = await app.newProject()
  const [good, other, revoked] = [
    await knownKey(project),
    await knownKey(project),
    await knownKey(project, { role: 'member' }),
  ]
  await revoke(revoked)
  const keys = [good, revoked, other, good, revoked, other, good, good]
  const requests = upstream.requests.length
  const before = await Promise.all([good, other, revoked].map(callsOf))
  const replies = await Promise.all(keys.map(({ caller }) => caller.post(path, body)))
  assert.deepEqual(
    replies.map(({ status }) => status),
    keys.map((key) => (key === revoked ? 401 : 200)),
  )
  assert.equal(upstream.requests.length - requests, 6)
  const now = await Promise.all([good, other, revoked].map(callsOf))
  assert.deepEqual(
    now.map((count, i) => count - before[i]!),
    [4, 2, 0],
  )
  assert.deepEqual((await project.admin.get('/api/v1/usage/reconcile')).body.data.orphans, [])
  // What one of them was refused for is not taken for a limit of the project.
  const sent = await statementsOf(async () => assert.equal((await good.caller.post(path, body)).status, 200))
  assert.equal(sent.filter((text) => /into llm_call .*from api_key where project_id/s.test(text)).length, 1)
})
