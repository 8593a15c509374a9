import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { base, startToolkitTriggers } from '../../../test/triggers/toolkit-triggers.ts'
import { until } from '../../../test/until.ts'
import { chainOf, executionOf, newWorkflow } from '../../../test/workflows/api.ts'
import { sql, sqlText } from '../../kernel/db/db.ts'
import { json, startService } from '../pieces/testing.ts'

const { app, project, connectTo, logsOf, triggerOf, payloadOf } = await startToolkitTriggers()

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

  test('the webhooks of a deleted project are removed at their services, as far as those respond', async () => {
    const [deleted, other] = [await app.newProject(), await app.newProject()]
    const owner = await app.signIn(other)
    const shops = [await newRegistry((id) => ({ id })), await newRegistry((id) => ({ id }))]
    for (const shop of shops) {
      const account = { baseUrl: shop.url, consumerKey: 'ck_123456', consumerSecret: 'cs_123456' }
      const accountId = await connectTo('woocommerce', account, null, deleted)
      await subscribe('woocommerce_trigger_product_created', accountId, {}, deleted.admin)
      assert.equal(shop.hooks.size, 1)
    }
    shops[1]!.refuse(500)
    const { name } = (await deleted.admin.get('/api/v1/project')).body.data
    const path = `/api/v1/auth/projects/${deleted.id}?${new URLSearchParams({ name })}`
    assert.equal((await owner.delete(path)).status, 200)
    await until(async () => {
      await app.app.erasure.sweep()
      return (
        (
          await app.db.rows(sql`
          select 1 from trigger_instance where project_id = ${deleted.id}
          union all select 1 from trigger_unregistration where project_id = ${deleted.id}
          union all select 1 from connected_account where project_id = ${deleted.id}`)
        ).length === 0
      )
    }, 'the project is erased')
    assert.deepEqual([shops[0]!.hooks.size, shops[1]!.hooks.size], [0, 1])
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
