import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { type As, base, startRefreshTests, tides } from '../../../test/knowledge/refreshes.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import { refreshCronOf, refreshIntervals } from './schema/refresh.ts'
import { keyOf } from './schema/source.ts'

const { app, project, pages, requests, origin, newSource, scheduleOf, ended, slot, comeNow } =
  await startRefreshTests()

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
    requests.length = 0
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
    const { body } = await project.admin.post(base, { name: randomUUID() })
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
