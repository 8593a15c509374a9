import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  chunk,
  saying,
  sendFrames,
  sendJson,
  startModelUpstream,
  usageOf,
} from '../../../test/fakes/model-upstream.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql, sqlText } from '../../kernel/db/db.ts'

const gate = Promise.withResolvers<void>()
const upstream = await startModelUpstream({
  'gpt-4o-mini': async (response, request) => {
    await gate.promise
    await saying(['a'], usageOf(10, 1))(response, request)
  },
  mine: saying(['hi']),
  'gpt-4o': saying(['a'], usageOf(10, 1)),
  // Does not care how much it was allowed to say.
  'gpt-4': (response) => {
    const words = Array.from({ length: 400 }, () => chunk({ content: 'word ' }))
    sendFrames(response, [...words, chunk({}, 'stop', usageOf(10, 400))])
  },
  'gpt-4.1': (response) => {
    const words = Array.from({ length: 5000 }, () => chunk({ content: 'word ' }))
    sendFrames(response, [...words, chunk({}, 'stop', usageOf(10, 5000))])
  },
  'gpt-4-turbo': (response, { body }) => {
    const words = Array.from({ length: body.max_tokens }, () => chunk({ content: 'word ' }))
    sendFrames(response, [...words, chunk({}, 'length', usageOf(10, body.max_tokens))])
  },
  'text-embedding-3-small': (response) =>
    sendJson(response, 200, {
      object: 'list',
      model: 'x',
      usage: { prompt_tokens: 50, total_tokens: 50 },
      data: [
        { object: 'embedding', index: 0, embedding: [1, 0] },
        { object: 'embedding', index: 1, embedding: [0, 1] },
      ],
    }),
  '/v1/models': (response) => sendJson(response, 200, { data: [{ id: 'mine' }, { id: 'other' }] }),
  '/v1/locked/models': (response) => sendJson(response, 401, { error: { message: 'Incorrect API key' } }),
})
after(() => upstream.stop())
const port = new URL(upstream.url).port

const app = await startTestApp({
  // URLs from a project are guarded: only this port of this machine is open to it.
  allowPrivate: `127.0.0.1:${port}`,
  llm: {
    providers: [
      { name: 'openai', keys: ['operator-key'], baseUrl: upstream.url, options: { api: 'chat' } },
      { name: 'compatible', keys: [], baseUrl: upstream.url },
    ],
    variables: { openai: ['OPENAI_API_KEY'] },
  },
})
after(() => app.stop())

let project: TestProject
before(async () => {
  project = await app.newProject()
})

const base = '/api/v1/ai'
const messages = [{ role: 'user', content: '/say hello' }]
const chat = (model: string, more: object = {}, { admin } = project) =>
  admin.post(`${base}/llm/chat`, { model, messages, ...more })
const assertReconciled = async ({ admin } = project) =>
  assert.deepEqual((await admin.get('/api/v1/usage/reconcile')).body.data.orphans, [])

