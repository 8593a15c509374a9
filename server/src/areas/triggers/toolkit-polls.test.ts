import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import type { TestProject } from '../../../test/harness.ts'
import { base, startToolkitTriggers } from '../../../test/triggers/toolkit-triggers.ts'
import { until } from '../../../test/until.ts'
import { chainOf, executionOf, newWorkflow } from '../../../test/workflows/api.ts'
import { sql } from '../../kernel/db/db.ts'
import { json, type Received, startService } from '../pieces/testing.ts'

const slug = 'wordpress_new_post'
const { app, project, connectTo, logsOf, triggerOf, payloadOf } = await startToolkitTriggers()

const timeOf = (ms: number) => new Date(ms).toISOString().slice(0, 19)

/** A site with posts that can be added, that fails with a status while one is set, and that does not respond while it is held. */
async function newSite() {
  const posts = [{ id: 1, date: timeOf(0), date_gmt: timeOf(0), title: { rendered: 'old' } }]
  let fails: number | null = null
  let held: (() => void)[] | null = null
  const respond = (request: Received, response: Parameters<typeof json>[0]) => {
    response.setHeader('x-wp-totalpages', '1')
    if (fails !== null) return json(response, { message: 'refused' }, fails)
    json(response, request.url.includes('/posts') ? posts : {})
  }
  const { url, requests } = await startService({ after }, (request, response) => {
    if (held) held.push(() => respond(request, response))
    else respond(request, response)
  })
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
    hold() {
      held = []
    },
    heldCount: () => held?.length ?? 0,
    release() {
      const waiting = held ?? []
      held = null
      for (const send of waiting) send()
    },
  }
}

const connect = (website_url: string, owner: TestProject = project): Promise<string> =>
  connectTo('wordpress', { username: 'ada', password: 'app pass word', website_url }, null, owner)

async function newTrigger(
  connectedAccountId: string,
  workflowId?: string,
  owner: TestProject = project,
): Promise<string> {
  const body = { name: randomUUID(), connectedAccountId, triggerConfig: { intervalMin: 1 } }
  const saved = await owner.admin.post(`${base}/${slug}/upsert`, workflowId ? { ...body, workflowId } : body)
  assert.equal(saved.status, 200, saved.text)
  assert.equal(saved.body.data.kind, 'poll')
  return saved.body.data.triggerId
}

/** As the schedule of the trigger does it. */
async function makeDue(id: string, owner: TestProject = project): Promise<void> {
  const [row] = await app.db.rows<{ generation: number }>(sql`
    select generation from trigger_instance where id = ${id}`)
  const schedule = { id, slotAt: new Date().toISOString() }
  const input = { schedule, input: { triggerId: id, generation: row!.generation } }
  await app.db.tx((tx) => app.app.runs.enqueue(tx, owner.scope, { kind: 'trigger.poll', input }))
}

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

  test('of a project whose service does not respond keep no other project waiting', async () => {
    const [silent, site] = [await newSite(), await newSite()]
    const other = await app.newProject()
    const accountId = await connect(silent.url)
    const stuck: string[] = []
    for (let i = 0; i < 8; i++) stuck.push(await newTrigger(accountId))
    const triggerId = await newTrigger(await connect(site.url, other), undefined, other)
    silent.hold()
    try {
      for (const id of stuck) await makeDue(id)
      // As many of one project as may be in flight.
      await until(() => silent.heldCount() >= 4, 'polls without a response')
      site.post(2)
      await makeDue(triggerId, other)
      await until(async () => (await logsOf(triggerId, other)).length === 1, 'the event of the other project')
      assert.equal(silent.heldCount(), 4)
    } finally {
      silent.release()
    }
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
