import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { chainOf, executionOf, newWorkflow } from '../../../test/workflows/api.ts'
import { sql } from '../../kernel/db/db.ts'
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

async function connect(website_url: string): Promise<string> {
  const { admin } = project
  const config = await admin.post('/api/v1/auth_configs', {
    toolkit: { slug: 'wordpress' },
    authConfig: { type: 'use_custom_auth', authScheme: 'API_KEY', credentials: {} },
  })
  assert.equal(config.status, 200, config.text)
  const val = { username: 'ada', password: 'app pass word', website_url }
  const account = await admin.post('/api/v1/connected_accounts', {
    authConfig: { id: config.body.data.id ?? config.body.data.authConfig?.id },
    connection: { state: { authScheme: 'API_KEY', val } },
  })
  assert.equal(account.status, 200, account.text)
  return account.body.data.id
}

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
})