describe('calls', () => {
  test('a crowd of calls leaves connections for everyone else', async () => {
    const { scope } = project
    const request = { model: 'openai/gpt-4o', system: null, prompt: 'Hello', parameters: {} }
    let maxWaiting = 0
    const watch = setInterval(() => {
      maxWaiting = Math.max(maxWaiting, app.poolStats().waiting)
    }, 0)
    const { signal } = new AbortController()
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => app.app.llm.complete(scope, request, signal)),
    )
    clearInterval(watch)
    assert.equal(replies.length, 60)
    assert.equal(maxWaiting, 0)
  })

  test('200 lists calls by model, user and time, and paginates by cursor', async () => {
    const own = await app.newProject()
    const first = await chat('local/demo', { metadata: { step: 'one' } }, own)
    await own.admin.as('ada').post(`${base}/llm/chat`, { model: 'local/demo', messages })
    await chat('openai/gpt-4o', {}, own)
    const all = await own.admin.get(`${base}/calls`)
    assert.equal(all.body.total, 3)
    assert.deepEqual(
      all.body.data.map(({ servedModel }: { servedModel: string }) => servedModel),
      ['openai/gpt-4o', 'local/demo', 'local/demo'],
    )
    const page = await own.admin.get(`${base}/calls?limit=2`)
    const rest = await own.admin.get(`${base}/calls?limit=2&cursor=${page.body.nextCursor}`)
    assert.deepEqual([rest.body.data.length, rest.body.data[0].id], [1, first.body.data.id])
    assert.equal(rest.body.nextCursor, null)
    assert.equal((await own.admin.get(`${base}/calls?model=openai/gpt-4o&status=succeeded`)).body.total, 1)
    assert.equal((await own.admin.as('ada').get(`${base}/calls`)).body.total, 1)
    assert.equal((await own.admin.get(`${base}/calls?to=2020-01-01`)).body.total, 0)
  })

  test('200 with everything of one call; its text only where the project stores it', async () => {
    const own = await app.newProject()
    const silent = await chat('local/demo', {}, own)
    const stored = (await own.admin.get(`${base}/calls/${silent.body.data.id}`)).body.data
    assert.deepEqual([stored.prompt, stored.answer], [null, null])
    await own.admin.patch('/api/v1/project', { storePrompts: true })
    const { body } = await chat('local/demo', { metadata: { step: 'one' } }, own)
    const call = (await own.admin.get(`${base}/calls/${body.data.id}`)).body.data
    assert.equal(call.prompt.messages[0].content[0].text, '/say hello')
    assert.equal(call.answer.text, 'hello')
    assert.deepEqual(
      [call.metadata, call.attempts.length, call.usage.completionTokens],
      [{ step: 'one' }, 1, 1],
    )
    assert.ok(call.totalMs >= call.firstTokenMs)
  })

  test('the calls of an end user are exported, and deleted when the user is erased; the ledger still adds up', async () => {
    const own = await app.newProject()
    const ada = own.admin.as('ada')
    const { body } = await ada.post(`${base}/llm/chat`, { model: 'openai/gpt-4o', messages })
    const user = (await own.admin.get('/api/v1/external-users/username/ada')).body.data
    const exported = await own.admin.get(`/api/v1/external-users/${user.id}/export`)
    assert.match(exported.text, /"type":"llm_call"/)
    await own.admin.delete(`/api/v1/external-users/${user.id}`)
    assert.equal((await own.admin.get(`${base}/calls/${body.data.id}`)).status, 404)
    const rows = await app.db.rows(sql`select prompt, answer from llm_call where project_id = ${own.id}`)
    assert.deepEqual(rows, [{ prompt: null, answer: null }])
    await assertReconciled(own)
  })

  /** As a killed node leaves a call: running, partly streamed. */
  async function leaveRunning(own: TestProject, like: string, id: string): Promise<void> {
    await app.db.rows(sql`
      insert into llm_call (project_id, id, external_user_id, request_id, kind, status, model_asked, provider, is_streamed,
        held_micro, keeps_payloads, created_at)
      select project_id, ${id}, external_user_id, request_id, kind, 'running', model_asked, provider, true, 5000000, false,
        created_at from llm_call where id = ${like}`)
    await app.db.rows(sql`
      insert into llm_call_open (project_id, id, node_id, alive_until, prompt_tokens, completion_tokens, subject)
      values (${own.id}, ${id}, ${id}, now() - interval '1 s', 1000, 100, '{"threadId": "t1"}')`)
  }

  test('a live node ends the calls of one that died, whenever that was, and releases their credits', async () => {
    const own = await app.newProject()
    const { body } = await chat('openai/gpt-4o', {}, own)
    const survivor = app.secondNode()
    survivor.lostWork.start()
    for (const number of [3, 4]) {
      const id = `0199f1a0-0000-7000-8000-00000000dea${number}`
      await leaveRunning(own, body.data.id, id)
      await app.app.usage.hold(app.db, own.scope, {
        workId: `llm:${id}`,
        type: 'ai_model',
        microCredits: 5_000_000,
      })
      await until(async () => (await own.admin.get('/api/v1/usage/holds')).body.data.length === 0, 'its end')
      assert.equal((await own.admin.get(`${base}/calls/${id}`)).body.data.status, 'failed')
    }
    await survivor.lostWork.stop()
    await survivor.llm.stop()
    await assertReconciled(own)
  })

  for (const isHeld of [true, false])
    test(`a call of a node that died is ended, and paid as far as it had come, ${isHeld ? 'held' : 'unheld'}`, async () => {
      const own = await app.newProject()
      const { body } = await chat('openai/gpt-4o', {}, own)
      const id = `0199f1a0-0000-7000-8000-00000000dea${isHeld ? 1 : 2}`
      await leaveRunning(own, body.data.id, id)
      const before = (await own.admin.get(`${base}/calls/${id}`)).body.data
      assert.deepEqual([before.status, before.usage.completionTokens], ['running', 100])
      const work = { workId: `llm:${id}`, type: 'ai_model', microCredits: 5_000_000 } as const
      if (isHeld) await app.app.usage.hold(app.db, own.scope, work)
      await app.app.sweep()
      const call = (await own.admin.get(`${base}/calls/${id}`)).body.data
      // (1000 x 2.5 + 100 x 10) / 1,000,000 USD, a thousand credits each.
      assert.deepEqual([call.status, call.usage.credits, call.usage.estimated], ['failed', 3.5, true])
      assert.equal(call.usage.completionTokens, 100)
      if (!isHeld) {
        const { data } = (await own.admin.get('/api/v1/usage/threads/t1')).body
        assert.deepEqual([data.credits, data.entries], [3.5, 1])
      }
      await assertReconciled(own)
    })

  test('where nothing limits the project nothing is set aside, and a balance that comes meanwhile pays', async () => {
    const own = await app.newProject()
    const requested = upstream.requests.length
    const response = chat('openai/gpt-4o-mini', {}, own)
    await until(async () => upstream.requests.length > requested)
    assert.equal((await own.admin.get('/api/v1/usage/holds')).body.data.length, 0)
    await (await app.operatorOf(own)).post('/api/v1/usage/grants', { credits: 0.001, reason: 'test' })
    gate.resolve()
    const { status, body } = await response
    // No more than was there, of the 0.0021 that it cost.
    assert.deepEqual([status, body.data.usage.credits], [200, 0.001])
    const { data } = (await own.admin.get('/api/v1/usage/balance')).body
    assert.deepEqual([data.balance, data.held], [0, 0])
    await assertReconciled(own)
  })

  test('what the project decides counts for the very next call, also on a node that knows what was before', async () => {
    const own = await app.newProject()
    assert.equal((await chat('openai/gpt-4o', {}, own)).status, 200)
    // As another node would: past everything that this one remembers.
    await app.db.rows(sql`
      insert into model_setting (project_id, model_id, is_active, updated_at) values (${own.id}, 'openai/gpt-4o', false, now())`)
    assert.equal((await chat('openai/gpt-4o', {}, own)).body.error.code, 'model_inactive')
    await app.db.rows(sql`delete from model_setting where project_id = ${own.id}`)
    assert.equal((await chat('openai/gpt-4o', {}, own)).status, 200)
    await app.db.rows(sql`
      update project set settings = settings || '{"storePrompts": true}' where id = ${own.id}`)
    const { body } = await chat('openai/gpt-4o', {}, own)
    const stored = (await own.admin.get(`${base}/calls/${body.data.id}`)).body.data
    assert.equal(stored.answer.text, 'a')
    await assertReconciled(own)
  })
})

