import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startRefreshTests, tides } from '../../../test/knowledge/refreshes.ts'
import { until } from '../../../test/until.ts'

const { app, project, pages, requests, origin, newSource, slot, entries } = await startRefreshTests()

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
    requests.length = 0
    assert.equal((await slot(web)).outcome, 'crawl')
    assert.equal((await web.settled()).origin.pageCount, 3)
    const ofPages = () =>
      requests.filter(({ path }) => path.startsWith('/site/')).map(({ path, status }) => `${path} ${status}`)
    assert.deepEqual(ofPages().sort(), ['/site/ 304', '/site/a 304', '/site/b 304'])
    assert.equal(await entries(), charged)

    requests.length = 0
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
