import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'
import { tarball } from '../../../test/tarball.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import { json, startService } from '../pieces/testing.ts'

const base = '/api/v1/trigger_instances'
const slug = 'bell-127_rung'

// Toolkits call hosts that are named like them.
/** A toolkit whose registrations expire: renewing one extends it, or creates it again where it is missing, as with WebSub. */
const bundleOf = (url: string) => `
  const call = async (ctx, method, path, body) => {
    const response = await fetch('${url}' + path, { method, body: JSON.stringify(body ?? {}) })
    if (!response.ok) throw new Error('status ' + response.status)
    return response.json()
  }
  exports.bell = {
    displayName: 'Bell', description: 'Rings', categories: ['PRODUCTIVITY'], getContextInfo: () => ({}), auth: undefined,
    actions: () => ({}),
    triggers: () => ({ rung: { name: 'rung', displayName: 'Rung', description: '', props: {}, requireAuth: false, type: 'WEBHOOK',
      renewConfiguration: { strategy: 'CRON', cronExpression: '0 0 * * *' }, sampleData: {},
      onEnable: async (ctx) => { await ctx.store.put('hook', (await call(ctx, 'POST', '/hooks', { url: ctx.webhookUrl })).id) },
      onDisable: async (ctx) => { await call(ctx, 'DELETE', '/hooks/' + (await ctx.store.get('hook'))) },
      onRenew: async (ctx) => { await call(ctx, 'PUT', '/hooks/' + (await ctx.store.get('hook')), { url: ctx.webhookUrl }) },
      run: async (ctx) => [ctx.payload.body], test: async () => [] } }),
  }`

let app: TestApp
let project: TestProject
let service: Awaited<ReturnType<typeof startBell>>
const cleaners: (() => Promise<void>)[] = []

/** The service of the toolkit, and the registry from which it is installed. */
async function startBell() {
  const hooks = new Map<string, string>()
  let [count, status] = [0, 200]
  let gate: { method: string; arrived(): void; opened: Promise<void> } | null = null
  const offered: { bytes: Buffer } = { bytes: Buffer.alloc(0) }
  const started = await startService(
    { after: (work) => void cleaners.push(work) },
    async ({ method, url, body }, response) => {
      if (url.endsWith('.tgz')) return void response.end(offered.bytes)
      if (url.includes('piece-bell-127')) {
        const integrity = `sha512-${createHash('sha512').update(offered.bytes).digest('base64')}`
        const dist = { tarball: `${started.url}/piece-bell-127.tgz`, integrity }
        const version = { version: '1.0.0', main: './src/index.js', dependencies: {}, dist }
        return json(response, { 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } })
      }
      if (gate?.method === method) {
        gate.arrived()
        await gate.opened
      }
      if (status !== 200) return json(response, {}, status)
      const id = url.split('/')[2] ?? `h${++count}`
      const isThere = hooks.has(id)
      if (method === 'DELETE') hooks.delete(id)
      else hooks.set(id, (JSON.parse(body) as { url: string }).url)
      json(response, { id }, method === 'DELETE' && !isThere ? 404 : 200)
    },
  )
  offered.bytes = tarball([
    { path: 'package/package.json', content: '{}' },
    { path: 'package/src/index.js', content: bundleOf(started.url) },
  ])
  return {
    ...started,
    hooks,
    answer(next: number) {
      status = next
    },
    /** Holds the next requests of the method. */
    hold(method: string) {
      const [arrival, opening] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      gate = { method, arrived: arrival.resolve, opened: opening.promise }
      return {
        arrived: arrival.promise,
        open: () => {
          gate = null
          opening.resolve()
        },
      }
    },
  }
}

before(async () => {
  service = await startBell()
  app = await startTestApp({ allowPrivate: '127.0.0.1/32', npmRegistry: service.url })
  app.app.runs.start()
  app.app.events.start()
  project = await app.newProject()
  const installed = await project.admin.post('/api/v1/toolkits/install', {
    package: '@activepieces/piece-bell-127',
  })
  assert.equal(installed.status, 200, installed.text)
})
after(async () => {
  await app.app.events.stop()
  await app.app.runs.stop(0)
  await app.stop()
  for (const clean of cleaners) await clean()
})