describe('providers', () => {
  test('200 shows members which are configured, and nothing of how; 403 for all of it', async () => {
    const own = await app.newProject()
    await own.admin.put(`${base}/providers`, { name: 'mistral', apiKeys: ['a-key-of-mistral'] })
    await own.admin.put(`${base}/providers`, { name: 'groq', apiKeys: ['a-key-of-groq'], isEnabled: false })
    await own.admin.put(`${base}/providers`, { name: 'xai' })
    const { body, text } = await own.member.get(`${base}/providers/status`)
    assert.deepEqual(
      Object.fromEntries(body.data.map((each: { name: string; status: string }) => [each.name, each.status])),
      {
        local: 'ready',
        openai: 'ready',
        compatible: 'ready',
        mistral: 'ready',
        groq: 'disabled',
        xai: 'incomplete',
      },
    )
    assert.doesNotMatch(text, /127\.0\.0\.1|key/)
    assert.equal((await own.member.get(`${base}/providers`)).status, 403)
  })

  test('200 under any name, and of a short key nothing is shown', async () => {
    const own = await app.newProject()
    for (const name of ['constructor', 'valueof'])
      assert.equal(
        (await own.admin.put(`${base}/providers`, { name, baseUrl: upstream.url, apiKeys: ['short'] })).body
          .data.keys[0].last4,
        null,
      )
    const { body } = await own.admin.put(`${base}/providers`, {
      name: 'groq',
      apiKeys: ['gsk-of-usual-length'],
    })
    assert.equal(body.data.keys[0].last4, 'ngth')
  })

  test('400 for a key of two lines', async () => {
    const { status, body } = await project.admin.put(`${base}/providers`, {
      name: 'groq',
      apiKeys: ['a\r\nx-other: b'],
    })
    assert.deepEqual([status, body.error.details[0].path], [400, '/apiKeys/0'])
  })

  test('200 lists all that are known; keys and the operator’s URL are not shown', async () => {
    const { body, text } = await project.admin.get(`${base}/providers`)
    const byName = new Map(body.data.map((each: { name: string }) => [each.name, each]))
    const openai = byName.get('openai') as Record<string, unknown>
    assert.deepEqual([openai.source, openai.isConfigured, openai.baseUrl], ['environment', true, null])
    assert.deepEqual(openai.environment, ['OPENAI_API_KEY'])
    assert.equal((byName.get('anthropic') as Record<string, unknown>).isConfigured, false)
    assert.ok(!text.includes('operator-key'))
  })

  test('200 sets one up, tests it with a call, takes its models over and removes it', async () => {
    const own = await app.newProject()
    const put = await own.admin.put(`${base}/providers`, {
      name: 'house',
      baseUrl: upstream.url,
      apiKeys: ['secret-key-abcd', 'secret-key-wxyz'],
    })
    assert.equal(put.status, 200, put.text)
    assert.deepEqual(
      put.body.data.keys.map(({ last4 }: { last4: string }) => last4),
      ['abcd', 'wxyz'],
    )
    assert.deepEqual(put.body.data.sync, { name: 'house', models: 2, error: null })
    const unnamed = await own.admin.post(`${base}/llm/generate`, { prompt: 'hello' })
    assert.deepEqual([unnamed.body.data.text, unnamed.body.data.model], ['hi', 'house/mine'])
    const tested = await own.admin.post(`${base}/providers/house/test`, { model: 'house/mine' })
    assert.deepEqual([tested.body.data.ok, tested.body.data.text], [true, 'hi'])
    assert.equal(upstream.requests.at(-1)!.headers.authorization, 'Bearer secret-key-abcd')
    const failed = await own.admin.post(`${base}/providers/house/test`, { model: 'house/none' })
    assert.deepEqual([failed.body.data.ok, failed.body.data.error.code], [false, 'model_not_found'])
    const synced = await own.admin.post(`${base}/models/sync`)
    const vendorSlug = synced.body.data.providers.find(({ name }: { name: string }) => name === 'house')
    assert.deepEqual(vendorSlug, { name: 'house', models: 2, error: null })
    assert.equal((await own.admin.get(`${base}/models/house/other`)).body.data.modelId, 'house/other')
    assert.equal((await own.admin.get(`${base}/models?provider=house`)).body.data.length, 2)
    assert.equal((await own.admin.delete(`${base}/providers/house`)).status, 200)
    assert.equal((await chat('house/mine', {}, own)).status, 404)
    await assertReconciled(own)
  })

  test('a provider that refuses the key says so, and names what to check when it is tested', async () => {
    const own = await app.newProject()
    const put = await own.admin.put(`${base}/providers`, {
      name: 'house',
      baseUrl: `${upstream.url}/locked`,
      apiKeys: ['wrong-key-abcd'],
    })
    assert.equal(put.body.data.sync.error, 'it refuses the API key (status 401)')
    const tested = await own.admin.post(`${base}/providers/house/test`, {})
    assert.deepEqual([tested.status, tested.body.error.code], [400, 'invalid_parameter'])
    assert.match(tested.body.error.hint, /check its API key and base URL/)
  })

  test('a misspelt provider of the project leads to its models', async () => {
    const own = await app.newProject()
    await own.admin.put(`${base}/providers`, {
      name: 'house',
      baseUrl: upstream.url,
      apiKeys: ['secret-abcd'],
    })
    assert.ok((await chat('hose/mine', {}, own)).body.error.nearMatches.includes('house/mine'))
  })

  test('keys are dropped when the URL changes, and stay when they are not in the request', async () => {
    const own = await app.newProject()
    const set = (more: object) => own.admin.put(`${base}/providers`, { name: 'house', ...more })
    await set({ baseUrl: upstream.url, apiKeys: ['secret-key-abcd'] })
    assert.equal((await set({ isEnabled: true })).body.data.keys.length, 1)
    assert.equal((await set({ baseUrl: `${upstream.url}/elsewhere` })).body.data.keys.length, 0)
    assert.equal((await set({ isEnabled: false })).body.data.isConfigured, false)
  })

  test("a project's own key is used instead of the operator's, and never sent where it was not meant", async () => {
    const own = await app.newProject()
    await own.admin.put(`${base}/providers`, {
      name: 'openai',
      baseUrl: upstream.url,
      options: { api: 'chat' },
    })
    await chat('openai/gpt-4o', {}, own)
    assert.equal(upstream.requests.at(-1)!.headers.authorization, 'Bearer none')
  })

  test('400 for a private address and for the offline model', async () => {
    const set = (body: object) => project.admin.put(`${base}/providers`, body)
    const refused = await set({ name: 'inner', baseUrl: 'http://127.0.0.1:5432/v1' })
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'address_not_allowed'])
    assert.equal((await set({ name: 'local', apiKeys: ['x'] })).status, 400)
    assert.equal((await set({ name: 'nameless' })).status, 400)
  })

  test('keys are nowhere in the database', async () => {
    const rows = await app.db.rows(sql`select t::text as line from llm_provider t`)
    assert.ok(rows.length > 0)
    assert.ok(!JSON.stringify(rows).includes('secret-key'))
  })
})

