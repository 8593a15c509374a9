import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { inLongRun, sizeOf } from '../size.ts'
import { until } from '../until.ts'
import { externalSettings } from './external-database.ts'
import { makeInstallation, type Server } from './stoa.ts'

const base = '/trigger_instances'
const installation = await makeInstallation({ after: (work) => after(work as () => Promise<void>) })
const shared = {
  ...(await externalSettings()),
  STOA_RATE_LIMIT: '1000000',
  STOA_ALLOW_PRIVATE: '127.0.0.0/8',
  LOG_LEVEL: 'fatal',
}
const database = new pg.Pool({ connectionString: shared.DATABASE_URL, max: 2 })
database.on('error', () => undefined)
after(() => database.end())
let servers = 0

const start = (): Promise<Server> =>
  installation.start({ ...shared, STOA_DATA_DIR: join(installation.directory, `node-${servers++}`) })

async function connect(server: Server, toolkit: string, val: object): Promise<string> {
  const config = await server.call('POST', '/auth_configs', {
    toolkit: { slug: toolkit },
    authConfig: { type: 'use_custom_auth', authScheme: 'API_KEY', credentials: {} },
  })
  const account = await server.call('POST', '/connected_accounts', {
    authConfig: { id: config.body.data.id ?? config.body.data.authConfig?.id },
    connection: { state: { authScheme: 'API_KEY', val } },
  })
  assert.equal(account.status, 200, JSON.stringify(account.body))
  return account.body.data.id
}

async function upsert(server: Server, slug: string, body: object) {
  const { status, body: saved } = await server.call('POST', `${base}/${slug}/upsert`, body)
  assert.equal(status, 200, JSON.stringify(saved))
  return saved.data
}

const echo = {
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'end', type: 'end', output: '{{ input.name }}' },
  ],
  edges: [{ from: 'start', to: 'end' }],
}

