import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { inLongRun } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'

const app = await startTestApp({
  allowPrivate: '127.0.0.1/32',
  knowledge: { crawlDelayMs: 0, fetchTimeoutMs: 1_500 },
})
const requests: string[] = []
type Respond = (response: ServerResponse, path: string) => void
const pages: Record<string, Respond> = {}
const site = createServer((request, response) => {
  const path = request.url!
  requests.push(path)
  const respond =
    pages[path] ??
    Object.entries(pages).find(([key]) => key.endsWith('*') && path.startsWith(key.slice(0, -1)))?.[1]
  if (respond) respond(response, path)
  else response.writeHead(404).end()
}).listen(0, '127.0.0.1')
await once(site, 'listening')
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
after(async () => {
  site.closeAllConnections()
  site.close()
  await app.app.runs.stop(0)
  await app.stop()
})

let project: TestProject
before(async () => {
  project = await app.newProject()
  app.app.runs.start()
})

const html =
  (body: string, head = ''): Respond =>
  (response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><html><head><title>T</title>${head}</head><body>${body}</body></html>`)
const redirect =
  (location: string): Respond =>
  (response) =>
    void response.writeHead(302, { location }).end()
const links = (...paths: string[]) => paths.map((path) => `<a href="${path}">to</a>`).join(' ')

const base = '/api/v1/knowledge/collections'
let count = 0
async function newCollection(): Promise<string> {
  const { body } = await project.admin.post(base, { name: `Web ${++count}` })
  return `${base}/${body.data.id}`
}

async function ingest(url: string, body: object) {
  const response = await project.admin.post(`${url}/ingest/url`, body)
  assert.equal(response.status, 200, response.text)
  return settled(url, response.body.data.sourceKey)
}

const settled = (url: string, sourceKey: string) =>
  until(async () => {
    const { data } = (await project.admin.get(`${url}/sources/${encodeURIComponent(sourceKey)}`)).body
    return ['ready', 'failed', 'cancelled'].includes(data.status) ? data : null
  }, `${sourceKey} to settle`)

const listed = async (url: string) =>
  (await project.admin.get(`${url}/sources?limit=100`)).body.data as {
    sourceKey: string
    status: string
    origin: { url: string; parent?: string }
    missingSince: string | null
  }[]

test('200 a page is scraped with its title, and fails with a code where it cannot be', async () => {
  const url = await newCollection()
  pages['/one'] = html('<h1>Tides</h1><p>High tide is at noon.</p>')
  const source = await ingest(url, { url: `${origin}/one?utm_source=x#a` })
  assert.deepEqual([source.status, source.title, source.origin.url], ['ready', 'T', `${origin}/one`])
  const found = await project.admin.post(`${url}/search`, { query: 'tide' })
  assert.deepEqual(
    [found.body.data[0].sourceKey, found.body.data[0].url],
    [source.sourceKey, `${origin}/one`],
  )

  pages['/robots.txt'] = (response) => void response.end('User-agent: *\nDisallow: /closed')
  pages['/private'] = redirect('http://10.0.0.1/')
  pages['/metadata'] = redirect('http://169.254.169.254/latest')
  pages['/huge'] = (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 20_000_000 })
    response.write('x')
  }
  pages['/drip'] = (response) => {
    const timer = setInterval(() => response.write('x'), 50)
    response.on('close', () => clearInterval(timer))
  }
  pages['/loop'] = redirect('/loop')
  pages['/empty'] = html('')
  for (const [path, code] of [
    ['/closed/x', 'fetch_blocked'],
    ['/private', 'fetch_blocked'],
    ['/metadata', 'fetch_blocked'],
    ['/huge', 'too_large'],
    ['/gone', 'fetch_failed'],
    ['/empty', 'empty_text'],
  ] as const) {
    const failed = await ingest(url, { url: origin + path })
    assert.deepEqual([failed.status, failed.lastError.code], ['failed', code], path)
  }
  const refused = await project.admin.post(`${url}/ingest/url`, { url: 'http://10.0.0.1/' })
  assert.equal(refused.body.error.code, 'address_not_allowed')
  assert.equal((await project.admin.post(`${url}/ingest/url`, { url: 'file:///etc/passwd' })).status, 400)
})

