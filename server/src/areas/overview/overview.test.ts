import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newAgent, say } from '../../../test/agents/api.ts'
import { type Caller, startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import type { ActivityPoint, AttentionItem } from './schema.ts'

const app = await startTestApp({ hasPieces: false })
app.app.runs.start()
after(async () => {
  await app.app.runs.stop()
  await app.stop()
})

const base = '/api/v1/overview'
const workflows = '/api/v1/workflow/manager'
let project: TestProject
before(async () => {
  project = await app.newProject()
})

const graphOf = (code: string) => ({
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'work', type: 'code', code },
    { id: 'end', type: 'end' },
  ],
  edges: [
    { from: 'start', to: 'work' },
    { from: 'work', to: 'end' },
  ],
})

async function execute(id: string, mode = 'production'): Promise<string> {
  const started = await project.admin.post(`${workflows}/execute/${id}`, {
    input: {},
    mode,
    allowWhenInactive: true,
  })
  const { executionId } = started.body.data
  await until(
    async () =>
      ['completed', 'failed'].includes(
        (await project.admin.get(`${workflows}/executions/${executionId}`)).body.data.status,
      ),
    'the execution to end',
  )
  return executionId
}

const attention = async (of = project): Promise<AttentionItem[]> =>
  (await of.admin.get(`${base}/attention`)).body.data.items

const total = (points: readonly ActivityPoint[], key: keyof ActivityPoint) =>
  points.reduce((sum, point) => sum + Number(point[key]), 0)

test('200: first steps are those of the project itself, each of which is done by doing it', async () => {
  const steps = async () => (await project.admin.get(`${base}/first-steps`)).body.data
  const none = { hasAnswer: false, hasToolRun: false, hasWorkflowRun: false, hasRow: false }
  assert.deepEqual({ ...(await steps()), hasCalledApi: false }, { hasCalledApi: false, ...none })
  const message = { messages: [{ role: 'user', content: '/say hi' }], model: 'local/demo' }
  const act = async (caller: typeof project.admin, name: string) => {
    const response = await caller.post('/api/v1/ai/llm/chat', message)
    assert.equal(response.status, 200, response.text)
    const tool = await caller.post('/api/v1/tools/execute/math_calculate', {
      arguments: { expression: '1+1' },
    })
    assert.equal(tool.status, 200, tool.text)
    const table = await caller.post('/api/v1/table/collections', { name })
    const row = await caller.post(`/api/v1/table/collections/${table.body.data.id}/documents`, {
      data: { total: 3 },
    })
    assert.equal(row.status, 200, row.text)
  }
  await act(project.admin.as('somebody'), 'Theirs')
  assert.deepEqual(await steps(), { hasCalledApi: true, ...none })
  await act(project.admin, 'Own')
  const created = await project.admin.post(`${workflows}/create`, {
    name: 'Works',
    graph: graphOf('return 1'),
  })
  await execute(created.body.data.id, 'test')
  assert.deepEqual(await steps(), {
    hasCalledApi: true,
    hasAnswer: true,
    hasToolRun: true,
    hasWorkflowRun: true,
    hasRow: true,
  })
})

describe('activity', () => {
  test('200: counts runs, calls, tool runs and failures of all users, by hour', async () => {
    const { data } = (await project.admin.get(`${base}/activity?range=24h`)).body
    assert.deepEqual([data.unit, data.timeZone, data.isPartial], ['hour', 'UTC', false])
    assert.deepEqual(
      (['runs', 'failedRuns', 'calls', 'failedCalls', 'toolRuns'] as const).map((key) =>
        total(data.points, key),
      ),
      [1, 0, 2, 0, 2],
    )
    const busy = data.points.find(({ calls }: ActivityPoint) => calls > 0)
    assert.ok(busy.p50Ms !== null && busy.p95Ms >= busy.p50Ms)
    assert.equal(data.points[0].p50Ms, null)
  })

  test('200: days begin in the given time zone, and have 23 hours when clocks change', async () => {
    const { data } = (await project.admin.get(`${base}/activity?range=90d&timeZone=Pacific/Auckland`)).body
    const midnight = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Pacific/Auckland',
      timeStyle: 'short',
    })
    assert.equal(data.unit, 'day')
    assert.ok(data.points.length >= 90 && data.points.length <= 92)
    for (const { at } of data.points) assert.equal(midnight.format(new Date(at)), '00:00', at)
    assert.equal(total(data.points, 'calls'), 2)
  })

  test('400: a time zone or range that does not exist', async () => {
    for (const query of ['timeZone=Mars/Base', "timeZone=UTC'; select 1", 'timeZone=%2B01:00', 'range=1y']) {
      const { status } = await project.admin.get(`${base}/activity?${query}`)
      assert.equal(status, 400, query)
    }
  })
})