test('kill -9 between the receipt of webhooks and their start: each accepted event is started once', async () => {
  const server = await start()
  const created = await server.call('POST', '/workflow/manager/create', { name: 'Echo', graph: echo })
  const workflowId = created.body.data.id
  await server.call('PATCH', `/workflow/manager/activeStatus/${workflowId}`, { activeStatus: true })
  const triggerConfig = { signature: 'none' }
  const hooks = [
    await upsert(server, 'webhook', { triggerConfig }),
    await upsert(server, 'webhook', { triggerConfig, workflowId }),
  ]
  const triggerIds = hooks.map(({ triggerId }) => triggerId)
  const send = async (to: Server, name: string) => {
    const { webhookUrl } = hooks[name.length % 2]!
    const response = await fetch(new URL(new URL(webhookUrl).pathname, to.line.api), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
    return { status: response.status, body: (await response.json()) as { invocationId: string } }
  }
  const accepted = new Map<string, string>()
  const keepSending = async (worker: number) => {
    for (let i = 0; ; i++) {
      const response = await send(server, `w${worker}-${i}`).catch(() => null)
      if (response?.status !== 202) return
      accepted.set(`w${worker}-${i}`, response.body.invocationId)
    }
  }
  const load = [1, 2, 3].map(keepSending)
  await until(() => accepted.size > 20, 'the first events')
  assert.equal((await server.stop('SIGKILL')).signal, 'SIGKILL')
  await Promise.all(load)

  const again = await start()
  await until(async () => {
    const { rows } = await database.query(
      `select 1 from trigger_invocation where trigger_id = any($1) and status <> 'completed'`,
      [triggerIds],
    )
    return rows.length === 0
  }, 'all are completed')
  const [name, id] = [...accepted][0]!
  assert.deepEqual(await send(again, name), { status: 200, body: { invocationId: id, duplicate: true } })
  const { rows } = await database.query<{
    id: string
    fired: number
    has_run: boolean
    is_executed: boolean
  }>(
    `select i.id, count(e.id)::int as fired, t.workflow_id is not null as has_run,
       exists (select from workflow_execution x where x.id = i.execution_id and x.status = 'completed') as is_executed
     from trigger_invocation i join trigger_instance t on t.id = i.trigger_id
     left join event e on e.type = 'trigger.fired' and e.data->>'invocationId' = i.id::text
     where i.trigger_id = any($1) group by i.id, i.execution_id, t.workflow_id`,
    [triggerIds],
  )
  const stored = new Map(rows.map((row) => [row.id, row]))
  for (const invocationId of accepted.values()) assert.equal(stored.get(invocationId)?.fired, 1)
  for (const { has_run, is_executed } of rows) assert.equal(is_executed, has_run)
  const executions = await database.query('select 1 from workflow_execution where workflow_id = $1', [
    workflowId,
  ])
  assert.equal(executions.rows.length, rows.filter(({ has_run }) => has_run).length)
  await again.stop()
})

const slotAt = `${new Date().getUTCFullYear()}-01-01T00:00:00.000Z`

test(
  'two servers start each of many schedules that are due in the same second once, also when one is restarted meanwhile',
  inLongRun,
  async () => {
    const count = sizeOf({ short: 100, long: 500 })
    const [one, other] = [await start(), await start()]
    const { triggerId } = await upsert(one, 'cron', { triggerConfig: { expression: '0 0 1 1 *' } })
    for (const table of ['trigger_instance', 'run_schedule']) await copyRows(table, triggerId, count - 1)
    await database.query(
      `
    update run_schedule s set next_at = $1, last_slot_at = null, input = jsonb_set(s.input, '{triggerId}', to_jsonb(s.id))
    where kind = 'trigger.slot'`,
      [slotAt],
    )
    const rowsOf = async () =>
      (
        await database.query<{ trigger_id: string; status: string; slot_at: Date }>(
          `select trigger_id, status, slot_at from trigger_invocation where source = 'cron'`,
        )
      ).rows
    await until(async () => (await rowsOf()).length > 0, 'the first of them')
    // What a killed server had begun is picked up when its leases have expired.
    await other.stop(count > 100 ? 'SIGKILL' : 'SIGTERM')
    const again = await start()
    await until(async () => {
      const rows = await rowsOf()
      return rows.length >= count && rows.every(({ status }) => status === 'completed')
    }, 'every schedule')
    const rows = await rowsOf()
    assert.equal(rows.length, count)
    assert.equal(new Set(rows.map(({ trigger_id }) => trigger_id)).size, count)
    for (const row of rows) assert.equal(row.slot_at.toISOString(), slotAt)
    await Promise.all([one.stop(), again.stop()])
  },
)

async function copyRows(table: string, id: string, count: number): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1 and table_schema = 'public'`,
    [table],
  )
  const columns = rows.map(({ name }) => name)
  const values = columns.map((column) => {
    if (column === 'id') return `md5('copy ' || n)::uuid`
    return table === 'trigger_instance' && column === 'name' ? `'copy ' || n` : column
  })
  await database.query(
    `insert into ${table} (${columns.join()}) select ${values.join()} from ${table}, generate_series(1, ${count}) n where id = $1`,
    [id],
  )
}

/** A WordPress that can hold a response back. */
async function startSite() {
  const timeOf = (ms: number) => new Date(ms).toISOString().slice(0, 19)
  const posts = [{ id: 1, date: timeOf(0), date_gmt: timeOf(0) }]
  let isHolding = false
  const held: ServerResponse[] = []
  const site = createServer((request, response) => {
    const isPosts = request.url!.includes('/posts')
    response.setHeader('content-type', 'application/json').setHeader('x-wp-totalpages', '1')
    if (isPosts && isHolding) held.push(response)
    else response.end(JSON.stringify(isPosts ? posts : {}))
  }).listen(0, '127.0.0.1')
  await until(() => site.listening)
  after(() => {
    site.closeAllConnections()
    site.close()
  })
  return {
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    held,
    post(id: number) {
      const at = timeOf(Date.now() + id * 60_000)
      posts.unshift({ id, date: at, date_gmt: at })
    },
    hold(holds: boolean) {
      isHolding = holds
    },
  }
}

test(
  'kill -9 between a poll and its commit: the event is started once, and the windows have no gap',
  inLongRun,
  async () => {
    const site = await startSite()
    const server = await start()
    const val = { username: 'ada', password: 'password', website_url: site.url }
    const connectedAccountId = await connect(server, 'wordpress', val)
    const triggerConfig = { intervalMin: 1 }
    const { triggerId } = await upsert(server, 'wordpress_new_post', { connectedAccountId, triggerConfig })
    site.post(2)
    site.hold(true)
    await database.query(`update run_schedule set next_at = date_trunc('minute', now()) where id = $1`, [
      triggerId,
    ])
    await until(() => site.held.length > 0, 'a poll')
    assert.equal((await server.stop('SIGKILL')).signal, 'SIGKILL')
    site.hold(false)

    const again = await start()
    const logs = async () =>
      (await again.call('GET', `${base}/invocation-logs?triggerId=${triggerId}`)).body.data as {
        status: string
      }[]
    await until(async () => (await logs()).some(({ status }) => status === 'completed'), 'the event')
    const { rows: windows } = await database.query<{ from_at: Date; to_at: Date }>(
      'select from_at, to_at from trigger_window where trigger_id = $1 order by from_at',
      [triggerId],
    )
    assert.ok(windows.length > 0)
    for (const [i, window] of windows.slice(1).entries()) assert.deepEqual(window.from_at, windows[i]!.to_at)
    assert.equal((await logs()).length, 1)
    await again.stop()
  },
)

/** A shop that stores the URLs of webhooks, and does not respond until it may. */
async function startShop() {
  const hooks: string[] = []
  let onHook: () => Promise<unknown> = async () => undefined
  const shop = createServer(async (request, response) => {
    const body = (await Array.fromAsync(request)).join('')
    const url = /https?:[^"]*\/hooks\/[^"]+/.exec(body)?.[0]
    if (url) hooks.push(url)
    if (url) await onHook()
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ id: hooks.length }))
  }).listen(0, '127.0.0.1')
  await until(() => shop.listening)
  after(() => {
    shop.closeAllConnections()
    shop.close()
  })
  return {
    baseUrl: `http://127.0.0.1:${(shop.address() as AddressInfo).port}`,
    hooks,
    onHook(work: () => Promise<unknown>) {
      onHook = work
    },
  }
}

