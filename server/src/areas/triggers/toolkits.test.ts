import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { chainOf, executionOf, newWorkflow } from '../../../test/workflows/api.ts'
import { sql, sqlText } from '../../kernel/db/db.ts'
import { json, type Received, startService } from '../pieces/testing.ts'

const base = '/api/v1/trigger_instances'
const slug = 'wordpress_new_post'

let app: TestApp
let project: TestProject

before(async () => {
  app = await startTestApp({ allowPrivate: '127.0.0.1/32' })
  app.app.runs.start()
  app.app.events.start()
  project = await app.newProject()
})
after(async () => {
  await app.app.events.stop()
  await app.app.runs.stop(0)
  await app.stop()
})

const timeOf = (ms: number) => new Date(ms).toISOString().slice(0, 19)

/** A site with posts that can be added, and that fails with a status while one is set. */
async function newSite() {
  const posts = [{ id: 1, date: timeOf(0), date_gmt: timeOf(0), title: { rendered: 'old' } }]
  let fails: number | null = null
  const respond = (request: Received, response: Parameters<typeof json>[0]) => {
    response.setHeader('x-wp-totalpages', '1')
    if (fails !== null) return json(response, { message: 'refused' }, fails)
    json(response, request.url.includes('/posts') ? posts : {})
  }
  const { url, requests } = await startService({ after }, respond)
  return {
    url,
    requests,
    post(id: number) {
      const at = timeOf(Date.now() + id * 60_000)
      posts.unshift({ id, date: at, date_gmt: at, title: { rendered: `post ${id}` } })
    },
    fail(status: number | null) {
      fails = status
    },
  }
}

async function connectTo(toolkit: string, val: object, as: string | null = null): Promise<string> {
  const { admin } = project
  const acting = as === null ? admin : admin.as(as)
  const config = await admin.post('/api/v1/auth_configs', {
    toolkit: { slug: toolkit },
    authConfig: { type: 'use_custom_auth', authScheme: 'API_KEY', credentials: {} },
  })
  assert.equal(config.status, 200, config.text)
  const account = await acting.post('/api/v1/connected_accounts', {
    authConfig: { id: config.body.data.id ?? config.body.data.authConfig?.id },
    connection: { state: { authScheme: 'API_KEY', val } },
  })
  assert.equal(account.status, 200, account.text)
  return account.body.data.id
}

const connect = (website_url: string): Promise<string> =>
  connectTo('wordpress', { username: 'ada', password: 'app pass word', website_url })

async function newTrigger(connectedAccountId: string, workflowId?: string): Promise<string> {
  const body = { name: randomUUID(), connectedAccountId, triggerConfig: { intervalMin: 1 } }
  const saved = await project.admin.post(
    `${base}/${slug}/upsert`,
    workflowId ? { ...body, workflowId } : body,
  )
  assert.equal(saved.status, 200, saved.text)
  assert.equal(saved.body.data.kind, 'poll')
  return saved.body.data.triggerId
}

/** As the schedule of the trigger does it. */
async function makeDue(id: string): Promise<void> {
  const [row] = await app.db.rows<{ generation: number }>(sql`
    select generation from trigger_instance where id = ${id}`)
  const schedule = { id, slotAt: new Date().toISOString() }
  const input = { schedule, input: { triggerId: id, generation: row!.generation } }
  await app.db.tx((tx) => app.app.runs.enqueue(tx, project.scope, { kind: 'trigger.poll', input }))
}

const logsOf = async (triggerId: string) =>
  (await project.admin.get(`${base}/invocation-logs?triggerId=${triggerId}&sortOrder=ASC`)).body.data

const triggerOf = async (triggerId: string) =>
  (await project.admin.get(`${base}/manage/${triggerId}`)).body.data

const payloadOf = async (id: string) =>
  (await project.admin.get(`${base}/invocation-logs/${id}`)).body.data.payload