async function subscribe(by = project.admin, name = randomUUID()) {
  const saved = await by.post(`${base}/${slug}/upsert`, { name })
  assert.equal(saved.status, 200, saved.text)
  const { triggerId, webhookUrl, warnings } = saved.body.data
  return { triggerId, url: webhookUrl, path: new URL(webhookUrl).pathname, warnings } as {
    triggerId: string
    url: string
    path: string
    warnings: string[]
  }
}

const auditOf = async (triggerId: string): Promise<string[]> =>
  (await project.admin.get(`/api/v1/audit-log?q=${triggerId}&limit=50`)).body.data.map(
    ({ action }: { action: string }) => action,
  )

const renew = (triggerId: string) =>
  app.db.tx(async (tx) => {
    // As its schedule does it.
    const [schedule] = await tx.rows<{ userId: string }>(sql`
      select external_user_id as "userId" from run_schedule
      where kind = 'trigger.renew' and input->>'triggerId' = ${triggerId}`)
    assert.equal(schedule?.userId, project.id, 'renewals belong to the project')
    const run = { kind: 'trigger.renew', input: { input: { triggerId } } }
    return app.app.runs.enqueue(tx, project.scope, run)
  })

describe('Webhooks at services that expire', () => {
  test('one that is renewed while its owner is erased leaves nothing at the service, and is not renewed afterwards', async () => {
    const name = `ringer-${randomUUID()}`
    const { id: user } = (await project.admin.post('/api/v1/external-users', { name })).body.data
    const { triggerId, path } = await subscribe(project.admin.as(name))
    const held = service.hold('PUT')
    const run = await renew(triggerId)
    await held.arrived
    assert.equal((await project.admin.delete(`/api/v1/external-users/${user}`)).status, 200)
    await until(() => service.hooks.size === 0, 'removed with its trigger')
    held.open()
    await until(
      async () => (await app.app.runs.find(app.db, project.scope, run))?.status === 'succeeded',
      'the renewal has ended',
    )
    await until(async () => {
      const left = await app.db.rows(sql`select 1 from trigger_unregistration`)
      return left.length === 0 && service.hooks.size === 0
    }, 'what the renewal created again is removed')
    assert.deepEqual(
      (await auditOf(triggerId)).filter((action) => action.startsWith('trigger.webhook_')),
      ['trigger.webhook_removed', 'trigger.webhook_removed'],
    )
    const schedules = await app.db.rows(sql`
      select 1 from run_schedule where kind = 'trigger.renew' and input->>'triggerId' = ${triggerId}`)
    assert.deepEqual(schedules, [])
    const { length } = service.requests
    const late = await app.db.tx((tx) =>
      app.app.runs.enqueue(tx, project.scope, { kind: 'trigger.renew', input: { input: { triggerId } } }),
    )
    await until(async () => (await app.app.runs.find(app.db, project.scope, late))?.status === 'succeeded')
    assert.equal(service.requests.length, length)
    assert.equal((await app.anonymous.post(path, '{}')).status, 410)
  })

  test('one that is missing at the service already was removed, and is not reported as a failure', async () => {
    const { triggerId } = await subscribe()
    service.hooks.clear()
    assert.equal((await project.admin.delete(`${base}/manage/${triggerId}`)).status, 200)
    const actions = await until(async () => {
      const found = await auditOf(triggerId)
      return found.some((action) => action.startsWith('trigger.webhook_')) && found
    }, 'the audit log')
    assert.ok((actions as string[]).includes('trigger.webhook_removed'), String(actions))
  })
})