describe('attention', () => {
  test('200: a workflow that failed is listed with its newest failure until it succeeds', async () => {
    const created = await project.admin.post(`${workflows}/create`, {
      name: 'Stock check',
      graph: graphOf("throw new Error('out of stock')"),
    })
    const { id } = created.body.data
    await execute(id, 'test')
    assert.deepEqual(await attention(), [], 'a test run needs nobody')
    await execute(id)
    const last = await execute(id)
    const [item, ...others] = await attention()
    assert.deepEqual(others, [])
    assert.deepEqual(
      [item!.kind, item!.id, item!.parentId, item!.title, item!.count, item!.state],
      ['execution', last, id, 'Stock check', 2, 'failed'],
    )
    assert.match(item!.reason!, /out of stock/)
    await project.admin.patch(`${workflows}/update/${id}`, { graph: graphOf('return 1') })
    await execute(id)
    assert.deepEqual(await attention(), [])
  })

  test('200: a run that a limit stopped is no success, and is listed', async () => {
    const other = await app.newProject()
    const agent = await newAgent(other.admin, {
      tools: { pinnedSlugs: ['text_change_case'] },
      capabilities: { modelCallLimit: { runLimit: 2 } },
    })
    const stopped = await say(other.admin, agent, '/call text_change_case {"text":"ada","to":"upper"}')
    const [item, ...others] = await attention(other)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [item!.id, item!.parentId, item!.state, item!.count],
      [stopped.executionId, agent, 'stopped', 1],
    )
    assert.match(item!.reason!, /model_calls/)
    await say(other.admin, agent, '/say done')
    assert.deepEqual(await attention(other), [])
  })

  test('200: sources that cannot be indexed, triggers and accounts that broke, with their reasons', async () => {
    const collection = await project.admin.post('/api/v1/knowledge/collections', { name: 'Handbook' })
    const { id: collectionId } = collection.body.data
    const source = await project.admin.post(`/api/v1/knowledge/collections/${collectionId}/ingest/text`, {
      title: 'Rules',
      content: 'A refund takes five days.',
    })
    assert.equal(source.status, 200, source.text)
    const sources = `/api/v1/knowledge/collections/${collectionId}/sources`
    await until(
      async () => (await project.admin.get(sources)).body.data[0].status === 'ready',
      'the source to be indexed',
    )
    await app.db.rows(sql`
      update knowledge_source set status = 'failed', error = '{"message": "no text found"}'
      where project_id = ${project.id}`)
    await app.db.rows(sql`
      insert into trigger_instance (project_id, id, external_user_id, scope, slug, name, config, generation, status,
        status_reason, revision, created_at, updated_at)
      values (${project.id}, gen_random_uuid(), ${project.id}, '{}', 'schedule', 'Nightly', '{}', 1, 'errored',
        'ten failures in a row', 1, now(), now())`)
    const found = await attention()
    assert.deepEqual(
      found.map(({ kind, title, state, reason }) => [kind, title, state, reason]),
      [
        ['trigger', 'Nightly', 'disabled', 'ten failures in a row'],
        ['source', 'Rules', 'failed', 'no text found'],
      ],
    )
    assert.equal(found[1]!.parentId, collectionId)
  })

  test('200: another project sees nothing of it; 403 without the scope and for members', async () => {
    const other = await app.newProject()
    assert.deepEqual(await attention(other), [])
    const { data } = (await other.admin.get(`${base}/activity`)).body
    assert.equal(total(data.points, 'calls') + total(data.points, 'runs'), 0)
    for (const path of ['attention', 'activity', 'first-steps']) {
      assert.equal((await project.member.get(`${base}/${path}`)).status, 403)
      const key = await project.admin.post('/api/v1/api-keys', {
        name: 'narrow',
        role: 'admin',
        scopes: ['workflow:read', 'llm:read'],
      })
      const narrow = app.callerWith({ 'x-api-key': key.body.data.key })
      assert.equal((await narrow.get(`${base}/${path}`)).status, 403)
    }
  })
})