describe('Polled triggers', () => {
  test('start one execution for everything that is new', async () => {
    const { admin } = project
    const site = await newSite()
    const workflowId = await newWorkflow(admin, chainOf([], { output: '{{ input.id }}' }))
    const triggerId = await newTrigger(await connect(site.url), workflowId)
    site.post(2)
    site.post(3)
    await makeDue(triggerId)
    const logs = await until(async () => {
      const found = await logsOf(triggerId)
      return (
        found.length === 2 && found.every(({ status }: { status: string }) => status === 'completed') && found
      )
    }, 'two completed invocations')
    assert.equal(logs[0].source, 'poll_scheduler')
    const outputs = await Promise.all(
      logs.map(
        async ({ executionId }: { executionId: string }) =>
          (await executionOf(admin, executionId)).outputData,
      ),
    )
    assert.deepEqual(outputs.sort(), [2, 3])
    const { length } = site.requests
    await makeDue(triggerId)
    await until(() => site.requests.length > length, 'another poll')
    assert.equal((await logsOf(triggerId)).length, 2)
  })

  test('what cannot be committed is found again by the next poll', async () => {
    const site = await newSite()
    const triggerId = await newTrigger(await connect(site.url))
    site.post(2)
    await app.db.rows(sql`
      create function refuse_invocation() returns trigger language plpgsql as $$
        begin raise exception 'killed here'; end $$`)
    await app.db.rows(sql`
      create trigger refuse_invocation before insert on trigger_invocation
        for each row execute function refuse_invocation()`)
    await makeDue(triggerId)
    const { length } = site.requests
    await until(() => site.requests.length > length + 1, 'the poll is repeated')
    assert.equal((await logsOf(triggerId)).length, 0)
    await app.db.rows(sql`drop trigger refuse_invocation on trigger_invocation`)
    await until(async () => (await logsOf(triggerId)).length === 1, 'the event')
  })

  test('back off while the service fails, are disabled after ten failures, and enabled by a new connection', async () => {
    const site = await newSite()
    const accountId = await connect(site.url)
    const triggerId = await newTrigger(accountId)
    site.fail(401)
    await app.db.rows(sql`
      update trigger_plan set from_at = from_at - interval '10 minutes' where trigger_id = ${triggerId}`)
    await app.db.rows(sql`
      update trigger_instance set created_at = created_at - interval '10 minutes' where id = ${triggerId}`)
    for (let failures = 1; failures <= 10; failures++) {
      await app.db.rows(sql`update trigger_instance set retry_at = null where id = ${triggerId}`)
      await makeDue(triggerId)
      await until(
        async () => (await triggerOf(triggerId)).consecutiveFailures === failures,
        `failure ${failures}`,
      )
      const [row] = await app.db.rows<{ backs_off: boolean }>(sql`
        select retry_at > now() as backs_off from trigger_instance where id = ${triggerId}`)
      assert.equal(row!.backs_off, true)
    }
    const { status, statusReason } = await triggerOf(triggerId)
    assert.deepEqual([status, statusReason], ['errored', 'connection_failed'])
    await app.db.tx((tx) =>
      app.app.events.publish(tx, project.scope, {
        type: 'connected_account.active',
        data: { id: accountId, toolkitSlug: 'wordpress' },
      }),
    )
    await until(async () => (await triggerOf(triggerId)).status === 'active', 'enabled again')
    const coverage = async () => (await project.admin.get(`${base}/manage/${triggerId}/coverage`)).body.data
    const failed = await coverage()
    assert.deepEqual([failed.covered, failed.missing >= 9], [0, true], JSON.stringify(failed))
    assert.ok(failed.windows.some(({ cause }: { cause: string }) => cause === 'auth_expired'))
    site.fail(null)
    const range = { from: failed.from, to: failed.to }
    const filled = await project.admin.post(`${base}/manage/${triggerId}/backfill`, range)
    assert.deepEqual([filled.status, filled.body.data.remaining], [200, 0], filled.text)
    const covered = await until(async () => {
      const now = await coverage()
      return now.missing === 0 && now.covered > 0 && now
    }, 'everything is covered')
    assert.ok((await triggerOf(triggerId)).cursor >= failed.to)
    for (const [i, window] of covered.windows.slice(1).entries())
      assert.equal(window.from, covered.windows[i].to)
  })

  test('404 without the account, 422 for arguments that the toolkit does not take; types are listed', async () => {
    const { admin } = project
    const missing = await admin.post(`${base}/${slug}/upsert`, { connectedAccountId: randomUUID() })
    assert.equal(missing.status, 404)
    const wrong = await admin.post(`${base}/${slug}/upsert`, {
      triggerConfig: { arguments: { author: 1 } },
    })
    assert.deepEqual([wrong.status, wrong.body.error.code], [422, 'trigger_config_invalid'])
    const { data } = (await admin.get('/api/v1/trigger_types?kind=poll&toolkitSlug=wordpress')).body
    assert.deepEqual(
      data.map((type: { slug: string; needsAccount: boolean }) => [type.slug, type.needsAccount]),
      [[slug, true]],
    )
  })

  test('new posts of Total CMS are found by their permalink', async () => {
    const posts = [{ permalink: 'old' }]
    const cms = await startService({ after }, (_, response) => json(response, { data: posts }))
    const connectedAccountId = await connectTo('totalcms', { domain: cms.url, license: 'license-123' })
    const triggerConfig = { intervalMin: 1, arguments: { slug: 'news' } }
    const saved = await project.admin.post(`${base}/totalcms_new_blog_post/upsert`, {
      connectedAccountId,
      triggerConfig,
    })
    assert.equal(saved.status, 200, saved.text)
    const { triggerId } = saved.body.data
    posts.unshift({ permalink: 'second' }, { permalink: 'first' })
    await makeDue(triggerId)
    const logs = await until(async () => {
      const found = await logsOf(triggerId)
      return found.length === 2 && found
    }, 'both posts')
    const payloads = await Promise.all(logs.map(({ id }: { id: string }) => payloadOf(id)))
    assert.deepEqual(payloads.map(({ data }) => data.permalink).sort(), ['first', 'second'])
  })
})