test(
  'kill -9 between the registration of a webhook and its commit: the request that is repeated registers the same URL, and says so',
  inLongRun,
  async () => {
    const shop = await startShop()
    const server = await start()
    const keys = { consumerKey: 'ck_123456', consumerSecret: 'cs_123456' }
    const connectedAccountId = await connect(server, 'woocommerce', { baseUrl: shop.baseUrl, ...keys })
    const killed = Promise.withResolvers<unknown>()
    shop.onHook(() => server.stop('SIGKILL').then(killed.resolve))
    const slug = 'woocommerce_trigger_product_created'
    await server.call('POST', `${base}/${slug}/upsert`, { connectedAccountId }).catch(() => null)
    await killed.promise
    shop.onHook(async () => undefined)
    const again = await start()
    const busy = await again.call('POST', `${base}/${slug}/upsert`, { connectedAccountId })
    assert.equal(busy.status, 409, 'the killed server may still be calling the service')
    await database.query(`update trigger_creation set until = now() - interval '1 second'`)
    const { webhookUrl, warnings } = await upsert(again, slug, { connectedAccountId })
    // Each server has its own port here.
    const { pathname } = new URL(webhookUrl)
    assert.deepEqual(
      shop.hooks.map((url) => new URL(url).pathname),
      [pathname, pathname],
    )
    assert.match(warnings.join(), /twice/)
    await again.stop()
  },
)