test('200 a crawl finds the pages of a folder, each a source, and passes the traps', async () => {
  const url = await newCollection()
  const lines = Array.from({ length: 50_000 }, (_, i) => `${origin}/elsewhere/${i}`)
  pages['/robots.txt'] = (response) =>
    void response.end(`User-agent: *\nDisallow: /docs/secret\nSitemap: ${origin}/map.txt`)
  pages['/map.txt'] = (response) => void response.end([`${origin}/docs/listed`, ...lines].join('\n'))
  pages['/docs/'] = html(
    `<p>The start.</p>${links('/docs/a', '/docs/a#x', '/docs/secret/1', '/outside', '/docs/jump', '/docs/drip', '/docs/huge', '/docs/hidden', '/docs/copy')}`,
  )
  pages['/docs/a'] = html(`<p>Page about anchors.</p>${links('/docs/', '/docs/b?utm_medium=y')}`)
  pages['/docs/b'] = html('<p>Page about buoys.</p>')
  pages['/docs/listed'] = html('<p>Only the sitemap knows it.</p>')
  pages['/docs/jump'] = redirect('http://10.0.0.1/')
  pages['/docs/drip'] = pages['/drip']!
  pages['/docs/huge'] = pages['/huge']!
  pages['/docs/hidden'] = html(
    `<p>Hidden.</p>${links('/docs/behind')}`,
    '<meta name="robots" content="noindex">',
  )
  pages['/docs/behind'] = html('<p>Behind the hidden one.</p>')
  pages['/docs/copy'] = html('<p>Page about anchors.</p>', '<link rel="canonical" href="/docs/a">')
  requests.length = 0
  const crawl = await ingest(url, { url: `${origin}/docs/`, mode: 'crawl', metadata: { site: 'docs' } })
  assert.deepEqual([crawl.status, crawl.lastError], ['ready', null])
  const sources = await listed(url)
  const found = sources.filter(({ origin: { parent } }) => parent === crawl.sourceKey)
  assert.deepEqual(found.map((source) => new URL(source.origin.url).pathname).sort(), [
    '/docs/',
    '/docs/a',
    '/docs/b',
    '/docs/behind',
    '/docs/listed',
  ])
  assert.equal(crawl.origin.pageCount, 5)
  assert.ok(
    !requests.some(
      (path) => path.includes('secret') || path.includes('outside') || path.includes('elsewhere'),
    ),
  )
  for (const { sourceKey } of found) assert.equal((await settled(url, sourceKey)).status, 'ready')
  const hits = await project.admin.post(`${url}/search`, {
    query: 'buoys',
    mode: 'keyword',
    filters: { metadata: { site: 'docs' } },
  })
  assert.equal(hits.body.data.length, 1)
  await project.admin.send('DELETE', `${url}/sources`, { sourceKey: crawl.sourceKey })
  assert.deepEqual(await listed(url), [])
})

test(
  '200 a site without end is left after maxPages; one that fails gives what was found',
  inLongRun,
  async () => {
    const url = await newCollection()
    pages['/robots.txt'] = (response) => void response.writeHead(404).end()
    pages['/calendar/*'] = (response, path) => {
      const day = Number(path.split('/').at(-1)) || 0
      html(`<p>Day ${day}.</p>${links(`/calendar/${day + 1}`, `/calendar/${day + 2}`)}`)(response, path)
    }
    const crawl = await ingest(url, { url: `${origin}/calendar/0`, mode: 'crawl', maxPages: 7 })
    assert.deepEqual([crawl.status, crawl.origin.pageCount, crawl.origin.isPartial], ['ready', 7, false])

    pages['/weak/'] = html(`<p>Start.</p>${links('/weak/1', '/weak/2', '/weak/3', '/weak/4', '/weak/5')}`)
    pages['/weak/*'] = (response) => void response.writeHead(500).end()
    const weak = await ingest(url, { url: `${origin}/weak/`, mode: 'crawl' })
    assert.deepEqual([weak.status, weak.origin.pageCount, weak.origin.isPartial], ['ready', 1, true])

    pages['/robots.txt'] = (response) => void response.writeHead(500).end()
    const closed = await ingest(url, { url: `${origin}/weak/1`, mode: 'crawl' })
    assert.deepEqual([closed.status, closed.lastError.code], ['failed', 'fetch_blocked'])
  },
)