describe('notifications', () => {
  const path = '/api/v1/notifications'
  type Item = { key: string; kind: string; title: string; state: string; isRead: boolean; at: string }
  type Listed = { items: Item[]; unreadCount: number }
  let ours: TestProject
  let owner: Caller
  let accountId: string
  const list = async (by = owner): Promise<Listed> => (await by.get(path)).body.data

  before(async () => {
    ours = await app.newProject()
    owner = await app.signIn(ours)
    const toolkit = { slug: 'keys', name: 'Keys', description: 'Keys', authSchemes: ['API_KEY'] }
    await ours.admin.post('/api/v1/toolkits', { ...toolkit, baseUrl: 'https://keys.invalid' })
    const config = await ours.admin.post('/api/v1/auth_configs', {
      toolkit: { slug: toolkit.slug },
      authConfig: { type: 'use_custom_auth', authScheme: 'API_KEY' },
    })
    const account = await ours.admin.post('/api/v1/connected_accounts', {
      authConfig: { id: config.body.data.id },
      connection: { state: { authScheme: 'API_KEY', val: { api_key: 'key' } } },
    })
    assert.equal(account.status, 200, account.text)
    accountId = account.body.data.id
    assert.deepEqual(await list(), { items: [], unreadCount: 0 })
  })

  const setAccount = (status: string, expiresInDays: number | null) =>
    app.db.rows(sql`
      update connected_account set status = ${status}, status_reason = 'revoked at the service', is_renewable = false,
        expires_at = ${expiresInDays === null ? null : new Date(app.clock.now().getTime() + expiresInDays * 86_400_000)}
      where project_id = ${ours.id} and id = ${accountId}`)

  test('200: accounts that expire soon, have expired or failed are what needs attention', async () => {
    const states = async () => (await attention(ours)).map(({ kind, id, state }) => [kind, id, state])
    await setAccount('ACTIVE', 30)
    assert.deepEqual(await states(), [])
    await setAccount('ACTIVE', 3)
    assert.deepEqual(await states(), [['connection', accountId, 'expiring']])
    await setAccount('ACTIVE', -1)
    assert.deepEqual(await states(), [['connection', accountId, 'expired']])
    await setAccount('FAILED', null)
    assert.deepEqual(await states(), [['connection', accountId, 'failed']])
    assert.equal((await attention(ours))[0]!.reason, 'revoked at the service')
  })

  test('200: they have also blocking caps and what waits for an answer', async () => {
    const requested = await ours.admin.post('/api/v1/tools/execute/human_ask', {
      arguments: { question: 'May we ship?' },
    })
    assert.equal(requested.status, 200, requested.text)
    const cap = await ours.admin.post('/api/v1/usage/caps', { scope: 'project', period: 'day', credits: 0 })
    assert.equal(cap.status, 200, cap.text)
    const { items, unreadCount } = await list()
    assert.deepEqual(items.map(({ kind, state }) => `${kind} ${state}`).sort(), [
      'cap blocking',
      'connection failed',
      'question waiting',
    ])
    assert.equal(unreadCount, 3)
    assert.ok(items.some(({ title }) => title === 'May we ship?'))
    assert.ok(items.some(({ title }) => title === '0 credits per day for the project'))
    const user = await ours.admin.post('/api/v1/external-users', { name: 'capped' })
    const ofUser = { scope: 'external_user', scopeId: user.body.data.id, period: 'day', credits: 0 }
    const second = await ours.admin.post('/api/v1/usage/caps', ofUser)
    assert.ok(
      (await list()).items.some(({ title }) => title === '0 credits per day for one end user'),
      'the words are those of the dashboard',
    )
    await ours.admin.delete(`/api/v1/usage/caps/${second.body.data.id}`)
    const times = items.map(({ at }) => Date.parse(at))
    assert.deepEqual(
      times,
      [...times].sort((a, b) => b - a),
    )
  })

  test('200: one is read, by one account; when it happens again it is unread again', async () => {
    const before = await list()
    const { key } = before.items.find(({ kind }) => kind === 'connection')!
    const marked = await owner.post(`${path}/read`, { keys: [key, 'no such notification'] })
    assert.equal(marked.status, 200, marked.text)
    const after = await list()
    assert.equal(after.unreadCount, before.unreadCount - 1)
    assert.deepEqual(
      after.items.filter(({ isRead }) => isRead).map((item) => item.key),
      [key],
    )
    const rows = await app.db.rows(sql`select key from notification_read where project_id = ${ours.id}`)
    assert.deepEqual(rows, [{ key }])
    await app.db.rows(sql`
      update connected_account set updated_at = updated_at + interval '1 second' where id = ${accountId}`)
    assert.equal((await list()).unreadCount, before.unreadCount)
    await owner.post(`${path}/read`, { keys: (await list()).items.map((item) => item.key) })
    assert.equal((await list()).unreadCount, 0)
    await owner.post(`${path}/read`, { keys: [] })
    assert.equal((await list()).unreadCount, 0)
  })

  test('401 for keys; 400 for what is no list; another project sees nothing of it', async () => {
    assert.equal((await ours.admin.get(path)).status, 401)
    assert.equal((await ours.admin.post(`${path}/read`, { keys: [] })).status, 401)
    for (const keys of ['x', [1], Array(201).fill('x'), ['']])
      assert.equal((await owner.post(`${path}/read`, { keys })).status, 400)
    assert.deepEqual(await list(await app.signIn(await app.newProject())), { items: [], unreadCount: 0 })
  })
})