describe('Registrations whose result is lost', () => {
  /** As a server leaves it that is killed behind the call of the service. */
  async function killedWhileCreating(name: string) {
    const held = service.hold('POST')
    const creating = project.admin.post(`${base}/${slug}/upsert`, { name })
    await Promise.race([held.arrived, creating.then(({ text }) => assert.fail(text))])
    const [intent] = await app.db.rows<{ id: string }>(sql`
      select id from trigger_creation where token_hash is not null`)
    assert.ok(intent, 'the URL is stored before the service is called')
    const { id } = intent
    const [stored] = await app.db.rows<Record<string, string>>(
      sql`select * from trigger_creation where id = ${id}`,
    )
    held.open()
    assert.equal((await creating).status, 200)
    const url = [...service.hooks.values()].at(-1)!
    // Nothing of the response was committed.
    await app.db.rows(sql`delete from trigger_instance where id = ${id}`)
    await app.db.rows(sql`delete from run_schedule where input->>'triggerId' = ${id}`)
    await app.db.rows(sql`delete from piece_value where place = ${id}`)
    await app.db.rows(sql`
      insert into trigger_creation (project_id, id, slug, token, token_hash, until)
      values (${project.id}, ${id}, ${slug}, ${stored!.token}, ${stored!.token_hash}, now() - interval '1 second')`)
    return { id, url }
  }

  test('a request that is repeated registers the same URL, and says that the service may have it twice', async () => {
    service.hooks.clear()
    const name = randomUUID()
    const { id, url } = await killedWhileCreating(name)
    const again = await subscribe(project.admin, name)
    assert.deepEqual([again.triggerId, again.url], [id, url])
    assert.deepEqual([...service.hooks.values()], [url, url])
    assert.match(again.warnings.join(), /twice/)
    assert.ok((await auditOf(id)).includes('trigger.registration_uncertain'))
    const body = JSON.stringify({ ring: randomUUID() })
    const sent = [await app.anonymous.post(again.path, body), await app.anonymous.post(again.path, body)]
    assert.deepEqual(
      sent.map(({ status }) => status),
      [202, 200],
    )
    assert.equal((await project.admin.delete(`${base}/manage/${id}`)).status, 200)
    await until(() => service.hooks.size === 1, 'the known one is removed')
    // Upon which most services remove the other one.
    assert.equal((await app.anonymous.post(again.path, body)).status, 410)
  })

  test('one that nobody repeats is buried: its URL returns 410, and the audit log says so', async () => {
    const { id, url } = await killedWhileCreating(randomUUID())
    const { pathname } = new URL(url)
    assert.equal((await app.anonymous.post(pathname, '{}')).status, 404)
    await app.db.rows(sql`update trigger_creation set until = now() - interval '1 hour' where id = ${id}`)
    await app.app.triggers.sweep([])
    assert.equal((await app.anonymous.post(pathname, '{}')).status, 410)
    assert.ok((await auditOf(id)).includes('trigger.registration_uncertain'))
    app.clock.advance(91 * 86_400_000)
    await app.app.triggers.sweep([])
    assert.equal((await app.anonymous.post(pathname, '{}')).status, 404)
    app.clock.advance(-91 * 86_400_000)
  })

  test('a service that fails may have registered: 502, and its URL returns 410; one that refuses has not', async () => {
    const uncertain = async () =>
      (await project.admin.get('/api/v1/audit-log?action=trigger.registration_uncertain&limit=1')).body.total
    const [before, { length }] = [await uncertain(), service.requests]
    for (const [status, more] of [
      [400, 0],
      [500, 1],
    ] as const) {
      service.answer(status)
      const refused = await project.admin.post(`${base}/${slug}/upsert`, { name: randomUUID() })
      service.answer(200)
      assert.deepEqual([refused.status, (await uncertain()) - before], [502, more], String(status))
    }
    const paths = service.requests
      .slice(length)
      .map(({ body }) => new URL((JSON.parse(body) as { url: string }).url).pathname)
    const statuses = await Promise.all(
      paths.map(async (path) => (await app.anonymous.post(path, '{}')).status),
    )
    assert.deepEqual(statuses, [404, 410])
    assert.deepEqual(await app.db.rows(sql`select 1 from trigger_creation`), [])
  })

  test('a trigger that is enabled again behind a lost result says so too', async () => {
    const { triggerId } = await subscribe()
    const setEnabled = (enabled: boolean) =>
      project.admin.patch(`${base}/manage/${triggerId}/status`, { enabled })
    await setEnabled(false)
    const isSettled = async () => {
      const { warnings } = (await project.admin.get(`${base}/manage/${triggerId}`)).body.data
      return !/not as it should be/.test(warnings.join())
    }
    await until(isSettled, 'removed')
    // As a server leaves it that is killed behind the call of the service.
    await app.db.rows(sql`update trigger_instance set registering_at = now() where id = ${triggerId}`)
    await setEnabled(true)
    await until(isSettled, 'registered')
    const { warnings } = (await project.admin.get(`${base}/manage/${triggerId}`)).body.data
    assert.match(warnings.join(), /twice/)
    assert.ok((await auditOf(triggerId)).includes('trigger.registration_uncertain'))
  })
})