describe('quotes', () => {
  test('200 returns dollars in decimal notation', async () => {
    const { body } = await project.admin.post(`${base}/llm/quote`, { model: 'openai/gpt-4o', prompt: 'hi' })
    assert.deepEqual(body.data.max, { credits: 40.9725, usd: 0.0409725 })
  })

  test('200 holds the worst price; the call that uses it is paid from it, once', async () => {
    const own = await app.newProject()
    const quoted = await own.admin.post(`${base}/llm/quote`, {
      model: 'openai/gpt-4o',
      messages,
      maxTokens: 100,
    })
    const { holdId, min, max } = quoted.body.data
    assert.ok(max.credits > min.credits && min.credits > 0)
    assert.equal((await own.admin.get('/api/v1/usage/holds')).body.data[0].credits, max.credits)
    const { body } = await chat('openai/gpt-4o', { holdId, maxTokens: 100 }, own)
    assert.equal(body.data.id, holdId)
    assert.ok(body.data.usage.credits <= max.credits)
    assert.equal((await chat('openai/gpt-4o', { holdId }, own)).status, 409)
    assert.equal((await chat('openai/gpt-4o', { holdId }, project)).status, 404)
    assert.deepEqual((await own.admin.get('/api/v1/usage/holds')).body.data, [])
    await assertReconciled(own)
  })

  for (const [model, kind] of [
    ['openai/gpt-4', 'that does not care how much it may say'],
    ['openai/gpt-4-turbo', 'that follows its instructions'],
  ])
    test(`budget: a model ${kind} stops at the ceiling`, async () => {
      const own = await app.newProject()
      const maxCredits = 5
      const quoted = await own.admin.post(`${base}/llm/quote`, {
        model,
        messages,
        maxTokens: 4000,
        maxCredits,
      })
      const { body } = await chat(model!, { holdId: quoted.body.data.holdId, maxTokens: 4000 }, own)
      assert.equal(body.data.finishReason, 'budget')
      assert.ok(body.data.usage.credits <= maxCredits)
      assert.ok(body.data.text.length > 100)
      await assertReconciled(own)
    })

  test('402 where the prompt alone passes the ceiling: then no provider is called', async () => {
    const own = await app.newProject()
    const requested = () => upstream.requests.length
    const low = await own.admin.post(`${base}/llm/quote`, {
      model: 'openai/gpt-4o',
      messages,
      maxCredits: 0.000001,
    })
    assert.deepEqual([low.status, low.body.error.code], [402, 'budget_exceeded'])
    const quoted = await own.admin.post(`${base}/llm/quote`, {
      model: 'openai/gpt-4o',
      messages,
      maxTokens: 1,
    })
    const before = requested()
    const { holdId } = quoted.body.data
    const long = [{ role: 'user', content: 'word '.repeat(10_000) }]
    assert.equal((await chat('openai/gpt-4o', { holdId, messages: long }, own)).status, 402)
    assert.equal(requested(), before)
    assert.equal((await chat('openai/gpt-4o', { holdId, maxTokens: 1 }, own)).status, 200)
    await assertReconciled(own)
  })

  test('credits of a quote that no one used come back', async () => {
    const own = await app.newProject()
    await own.admin.post(`${base}/llm/quote`, { model: 'openai/gpt-4o', prompt: 'x' })
    app.clock.advance(16 * 60_000)
    await app.app.sweep()
    assert.deepEqual((await own.admin.get('/api/v1/usage/holds')).body.data, [])
    await assertReconciled(own)
  })

  test('one quote that cannot be given back does not keep the others', async () => {
    const own = await app.newProject()
    const quote = async () =>
      (await own.admin.post(`${base}/llm/quote`, { model: 'openai/gpt-4o', prompt: 'x' })).body.data.holdId
    const bad = await quote()
    await quote()
    await app.db.rows(sql`
      create function refuse_it() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$`)
    await app.db.rows(
      sqlText(`create trigger refuse_it before update on llm_quote for each row when (old.id = '${bad}')
        execute function refuse_it()`),
    )
    app.clock.advance(16 * 60_000)
    await app.app.sweep()
    const held = async () => (await own.admin.get('/api/v1/usage/holds')).body.data.length
    assert.equal(await held(), 1)
    assert.ok(app.logLines.some((line) => line.includes('some expired quotes') && line.includes(bad)))
    await app.db.rows(sql`drop function refuse_it cascade`)
    await app.app.sweep()
    assert.equal(await held(), 0)
    await assertReconciled(own)
  })

  test('a long response without a limit ends where there is nothing more to hold', async () => {
    const own = await app.newProject()
    // Enough for what is held at first, not for as much again.
    await (await app.operatorOf(own)).post('/api/v1/usage/grants', { credits: 40, reason: 'test' })
    const { text } = await chat('openai/gpt-4.1', { stream: true }, own)
    const done = JSON.parse(/event: done\ndata: (.*)\n/.exec(text)![1]!)
    assert.deepEqual([done.finishReason, done.usage.estimated], ['budget', true])
    assert.ok(done.usage.credits > 0 && done.usage.credits <= 40)
    assert.ok(done.text.length < 25_000)
    await assertReconciled(own)
  })
})