/** The webhooks that a service has, and a way to have it refuse. */
async function newRegistry(created: (id: number) => object) {
  const hooks = new Map<string, string>()
  let refusal: number | null = null
  let count = 0
  let gate: { arrived(): void; opened: Promise<void> } | null = null
  const service = await startService({ after }, async (request, response) => {
    if (refusal !== null) return json(response, { message: 'refused' }, refusal)
    if (request.url.includes('token-auth')) return json(response, { access_token: 'jwt', token: 'jwt' })
    if (request.method === 'DELETE') {
      hooks.delete(new URL(request.url, 'http://service').pathname.replace(/\/$/, '').split('/').at(-1)!)
      return json(response, {})
    }
    if (request.method !== 'POST') return json(response, {})
    gate?.arrived()
    await gate?.opened
    count++
    const url = /https?:[^"]*\/hooks\/[^"]+/.exec(request.body)?.[0]
    hooks.set(String(count), url ?? '')
    json(response, created(count), 201)
  })
  return {
    ...service,
    hooks,
    /** Holds the next registration; resolves when it has arrived. */
    hold() {
      const [arrival, opening] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      gate = { arrived: arrival.resolve, opened: opening.promise }
      return { arrived: arrival.promise, open: opening.resolve }
    },
    refuse(status: number | null) {
      refusal = status
    },
  }
}

async function subscribe(type: string, connectedAccountId: string, more: object = {}, by = project.admin) {
  const saved = await by.post(`${base}/${type}/upsert`, {
    name: randomUUID(),
    connectedAccountId,
    ...more,
  })
  assert.equal(saved.status, 200, saved.text)
  const { triggerId, webhookUrl, kind, warnings } = saved.body.data
  assert.deepEqual([kind, warnings], ['webhook', []])
  return { triggerId: triggerId as string, url: webhookUrl as string, path: new URL(webhookUrl).pathname }
}

