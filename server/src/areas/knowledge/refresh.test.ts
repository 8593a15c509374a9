import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import { notify } from '../../kernel/db/listen.ts'
import { scopeOfRun } from '../../kernel/runs/run-scope.ts'
import { refreshCronOf, refreshIntervals } from './schema/refresh.ts'
import { keyOf } from './schema/source.ts'

const app = await startTestApp({
  allowPrivate: '127.0.0.1/32',
  knowledge: { crawlDelayMs: 0, fetchTimeoutMs: 5_000 },
})
type Page = { html: string; etag?: string; lastModified?: string; status?: number }
const pages = new Map<string, Page>()
let requests: { path: string; status: number; ifNoneMatch: string | undefined }[] = []

function respond({ url, headers }: IncomingMessage, response: ServerResponse): void {
  const page = pages.get(url!)
  const { etag, lastModified, status = 200 } = page ?? {}
  const isKnown = etag
    ? headers['if-none-match'] === etag
    : lastModified !== undefined && headers['if-modified-since'] === lastModified
  const code = !page ? 404 : status !== 200 ? status : isKnown ? 304 : 200
  requests.push({ path: url!, status: code, ifNoneMatch: headers['if-none-match'] })
  response.writeHead(code, {
    'content-type': 'text/html',
    ...(etag ? { etag } : {}),
    ...(lastModified ? { 'last-modified': lastModified } : {}),
  })
  response.end(
    code === 200 ? `<!doctype html><html><head><title>T</title></head><body>${page!.html}</body></html>` : '',
  )
}
const site = createServer(respond).listen(0, '127.0.0.1')
await once(site, 'listening')
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`

let project: TestProject
before(async () => {
  project = await app.newProject()
  app.app.runs.start()
})
beforeEach(() => {
  pages.clear()
  requests = []
})
after(async () => {
  site.closeAllConnections()
  site.close()
  await app.app.runs.stop(0)
  await app.stop()
})

const base = '/api/v1/knowledge/collections'
let count = 0
type As = Record<string, string>

async function newSource(body: object, as: As = {}) {
  const { body: created } = await project.admin.post(base, { name: `Web ${++count}` }, as)
  const url = `${base}/${created.data.id}`
  const response = await project.admin.post(`${url}/ingest/url`, body, as)
  assert.equal(response.status, 200, response.text)
  const path = `${url}/sources/${encodeURIComponent(response.body.data.sourceKey)}`
  const get = async () => (await project.admin.get(path, as)).body.data
  const settled = () =>
    until(async () => {
      const source = await get()
      return ['ready', 'failed'].includes(source.status) && source
    }, 'the source to settle')
  const search = async (query: string) =>
    (await project.admin.post(`${url}/search`, { query }, as)).body.data.map(
      ({ text }: { text: string }) => text,
    )
  await settled()
  requests = []
  return { id: created.data.id as string, url, path, get, settled, search }
}

type Web = Awaited<ReturnType<typeof newSource>>

const scheduleOf = async ({ id }: Web): Promise<string | null> => {
  const [row] = await app.db.rows<{ id: string | null }>(
    sql`select schedule_id as id from knowledge_source where collection_id = ${id} and schedule_id is not null`,
  )
  return row?.id ?? null
}

const ended = async (runId: string) => {
  const run = await until(async () => {
    const found = await app.app.runs.find(app.db, project.scope, runId)
    return found && ['succeeded', 'failed'].includes(found.status) ? found : undefined
  }, 'the refresh to end')
  assert.ok(run)
  return { status: run.status, outcome: (run.output as { outcome: string } | null)?.outcome }
}

/** What the schedule starts at a slot. */
async function slot(web: Web) {
  const { scope, ...schedule } = (await app.app.runs.schedules.find(
    app.db,
    project.scope,
    (await scheduleOf(web))!,
  ))!
  const owner = { project_id: project.id, external_user_id: schedule.externalUserId, scope }
  const input = { schedule: { id: schedule.id, slotAt: schedule.nextAt }, input: schedule.input }
  const run = { kind: schedule.kind, input }
  return ended(await app.db.tx((tx) => app.app.runs.enqueue(tx, scopeOfRun(owner), run)))
}

/** Makes a slot of the past hour due, and has it found. */
const comeNow = (scheduleId: string) =>
  app.db.tx(async (tx) => {
    await tx.rows(sql`update run_schedule set next_at = now() - interval '1 hour' where id = ${scheduleId}`)
    await notify(tx, 'stoa_run_schedule', '')
  })

const entries = async () =>
  (await project.admin.get('/api/v1/usage?type=knowledge&limit=100')).body.total as number
const tides = '<h1>Tides</h1><p>High tide is at noon.</p>'

describe('a page that is refreshed', () => {
  it('costs nothing while it is the same: by its tag, its date, its bytes or its text', async () => {
    pages.set('/tag', { html: tides, etag: 'W/"1"' })
    const web = await newSource({ url: `${origin}/tag`, refreshEvery: '1h' })
    const first = await web.get()
    assert.equal(first.refreshEvery, '1h')
    assert.ok(Date.parse(first.nextRefreshAt) > app.clock.now().getTime())
    const charged = await entries()
    app.clock.advance(1_000)
    assert.deepEqual(await slot(web), { status: 'succeeded', outcome: 'unchanged' })
    assert.deepEqual(
      requests.filter(({ path }) => path === '/tag'),
      [{ path: '/tag', status: 304, ifNoneMatch: 'W/"1"' }],
    )
    pages.set('/tag', { html: tides, lastModified: 'Tue, 03 Nov 2026 10:00:00 GMT' })
    assert.equal((await slot(web)).outcome, 'unchanged')
    assert.equal((await slot(web)).outcome, 'unchanged')
    assert.deepEqual(
      requests.filter(({ path }) => path === '/tag').map(({ status }) => status),
      [304, 200, 304],
    )
    pages.set('/tag', { html: `${tides}<script>counter = 7</script>` })
    assert.equal((await slot(web)).outcome, 'unchanged')
    const last = await web.get()
    assert.deepEqual(
      [last.jobId, last.indexedAt, last.updatedAt],
      [first.jobId, first.indexedAt, first.updatedAt],
    )
    assert.ok(Date.parse(last.lastCheckedAt) > Date.parse(first.lastCheckedAt))
    assert.equal(await entries(), charged)
  })

  it('is replaced as a whole when it has changed, and paid for once', async () => {
    pages.set('/news', { html: tides, etag: '"1"' })
    const web = await newSource({
      url: `${origin}/news`,
      refreshEvery: '1d',
      title: 'News',
      metadata: { kind: 'sea' },
    })
    const charged = await entries()
    pages.set('/news', { html: '<h1>Tides</h1><p>Low tide is at midnight.</p>', etag: '"2"' })
    assert.equal((await slot(web)).outcome, 'changed')
    const source = await web.settled()
    assert.deepEqual(
      [source.status, source.title, source.metadata, source.refreshEvery, source.refreshError],
      ['ready', 'News', { kind: 'sea' }, '1d', null],
    )
    assert.match((await web.search('midnight'))[0], /Low tide/)
    assert.ok((await web.search('tide')).every((text: string) => !text.includes('noon')))
    assert.equal(await entries(), charged + 1)
    assert.equal((await slot(web)).outcome, 'unchanged')
    assert.equal(await entries(), charged + 1)
  })

  it('keeps its text when its site fails, and says why until it responds again', async () => {
    pages.set('/frail', { html: tides, etag: '"1"' })
    const web = await newSource({ url: `${origin}/frail`, refreshEvery: '6h' })
    for (const [page, code] of [
      [{ html: '', status: 500 }, 'fetch_failed'],
      [{ html: '', status: 403 }, 'fetch_blocked'],
      [null, 'fetch_failed'],
      [{ html: '' }, 'empty_text'],
    ] as const) {
      if (page) pages.set('/frail', page)
      else pages.delete('/frail')
      assert.deepEqual(await slot(web), { status: 'succeeded', outcome: 'failed' })
      const source = await web.get()
      assert.deepEqual([source.status, source.refreshError.code, source.lastError], ['ready', code, null])
      assert.match((await web.search('tide'))[0], /noon/)
    }
    pages.set('/frail', { html: tides, etag: '"1"' })
    assert.equal((await slot(web)).outcome, 'unchanged')
    assert.equal((await web.get()).refreshError, null)
  })

  it('may no longer be read when robots.txt says so: its text stays', async () => {
    pages.set('/closed', { html: tides })
    const web = await newSource({ url: `${origin}/closed`, refreshEvery: '1h' })
    pages.set('/robots.txt', { html: '\nUser-agent: *\nDisallow: /closed\n' })
    assert.equal((await slot(web)).outcome, 'failed')
    assert.equal((await web.get()).refreshError.code, 'fetch_blocked')
    assert.match((await web.search('tide'))[0], /noon/)
  })
})

describe('the schedule of a refresh', () => {
  it('stays, is changed and ended by ingesting the page again, and ends with the source', async () => {
    pages.set('/plan', { html: tides })
    const body = { url: `${origin}/plan` }
    const web = await newSource({ ...body, refreshEvery: '7d' })
    const id = (await scheduleOf(web))!
    const planned = () => app.app.runs.schedules.find(app.db, project.scope, id)
    assert.equal((await planned())!.cron, refreshCronOf('7d', id))
    const again = async (refreshEvery?: string | null) => {
      const response = await project.admin.post(
        `${web.url}/ingest/url`,
        refreshEvery === undefined ? body : { ...body, refreshEvery },
      )
      assert.equal(response.status, 200, response.text)
      return web.settled()
    }
    assert.equal((await again()).refreshEvery, '7d')
    assert.equal((await again('1h')).refreshEvery, '1h')
    assert.equal((await planned())!.cron, refreshCronOf('1h', id))
    const off = await again(null)
    assert.deepEqual([off.refreshEvery, off.nextRefreshAt], [null, null])
    assert.equal(await planned(), null)
    await again('1d')
    const next = (await scheduleOf(web))!
    await project.admin.delete(web.path)
    assert.equal(await app.app.runs.schedules.find(app.db, project.scope, next), null)
  })

  it('200 is set, changed and ended by a PATCH, which reads nothing', async () => {
    pages.set('/patch', { html: tides })
    const web = await newSource({ url: `${origin}/patch`, title: 'Tides' })
    const before = await web.get()
    const patch = async (body: object) => (await project.admin.patch(web.path, body)).body.data
    const set = await patch({ refreshEvery: '12h' })
    assert.equal(set.refreshEvery, '12h')
    assert.ok(Date.parse(set.nextRefreshAt) > app.clock.now().getTime())
    const id = (await scheduleOf(web))!
    const planned = () => app.app.runs.schedules.find(app.db, project.scope, id)
    await Promise.all(['1h', '6h', '1d', '7d'].map((refreshEvery) => patch({ refreshEvery })))
    const { refreshEvery } = await patch({ refreshEvery: '30d' })
    assert.equal((await planned())!.cron, refreshCronOf(refreshEvery, id))
    assert.equal((await slot(web)).outcome, 'unchanged')
    requests = []
    const off = await patch({ refreshEvery: null })
    assert.deepEqual([off.refreshEvery, off.nextRefreshAt, await planned()], [null, null, null])
    assert.deepEqual([off.title, off.jobId, off.indexedAt], [before.title, before.jobId, before.indexedAt])
    assert.equal((await patch({ refreshEvery: null })).refreshEvery, null)
    assert.deepEqual(requests, [])
  })

  it('400, 404 or 409 where a PATCH cannot set it', async () => {
    pages.set('/own/', { html: '<p>Welcome.</p>' })
    const web = await newSource({ url: `${origin}/own/`, mode: 'crawl' })
    const code = async (path: string, body: object, as: As = {}) =>
      (await project.admin.patch(path, body, as)).body.error.code
    for (const body of [{}, { refreshEvery: '5m' }, { refreshEvery: '' }, { refreshEvery: 1 }])
      assert.equal((await project.admin.patch(web.path, body)).status, 400, JSON.stringify(body))
    const text = await project.admin.post(`${web.url}/ingest/text`, { title: 'Note', content: 'A note.' })
    const page = `${web.url}/sources/${encodeURIComponent(keyOf('url', `${origin}/own/`))}`
    for (const path of [page, `${web.url}/sources/${text.body.data.sourceKey}`])
      assert.equal(await code(path, { refreshEvery: '1d' }), 'knowledge_source_not_refreshable')
    assert.equal(await code(`${web.url}/sources/url:x`, { refreshEvery: '1d' }), 'knowledge_source_not_found')
    const other = { 'x-username': 'mallory' }
    assert.equal(await code(web.path, { refreshEvery: '1d' }, other), 'knowledge_collection_not_found')
    assert.equal(await scheduleOf(web), null)
  })

  it('400 for less than an hour, or what is no interval', async () => {
    const { body } = await project.admin.post(base, { name: `Web ${++count}` })
    for (const refreshEvery of ['5m', '0h', 3600, '', '1H', { every: '1h' }]) {
      const response = await project.admin.post(`${base}/${body.data.id}/ingest/url`, {
        url: `${origin}/plan`,
        refreshEvery,
      })
      assert.equal(response.status, 400, JSON.stringify(refreshEvery))
    }
  })

  it('acts for the owner of the collection, without the rights of who set it', async () => {
    pages.set('/own', { html: tides })
    const as = { 'x-username': 'ada' }
    const web = await newSource({ url: `${origin}/own`, refreshEvery: '1h' }, as)
    const schedule = await app.app.runs.schedules.find(app.db, project.scope, (await scheduleOf(web))!)
    const [user] = await app.db.rows<{ id: string }>(
      sql`select id from external_user where project_id = ${project.id} and name = 'ada'`,
    )
    assert.equal(schedule!.externalUserId, user!.id)
    assert.deepEqual([schedule!.scope!.role, schedule!.scope!.acrossUsers], ['member', false])
  })

  it('does nothing while the owner is inactive, and ends when the owner is erased', async () => {
    pages.set('/owner', { html: tides })
    const as = { 'x-username': 'grace' }
    const web = await newSource({ url: `${origin}/owner`, refreshEvery: '1h' }, as)
    const [user] = await app.db.rows<{ id: string }>(
      sql`select id from external_user where project_id = ${project.id} and name = 'grace'`,
    )
    const toggle = (isActive: boolean) =>
      project.admin.put(`/api/v1/external-users/${user!.id}/toggle-active`, { isActive })
    assert.equal((await toggle(false)).status, 200)
    assert.equal((await slot(web)).outcome, 'owner_inactive')
    assert.deepEqual(requests, [])
    assert.equal((await toggle(true)).status, 200)
    assert.equal((await slot(web)).outcome, 'unchanged')
    const id = (await scheduleOf(web))!
    const erased = await project.admin.delete(`/api/v1/external-users/${user!.id}?confirm=true`)
    assert.ok(erased.status < 300, erased.text)
    assert.equal(await app.app.runs.schedules.find(app.db, project.scope, id), null)
  })

  it('starts one run for a slot, on whichever node, however often it comes', async () => {
    pages.set('/slot', { html: tides, etag: '"1"' })
    const web = await newSource({ url: `${origin}/slot`, refreshEvery: '1h' })
    const id = (await scheduleOf(web))!
    const come = () => comeNow(id)
    const moved = () =>
      until(async () => {
        const schedule = (await app.app.runs.schedules.find(app.db, project.scope, id))!
        return Date.parse(schedule.nextAt!) > Date.now() ? schedule : undefined
      }, 'the slot to be taken')
    await come()
    const first = (await moved())!
    assert.deepEqual(await ended(first.lastRunId!), { status: 'succeeded', outcome: 'unchanged' })
    await come()
    const { lastRunId, lastSlotAt } = (await moved())!
    if (lastSlotAt === first.lastSlotAt) assert.equal(lastRunId, first.lastRunId)
    await ended(lastRunId!)
    const slots = new Set([first.lastSlotAt, lastSlotAt])
    assert.equal(requests.filter(({ path }) => path === '/slot').length, slots.size)
  })

  it('ends by itself when its collection was deleted', async () => {
    pages.set('/lost', { html: tides })
    const web = await newSource({ url: `${origin}/lost`, refreshEvery: '1h' })
    const id = (await scheduleOf(web))!
    await project.admin.delete(web.url)
    await comeNow(id)
    await until(async () => (await app.app.runs.schedules.find(app.db, project.scope, id)) === null)
    assert.deepEqual(requests, [])
  })
})

describe('a crawl that is refreshed', () => {
  it('reads what is new or changed, pays for that alone, and leaves the rest', async () => {
    const start = (...links: string[]) => links.map((path) => `<a href="/site/${path}">to</a>`).join(' ')
    pages.set('/site/', { html: `<h1>Start</h1><p>Welcome.</p>${start('a', 'b')}`, etag: '"s1"' })
    pages.set('/site/a', { html: '<p>Penguins swim.</p>', etag: '"a1"' })
    pages.set('/site/b', { html: '<p>Walruses sleep.</p>', etag: '"b1"' })
    const before = await entries()
    const web = await newSource({ url: `${origin}/site/`, mode: 'crawl', refreshEvery: '1d' })
    const ready = () =>
      until(async () => {
        const { data } = (await project.admin.get(`${web.url}/sources?limit=100`)).body
        return data.every(({ status }: { status: string }) => status === 'ready') && data
      }, 'all pages to be ready')
    await ready()
    const charged = await entries()
    assert.equal(charged, before + 3)
    requests = []
    assert.equal((await slot(web)).outcome, 'crawl')
    assert.equal((await web.settled()).origin.pageCount, 3)
    const ofPages = () =>
      requests.filter(({ path }) => path.startsWith('/site/')).map(({ path, status }) => `${path} ${status}`)
    assert.deepEqual(ofPages().sort(), ['/site/ 304', '/site/a 304', '/site/b 304'])
    assert.equal(await entries(), charged)

    requests = []
    pages.set('/site/b', { html: `<p>Walruses wake.</p>${start('c')}`, etag: '"b2"' })
    pages.set('/site/c', { html: '<p>Seals arrive.</p>' })
    await slot(web)
    await web.settled()
    assert.equal((await ready()).length, 5)
    assert.deepEqual(ofPages().sort(), ['/site/ 304', '/site/a 304', '/site/b 200', '/site/c 200'])
    assert.equal(await entries(), charged + 2)
    assert.match((await web.search('walruses'))[0], /wake/)
    assert.match((await web.search('seals'))[0], /arrive/)
    const { isClean, works, orphans } = await app.app.usage.reconcile(project.scope)
    assert.deepEqual([isClean, works, orphans], [true, await entries(), []])
  })
})

it('times of refreshes are spread, and as far apart as they say', () => {
  const hours: Record<(typeof refreshIntervals)[number], number> = {
    '1h': 1,
    '6h': 6,
    '12h': 12,
    '1d': 24,
    '7d': 168,
    '30d': 744,
  }
  for (const id of ['018f0000-0000-7000-8000-000000000000', '018f0000-0000-7000-8000-ffffffffffff'])
    for (const every of refreshIntervals) {
      const times = app.app.runs.schedules.nextTimes(refreshCronOf(every, id), 'UTC', 3)
      const [first, second, third] = times.map((time) => time.getTime() / 3_600_000)
      assert.ok(second! - first! <= hours[every] && third! - second! <= hours[every], `${every} ${id}`)
      assert.ok(second! - first! >= Math.min(hours[every], 672), `${every} ${id}`)
    }
})