describe('the timeline of an end user', () => {
  const timeline = async (id: string, query = '') =>
    project.admin.get(`/api/v1/external-users/${id}/timeline${query}`)

  test('200: has what the user did, newest first, in pages without gaps, and of one kind', async () => {
    const { id } = (await project.admin.post('/api/v1/external-users', { name: 'ada' })).body.data
    const ada = project.admin.as('ada')
    for (const text of ['one', 'two', 'three'])
      await ada.post('/api/v1/ai/llm/chat', {
        messages: [{ role: 'user', content: `/say ${text}` }],
        model: 'local/demo',
      })
    await ada.post('/api/v1/tools/execute/math_calculate', { arguments: { expression: '1+1' } })
    await ada.post('/api/v1/graphify/threads', { metadata: { title: 'Order 1042' } })
    const { items, nextCursor } = (await timeline(id)).body.data
    assert.equal(nextCursor, null)
    assert.deepEqual(
      items.map(({ kind, title }: { kind: string; title: string }) => [kind, title]),
      [['chat', 'Order 1042'], ['tool', 'math_calculate'], ...Array(3).fill(['call', 'local/demo'])],
    )
    const paged = []
    let query = '?limit=2'
    while (query) {
      const { data } = (await timeline(id, query)).body
      paged.push(...data.items)
      query = data.nextCursor ? `?limit=2&cursor=${data.nextCursor}` : ''
    }
    assert.deepEqual(paged, items)
    const calls = (await timeline(id, '?kinds=call,file')).body.data.items
    assert.deepEqual(
      calls,
      items.filter(({ kind }: { kind: string }) => kind === 'call'),
    )
  })

  test('200: a conversation without a title is known by its first text', async () => {
    const { id } = (await project.admin.post('/api/v1/external-users', { name: 'dee' })).body.data
    const dee = project.admin.as('dee')
    const begin = async (metadata: object, messages: object[]) => {
      const thread = (await dee.post('/api/v1/graphify/threads', { metadata })).body.data.id
      const state = await dee.post(`/api/v1/graphify/threads/${thread}/state`, { values: { messages } })
      assert.equal(state.status, 200, state.text)
    }
    const messages = [{ type: 'human', content: 'Where is my order?' }]
    await begin({}, messages)
    await begin({ title: ' ' }, messages)
    await begin({ title: 'Order 1042' }, messages)
    await begin({}, [])
    const { items } = (await timeline(id, '?kinds=chat')).body.data
    assert.deepEqual(
      items.map(({ title }: { title: string }) => title),
      ['Conversation', 'Order 1042', 'Where is my order?', 'Where is my order?'],
    )
  })

  test('200: has the credits that were given or taken by hand, with the reason, and only those of the user', async () => {
    const [bea, cy] = await Promise.all(
      ['bea', 'cy'].map(
        async (name) => (await project.admin.post('/api/v1/external-users', { name })).body.data.id,
      ),
    )
    const operator = await app.operatorOf(project)
    const adjust = async (credits: number, reason: string, eUID: string | null) =>
      assert.equal((await operator.post('/api/v1/usage/adjustments', { credits, reason, eUID })).status, 200)
    await adjust(5, 'A run failed on our side', bea)
    await adjust(-2, 'Counted twice', bea)
    await adjust(1, 'Of another user', cy)
    await adjust(1, 'Of the project', null)
    const { items } = (await timeline(bea, '?kinds=credit')).body.data
    assert.deepEqual(
      items.map(({ kind, title, status, credits }: Record<string, unknown>) => [
        kind,
        title,
        status,
        credits,
      ]),
      [
        ['credit', 'Counted twice', 'adjustment', 2],
        ['credit', 'A run failed on our side', 'adjustment', -5],
      ],
    )
    const page = (await timeline(bea, '?limit=1')).body.data
    const next = (await timeline(bea, `?limit=1&cursor=${page.nextCursor}`)).body.data
    assert.deepEqual([...page.items, ...next.items], items)
  })

  test('200: has what was approved on top of a cap', async () => {
    const { id } = (await project.admin.post('/api/v1/external-users', { name: 'dora' })).body.data
    const caps = '/api/v1/usage/caps'
    const cap = { scope: 'external_user', scopeId: id, period: 'day', credits: 0, action: 'approve' }
    assert.equal((await project.admin.post(caps, cap)).status, 200)
    const work = { arguments: { expression: '1+1' } }
    await project.admin.as('dora').post('/api/v1/tools/execute/math_calculate', work)
    const pending = await until(async () => {
      const { body } = await project.admin.get(`${caps}/requests?status=pending`)
      return body.data[0] as { id: string } | undefined
    }, 'the request')
    assert.deepEqual((await timeline(id, '?kinds=credit')).body.data.items, [])
    const approval = { credits: 7, reason: 'For the demo' }
    await project.admin.post(`${caps}/requests/${pending!.id}/approve`, approval)
    const { items } = (await timeline(id, '?kinds=credit')).body.data
    assert.deepEqual(
      items.map(({ title, status, credits }: Record<string, unknown>) => [title, status, credits]),
      [['For the demo', 'extra_credits', -7]],
    )
  })

  test('404: a user of another project; 400: a cursor or kind that does not exist', async () => {
    const other = await app.newProject()
    const { id } = (await other.admin.post('/api/v1/external-users', { name: 'eve' })).body.data
    assert.equal((await timeline(id)).status, 404)
    for (const query of ['?cursor=x', '?kinds=nothing', '?limit=101'])
      assert.equal((await timeline(project.id, query)).status, 400, query)
  })
})