const completed = (triggerId: string, count: number) =>
  until(async () => {
    const logs = await logsOf(triggerId)
    return (
      logs.length === count && logs.every(({ status }: { status: string }) => status === 'completed') && logs
    )
  }, `${count} completed invocations`)

const runStatus = async (id: string) => (await app.app.runs.find(app.db, project.scope, id))?.status

const setEnabled = (triggerId: string, enabled: boolean) =>
  project.admin.patch(`${base}/manage/${triggerId}/status`, { enabled })

describe('Triggers whose service calls our URL', () => {
  test('WooCommerce: registered, confirmed by a handshake, executed, and removed at the service', async () => {
    const shop = await newRegistry((id) => ({ id }))
    const account = { baseUrl: shop.url, consumerKey: 'ck_123456', consumerSecret: 'cs_123456' }
    const accountId = await connectTo('woocommerce', account)
    const workflowId = await newWorkflow(project.admin, chainOf([], { output: '{{ input.name }}' }))
    const type = 'woocommerce_trigger_product_created'
    const { triggerId, url, path } = await subscribe(type, accountId, { workflowId })
    assert.deepEqual([...shop.hooks.values()], [url])
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const shaken = await app.anonymous.post(path, 'webhook_id=7', form)
    assert.deepEqual([shaken.status, shaken.body], [200, { webhook_id: '7' }])
    const body = JSON.stringify({ id: 9, name: 'Lamp' })
    const headers = { 'x-wc-webhook-signature': 'c2lnbmF0dXJl' }
    const accepted = await app.anonymous.post(path, body, headers)
    assert.equal(accepted.status, 202, accepted.text)
    assert.equal((await app.anonymous.post(path, body, headers)).body.duplicate, true)
    const [log] = await completed(triggerId, 1)
    assert.deepEqual([log.id, log.source], [accepted.body.invocationId, 'connected_webhook'])
    assert.equal((await executionOf(project.admin, log.executionId)).outputData, 'Lamp')
    const payload = await payloadOf(log.id)
    assert.deepEqual([payload.data.name, payload.headers['x-wc-webhook-signature']], ['Lamp', undefined])
    const renewal = await app.db.tx((tx) =>
      app.app.runs.enqueue(tx, project.scope, { kind: 'trigger.renew', input: { input: { triggerId } } }),
    )
    await until(async () => (await runStatus(renewal)) === 'succeeded', 'renewed')
    assert.equal((await triggerOf(triggerId)).consecutiveFailures, 0)
    const listed = await project.admin.get(`${base}/active?kind=webhook&source=toolkit&limit=100`)
    assert.ok(listed.body.data.some((each: { triggerId: string }) => each.triggerId === triggerId))
    assert.ok(
      listed.body.data.every(
        ({ kind, slug: of }: { kind: string; slug: string }) => kind === 'webhook' && of !== 'webhook',
      ),
    )
    await setEnabled(triggerId, false)
    await until(() => shop.hooks.size === 0, 'removed at the service')
    assert.equal((await app.anonymous.post(path, '{"id":10}')).status, 410)
    await setEnabled(triggerId, true)
    await until(() => shop.hooks.size === 1, 'registered again')
    await until(async () => (await triggerOf(triggerId)).warnings.length === 0, 'recorded')
    await project.admin.delete(`${base}/manage/${triggerId}`)
    await until(() => shop.hooks.size === 0, 'removed with the trigger')
    await until(async () => {
      const stored = await app.db.rows(sql`select 1 from piece_value where place = ${triggerId}`)
      return stored.length === 0
    }, 'nothing is stored for it')
  })

  test('a trigger that is deleted while it is being registered leaves nothing at the service', async () => {
    const shop = await newRegistry((id) => ({ id }))
    const account = { baseUrl: shop.url, consumerKey: 'ck_123456', consumerSecret: 'cs_123456' }
    const { triggerId } = await subscribe(
      'woocommerce_trigger_product_created',
      await connectTo('woocommerce', account),
    )
    await setEnabled(triggerId, false)
    await until(() => shop.hooks.size === 0, 'removed at the service')
    const held = shop.hold()
    await setEnabled(triggerId, true)
    await held.arrived
    assert.equal((await project.admin.delete(`${base}/manage/${triggerId}`)).status, 200)
    held.open()
    const removals = () => shop.requests.filter(({ method }) => method === 'DELETE').length
    await until(() => removals() === 2, 'registered after all, and removed again')
    assert.equal(shop.hooks.size, 0)
    await until(async () => {
      const stored = await app.db.rows(sql`select 1 from piece_value where place = ${triggerId}`)
      return stored.length === 0
    }, 'nothing is stored for it')
  })

  test('Ghost: 502 and nothing stored when the service refuses; later failures are repeated and counted', async () => {
    const site = await newRegistry((id) => ({ webhooks: [{ id: String(id) }] }))
    const apiKey = `${'a'.repeat(24)}:${'b'.repeat(64)}`
    const accountId = await connectTo('ghostcms', { baseUrl: site.url, apiKey })
    site.refuse(400)
    const name = randomUUID()
    const refused = await project.admin.post(`${base}/ghostcms_member_added/upsert`, {
      name,
      connectedAccountId: accountId,
    })
    assert.deepEqual([refused.status, refused.body.error.code], [502, 'upstream_error'])
    const listed = await project.admin.get(`${base}/active?showDisabled=true&triggerNames=${name}`)
    assert.equal(listed.body.total, 0)
    site.refuse(null)
    const { triggerId, path } = await subscribe('ghostcms_member_added', accountId)
    await app.anonymous.post(path, JSON.stringify({ member: { current: { email: 'ada@example.com' } } }))
    const [log] = await completed(triggerId, 1)
    assert.equal((await payloadOf(log.id)).data.member.current.email, 'ada@example.com')
    await setEnabled(triggerId, false)
    await until(() => site.hooks.size === 0, 'removed at the service')
    site.refuse(400)
    await setEnabled(triggerId, true)
    const failing = await until(async () => {
      const trigger = await triggerOf(triggerId)
      return trigger.consecutiveFailures === 1 && trigger
    }, 'a failure')
    assert.match(failing.warnings[0], /background/)
  })

  test('two requests that create the same trigger register it once; a workflow that is deleted leaves nothing of its users registered', async () => {
    const shop = await newRegistry((id) => ({ id }))
    const account = { baseUrl: shop.url, consumerKey: 'ck_123456', consumerSecret: 'cs_123456' }
    const accountId = await connectTo('woocommerce', account)
    const body = { name: randomUUID(), connectedAccountId: accountId }
    const path = `${base}/woocommerce_trigger_product_created/upsert`
    const saved = await Promise.all([1, 2, 3].map(() => project.admin.post(path, body)))
    const statuses = saved.map(({ status }) => status)
    assert.ok(statuses.includes(200), String(statuses))
    assert.ok(
      statuses.every((status) => [200, 409].includes(status)),
      String(statuses),
    )
    assert.equal(shop.hooks.size, 1)
    assert.equal((await project.admin.post(path, body)).status, 200)
    assert.equal(shop.hooks.size, 1)

    const owner = project.admin.as('owner-of-the-workflow')
    const workflowId = await newWorkflow(owner, chainOf([]), { isPublic: true })
    await subscribe('woocommerce_trigger_product_created', accountId, { workflowId })
    assert.equal(shop.hooks.size, 2)
    assert.equal((await owner.delete(`/api/v1/workflow/manager/delete/${workflowId}`)).status, 200)
    await until(() => shop.hooks.size === 1, 'removed at the service')
  })

  test('a webhook is removed at its service although its owner was erased, or its account was deleted', async () => {
    const { admin } = project
    const shop = await newRegistry((id) => ({ id }))
    const account = { baseUrl: shop.url, consumerKey: 'ck_123456', consumerSecret: 'cs_123456' }
    const type = 'woocommerce_trigger_product_created'
    const subscribeAs = async (name: string) => {
      const user = (await admin.post('/api/v1/external-users', { name })).body.data.id as string
      const accountId = await connectTo('woocommerce', account, name)
      return { user, accountId, ...(await subscribe(type, accountId, {}, admin.as(name))) }
    }
    const auditOf = (triggerId: string) =>
      until(async () => {
        const { data } = (await admin.get(`/api/v1/audit-log?q=${triggerId}&limit=50`)).body
        return data.find(({ action }: { action: string }) => action.startsWith('trigger.webhook_'))
      }, 'the audit log')
    const erased = await subscribeAs('erased')
    const kept = await subscribeAs('kept')
    const unlucky = await subscribeAs('unlucky')
    assert.equal(shop.hooks.size, 3)

    assert.equal((await admin.delete(`/api/v1/external-users/${erased.user}`)).status, 200)
    assert.equal((await auditOf(erased.triggerId)).action, 'trigger.webhook_removed')
    assert.deepEqual([...shop.hooks.values()].includes(erased.url), false)
    assert.equal((await app.anonymous.post(erased.path, '{"id":1}')).status, 410)

    const gone = await admin.as('kept').delete(`/api/v1/connected_accounts/${kept.accountId}`)
    assert.equal(gone.status, 200, gone.text)
    assert.equal((await auditOf(kept.triggerId)).action, 'trigger.webhook_removed')
    assert.deepEqual([...shop.hooks.values()], [unlucky.url])
    const seen = (await admin.as('kept').get(`${base}/manage/${kept.triggerId}`)).body.data
    assert.deepEqual([seen.status, seen.statusReason], ['disabled', 'connection_deleted'])

    // What is not possible is said, and the credentials are not stored any longer.
    shop.refuse(401)
    assert.equal((await admin.delete(`/api/v1/external-users/${unlucky.user}`)).status, 200)
    const { action, details } = await auditOf(unlucky.triggerId)
    assert.deepEqual(
      [action, details],
      ['trigger.webhook_removal_failed', { slug: type, code: 'auth_expired' }],
    )
    assert.deepEqual(await app.db.rows(sql`select 1 from trigger_unregistration`), [])
    const left = [erased, kept, unlucky].map(({ triggerId }) => triggerId)
    assert.deepEqual(await app.db.rows(sql`select 1 from piece_value where place = any(${left})`), [])
  })

  test('an owner who is erased, or an account that is deleted, while a webhook is being registered leaves nothing at the service', async () => {
    const { admin } = project
    const shop = await newRegistry((id) => ({ id }))
    const account = { baseUrl: shop.url, consumerKey: 'ck_123456', consumerSecret: 'cs_123456' }
    const type = 'woocommerce_trigger_product_created'
    const owners = {
      erased: (user: string) => admin.delete(`/api/v1/external-users/${user}`),
      unlinked: (_: string, accountId: string, name: string) =>
        admin.as(name).delete(`/api/v1/connected_accounts/${accountId}`),
    }
    for (const [how, remove] of Object.entries(owners))
      for (const when of ['created', 'enabled']) {
        const name = `${how}-while-${when}`
        const user = (await admin.post('/api/v1/external-users', { name })).body.data.id as string
        const accountId = await connectTo('woocommerce', account, name)
        const isCreated = when === 'created'
        const saved = isCreated ? null : await subscribe(type, accountId, {}, admin.as(name))
        if (saved) {
          await admin.as(name).patch(`${base}/manage/${saved.triggerId}/status`, { enabled: false })
          await until(() => shop.hooks.size === 0, 'removed at the service')
        }
        const held = shop.hold()
        const { length } = shop.requests
        const upserted = saved
          ? admin.as(name).patch(`${base}/manage/${saved.triggerId}/status`, { enabled: true })
          : admin.as(name).post(`${base}/${type}/upsert`, { connectedAccountId: accountId })
        await held.arrived
        assert.equal((await remove(user, accountId, name)).status, 200)
        held.open()
        assert.equal((await upserted).status, isCreated ? 404 : 200, name)
        const calls = () => shop.requests.slice(length).map(({ method }) => method)
        await until(() => calls().includes('DELETE'), `${name}: removed at the service`)
        assert.deepEqual([shop.hooks.size, calls()], [0, ['POST', 'DELETE']], name)
        await until(
          async () => (await app.db.rows(sql`select 1 from trigger_unregistration`)).length === 0,
          'its credentials are deleted',
        )
        const removals = (await admin.get('/api/v1/audit-log?action=trigger.webhook_removed&limit=1')).body
        assert.equal(removals.data[0].details.slug, type)
        for (const table of how === 'erased' ? ['trigger_instance', 'piece_value', 'run'] : []) {
          const left = await app.db.rows(
            sql`select 1 from ${sqlText(table)} where external_user_id = ${user}`,
          )
          assert.deepEqual(left, [], `${name}: ${table}`)
        }
      }
  })

  test('Baserow: every row of a request is an invocation; changed arguments are registered in place of the old ones', async () => {
    const baserow = await newRegistry((id) => ({ id }))
    const account = { authType: 'jwt', apiUrl: baserow.url, email: 'ada@example.com', password: 'password' }
    const accountId = await connectTo('baserow', account)
    const triggerConfig = { arguments: { table_id: 5 } }
    const { triggerId, path } = await subscribe('baserow_row_created', accountId, { triggerConfig })
    assert.ok(baserow.requests.some(({ url }) => url.includes('/webhooks/table/5/')))
    const items = [{ id: 1 }, { id: 2 }, { id: 3 }]
    await app.anonymous.post(path, JSON.stringify({ event_id: randomUUID(), items }))
    const logs = await completed(triggerId, 3)
    const payloads = await Promise.all(logs.map(({ id }: { id: string }) => payloadOf(id)))
    assert.deepEqual(payloads.map(({ data }) => data.id).sort(), [1, 2, 3])
    await app.anonymous.post(path, JSON.stringify({ event_id: randomUUID(), items: [] }))
    const [, , , empty] = await completed(triggerId, 4)
    assert.equal(empty.executionId, null)
    await project.admin.patch(`${base}/manage/${triggerId}`, {
      triggerConfig: { arguments: { table_id: 6 } },
    })
    await until(
      () => baserow.requests.some(({ url }) => url.includes('/webhooks/table/6/')),
      'the other table',
    )
    await until(() => baserow.hooks.size === 1, 'one webhook')
  })
})

// The last one: nothing polls afterwards.
test('a polled trigger whose next poll is two intervals ago raises one event, as a schedule does', async () => {
  const triggerId = await newTrigger(await connect((await newSite()).url))
  await app.app.runs.stop(0)
  const dueBefore = (minutes: number) =>
    app.db.rows(sql`
      update run_schedule set next_at = date_trunc('minute', now()) - make_interval(mins => ${minutes}) where id = ${triggerId}`)
  const codes = async () => {
    await app.app.triggers.sweep([])
    const rows = await app.db.rows<{ code: string }>(sql`
      select data->'error'->>'code' as code from event where type = 'trigger.failed' and data->>'triggerId' = ${triggerId}`)
    return rows.map(({ code }) => code)
  }
  await dueBefore(1)
  assert.deepEqual(await codes(), [])
  await dueBefore(3)
  assert.deepEqual(await codes(), ['trigger_overdue'])
  assert.deepEqual(await codes(), ['trigger_overdue'])
})