test('200 pages that a site no longer has are deleted by the second crawl that misses them, in one transaction', async () => {
  const url = await newCollection()
  pages['/robots.txt'] = (response) => void response.writeHead(404).end()
  const animals = ['auk', 'bear', 'crab', 'dodo', 'eel', 'fox']
  const page = (name: string) => html(`<p>The ${name} lives here.</p>`)
  pages['/zoo/'] = html(`<p>Welcome.</p>${links(...animals.map((name) => `/zoo/${name}`))}`)
  for (const name of animals) pages[`/zoo/${name}`] = page(name)
  const crawl = () => ingest(url, { url: `${origin}/zoo/`, mode: 'crawl' })
  const crawled = async () => {
    const { status, origin: found } = await crawl()
    const sources = await until(async () => {
      const all = await listed(url)
      return all.every((each) => each.status === 'ready') ? all : undefined
    }, 'all pages to be ready')
    const ofPages = sources!.flatMap(({ origin: { parent, url: address }, missingSince }) =>
      parent ? [`${address.split('/zoo/')[1]}${missingSince ? '?' : ''}`] : [],
    )
    return {
      status,
      removed: found.removedCount,
      isPartial: found.isPartial,
      pages: ofPages.sort().join(' '),
    }
  }
  const all = ' auk bear crab dodo eel fox'
  assert.deepEqual(await crawled(), { status: 'ready', removed: 0, isPartial: false, pages: all })

  // Gone, moved, moved outside, no longer to be indexed, empty for a moment; and one that no page links to any more.
  pages['/zoo/'] = html(`<p>Welcome.</p>${links('/zoo/auk')}`)
  delete pages['/zoo/bear']
  pages['/zoo/crab'] = redirect('/zoo/auk')
  pages['/zoo/dodo'] = html('<p>The dodo.</p>', '<meta name="robots" content="noindex">')
  pages['/zoo/eel'] = html('')
  const missed = ' auk bear? crab? dodo? eel fox'
  assert.deepEqual(await crawled(), { status: 'ready', removed: 0, isPartial: false, pages: missed })
  const search = async (query: string) =>
    (await project.admin.post(`${url}/search`, { query, mode: 'keyword' })).body.data.length
  assert.equal(await search('bear'), 1, 'what is missing once is still found')

  const changed = { ...pages }
  for (const name of animals) pages[`/zoo/${name}`] = (response) => void response.writeHead(500).end()
  const partial = await crawled()
  assert.deepEqual([partial.removed, partial.isPartial, partial.pages], [0, true, missed])
  Object.assign(pages, changed)
  delete pages['/zoo/bear']
  for (const name of ['crab', 'eel']) pages[`/zoo/${name}`] = page(name)
  const before = (await project.admin.get(url)).body.data
  assert.deepEqual(await crawled(), {
    status: 'ready',
    removed: 2,
    isPartial: false,
    pages: ' auk crab eel fox',
  })
  assert.deepEqual([await search('bear'), await search('dodo'), await search('crab')], [0, 0, 1])
  const { sourceCount } = (await project.admin.get(url)).body.data
  assert.equal(sourceCount, before.sourceCount - 2)
  assert.equal((await crawled()).removed, 0)
})

test('200 a site that has no page any more keeps its pages, and the crawl says why', async () => {
  const url = await newCollection()
  pages['/club/'] = html(`<p>Members meet.</p>${links('/club/rules')}`)
  pages['/club/rules'] = html('<p>Be kind.</p>')
  await ingest(url, { url: `${origin}/club/`, mode: 'crawl' })
  for (const path of ['/club/', '/club/rules']) delete pages[path]
  for (let i = 0; i < 2; i++) {
    const crawl = await ingest(url, { url: `${origin}/club/`, mode: 'crawl' })
    assert.deepEqual([crawl.status, crawl.lastError.code], ['failed', 'fetch_failed'])
  }
  assert.equal((await listed(url)).length, 3)
})

test('200 a crawl is previewed by its sitemap and its first links: nothing else is requested, stored or charged', async () => {
  const url = await newCollection()
  pages['/robots.txt'] = (response) =>
    void response.end(`User-agent: *\nDisallow: /shop/secret\nCrawl-delay: 3\nSitemap: ${origin}/map.xml`)
  pages['/map.xml'] = (response) =>
    void response.end(
      `<urlset><url><loc>${origin}/shop/map</loc></url><url><loc>${origin}/x</loc></url></urlset>`,
    )
  pages['/shop/'] = html(
    `<p>Shop.</p>${links('/shop/a', '/shop/a#b', '/shop/secret', '/elsewhere', '/shop/map')}`,
  )
  requests.length = 0
  const preview = (address: string, as = {}) =>
    project.admin.post(`${url}/ingest/url/preview`, { url: address }, as)
  const { body } = await preview(`${origin}/shop/`)
  assert.deepEqual(body.data, {
    url: `${origin}/shop/`,
    title: 'T',
    pageCount: 3,
    sitemapCount: 1,
    delayMs: 3_000,
    pages: ['', 'map', 'a'].map((path) => `${origin}/shop/${path}`),
  })
  assert.deepEqual(requests.sort(), ['/map.xml', '/robots.txt', '/shop/'])
  assert.deepEqual(await listed(url), [])
  const codeOf = async (address: string, as = {}) => (await preview(address, as)).body.error.code
  assert.equal(await codeOf(`${origin}/shop/secret`), 'knowledge_site_unreadable')
  assert.equal(await codeOf(`${origin}/shop/none`), 'knowledge_site_unreadable')
  assert.equal(await codeOf('http://10.0.0.1/'), 'address_not_allowed')
  pages['/shop/broken'] = (response) => void response.writeHead(500).end()
  assert.equal(await codeOf(`${origin}/shop/broken`), 'upstream_error')
  assert.equal(await codeOf(`${origin}/shop/`, { 'x-username': 'mallory' }), 'knowledge_collection_not_found')
  assert.equal((await preview('file:///etc/passwd')).status, 400)
})