describe('embeddings and counts', () => {
  test('404 for a model that no list knows, of a provider whose models are known: it has no price', async () => {
    const { status, body } = await project.admin.post(`${base}/llm/embeddings`, {
      model: 'openai/text-embedding-9',
      input: 'x',
    })
    assert.deepEqual([status, body.error.code], [404, 'model_not_found'])
  })

  test('200 embeds, priced; without a key by the offline model', async () => {
    const { body } = await project.admin.post(`${base}/llm/embeddings`, { input: ['a', 'b'] })
    assert.equal(body.data.model, 'openai/text-embedding-3-small')
    assert.deepEqual(body.data.embeddings, [
      [1, 0],
      [0, 1],
    ])
    assert.equal(body.data.usage.credits, 0.001)
    const local = await project.admin.post(`${base}/llm/embeddings`, {
      input: ['red apple', 'green apple', 'blue sky'],
      model: 'local/use-lite',
    })
    const [red, green, sky] = local.body.data.embeddings as [number[], number[], number[]]
    const near = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)
    assert.ok(near(red, green) > near(red, sky) + 0.2)
    assert.equal(
      (await project.admin.post(`${base}/llm/embeddings`, { input: 'x', model: 'nobody/x' })).status,
      404,
    )
    await assertReconciled()
  })

  test('200 embeds tokens where the model takes them, 400 where it does not', async () => {
    const embed = (input: unknown, model: string) =>
      project.admin.post('/api/v1/openai/embeddings', { input, model })
    const tokens = [[9906, 1917], [15339]]
    const { body, status, headers } = await embed(tokens, 'text-embedding-3-small')
    assert.deepEqual([status, body.data.length], [200, 2])
    assert.deepEqual(upstream.requests.at(-1)!.body.input, tokens)
    const call = (await project.admin.get(`${base}/calls/${headers['x-llm-call-id']}`)).body.data
    assert.equal(call.kind, 'embedding')
    const refused = await embed([9906, 1917], 'local/use-lite')
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'unsupported_parameter'])
    assert.match(refused.body.error.message, /does not accept token input/)
    assert.equal((await embed([1, 'two'], 'text-embedding-3-small')).status, 400)
    await assertReconciled()
  })

  test('200 counts tokens without asking anyone', async () => {
    const count = (body: object) => project.admin.post(`${base}/llm/count-tokens`, body)
    assert.equal((await count({ prompt: 'hello world', model: 'openai/gpt-5' })).body.data.tokens, 2)
    assert.ok((await count({ messages, tools: [{ name: 'x' }] })).body.data.tokens > 10)
    assert.equal((await count({})).status, 400)
  })
})

test('capabilities show which providers are live', async () => {
  const { llm, embeddings } = (await project.admin.get('/api/v1/capabilities')).body.data
  assert.deepEqual(
    llm.drivers.map(({ name }: { name: string }) => name),
    ['local', 'openai', 'compatible'],
  )
  assert.equal(embeddings.isLive, true)
})
