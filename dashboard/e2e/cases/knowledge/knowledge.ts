import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import {
  apiKey,
  baseUrl,
  eventually,
  openTestBrowser,
  pageSatisfies,
  settled,
} from '../../harness/browser.ts'
import { eventuallyAccessible, isCleanInBothThemes } from '../../harness/expect.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()
const collections = '/api/v1/knowledge/collections'

const policy = `# Refunds

A refund is paid to the original card within five working days.

# Shipping

Parcels are sent every morning from our warehouse in Lisbon.`

describe('knowledge', () => {
  it('is created, filled with files and texts, searched, corrected and deleted', async () => {
    const page = await testBrowser.signedIn('/knowledge')
    await settled(page)
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Shop handbook')
    await dialog.getByText('Advanced').click()
    await dialog.getByLabel('Chunk size').fill('800')
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Create collection' }).click()
    await page.getByRole('heading', { name: 'Add the first source' }).waitFor()
    await isCleanInBothThemes(page)
    await page.getByLabel('Files to add').setInputFiles([
      { name: 'policy.md', mimeType: 'text/markdown', buffer: Buffer.from(policy) },
      { name: 'broken.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 1, 2, 255, 254]) },
    ])
    const row = (title: string) => page.getByRole('row').filter({ hasText: title })
    // A menu that is opened while the collection is empty is still open when the list is there.
    await page.getByRole('button', { name: 'Add from' }).click()
    await row('policy.md').waitFor()
    await page.getByRole('menuitem', { name: 'Paste text…' }).click()
    await dialog.getByLabel('Title').fill('Opening hours')
    await dialog.getByLabel('Text', { exact: true }).fill('The shop is open from nine to five.')
    await dialog.getByRole('button', { name: 'Add text' }).click()
    await page.getByRole('button', { name: 'Add from' }).click()
    await page.getByRole('menuitem', { name: 'Web page or site…' }).click()
    await dialog.getByText('Crawl the site').click()
    await dialog.getByLabel('URL').fill('http://127.0.0.1/handbook/')
    await dialog.getByLabel('Pages at most').fill('3')
    await dialog.getByLabel('Look for changes').selectOption('Every week')
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await row('policy.md').getByText('Ready').waitFor()
    await row('Opening hours').getByText('Ready').waitFor()
    await row('broken.bin').getByText('Failed').waitFor()
    await page.getByRole('button', { name: 'Dismiss uploads' }).click()
    await isCleanInBothThemes(page)
    await row('broken.bin').getByRole('link').click()
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).waitFor()
    await isCleanInBothThemes(page)
    await page.getByRole('link', { name: 'Shop handbook' }).click()
    await page.getByLabel('Select broken.bin').check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByRole('button', { name: 'Delete source' }).click()
    await row('broken.bin').waitFor({ state: 'detached' })

    // The playground: highlights, scores, and the way to the passage.
    await page.getByRole('main').getByRole('link', { name: 'Search', exact: true }).click()
    await page.getByLabel('Query').fill('refunds on a card')
    await page.keyboard.press('Enter')
    const result = page.getByRole('region', { name: 'Results' }).getByRole('listitem').first()
    await result.locator('mark').first().waitFor()
    await result.getByText('Keywords').waitFor()
    await isCleanInBothThemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await pageSatisfies(page, 'document.documentElement.scrollWidth <= innerWidth')
    await page.setViewportSize({ width: 1280, height: 800 })
    await result.getByRole('link', { name: 'policy.md' }).click()

    // The source: the passage is current; a chunk is edited and excluded.
    const chunks = page.getByRole('list', { name: 'Chunks' })
    await chunks.locator('[aria-current]', { hasText: 'original card' }).waitFor()
    await isCleanInBothThemes(page)
    // Markup is rendered, and shown as it is on request.
    const second = chunks.getByRole('listitem', { name: 'Chunk 2' })
    assert.equal(await second.locator('.markdown-heading').textContent(), 'Shipping')
    const from = policy.indexOf('# Shipping')
    await second.getByText(`chars ${from}–${policy.length}`).waitFor()
    await second.getByRole('button', { name: 'Copy the text of chunk 2' }).waitFor()
    await page.getByText('Raw', { exact: true }).click()
    await second.getByText('# Shipping').waitFor()
    await page.getByText('Whole text').click()
    const text = page.getByRole('region', { name: 'Parsed text' })
    await text.getByTitle('Chunk 2 begins').waitFor()
    assert.equal((await text.textContent())?.replace(/\d(?=#)/g, ''), policy)
    await isCleanInBothThemes(page)
    await page.getByText('Rendered', { exact: true }).click()
    await text.locator('.markdown-heading', { hasText: 'Refunds' }).waitFor()
    assert.ok(!(await text.textContent())!.includes('#'))
    await page.getByText('Chunks', { exact: true }).first().click()
    await page.setViewportSize({ width: 390, height: 844 })
    await pageSatisfies(page, 'document.documentElement.scrollWidth <= innerWidth')
    await page.setViewportSize({ width: 1280, height: 800 })
    await chunks.getByRole('button', { name: 'Actions for Chunk 2' }).click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    await dialog.getByLabel('Text', { exact: true }).fill('Parcels are sent from Porto.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await chunks.getByText('Porto').waitFor()
    await chunks.getByText('edited').waitFor()
    await chunks.getByRole('switch', { name: 'Chunk 2: on' }).click()
    await chunks.getByText('excluded from searches').waitFor()

    const [collection] = await stoa.get('/api/v1/knowledge/collections', { query: { q: 'Shop handbook' } })
    assert.deepEqual([collection!.chunkSize, collection!.sourceCount], [800, 2])
    await page.getByRole('link', { name: 'Shop handbook' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByLabel('Description').fill('Everything that support needs')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('Everything that support needs', { exact: true }).first().waitFor()
    await page.getByRole('switch', { name: 'Shop handbook over MCP: on' }).click()
    await eventually(
      async () =>
        (await stoa.get('/api/v1/knowledge/collections', { query: { q: 'Shop handbook' } }))[0]!.exposeViaMcp,
      'exposed over MCP',
    )
    await isCleanInBothThemes(page)
    await page.getByRole('button', { name: 'Actions for Shop handbook' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await dialog.getByText(/2 sources with 3 chunks/).waitFor()
    await dialog.getByRole('button', { name: 'Delete collection' }).click()
    await page.getByRole('heading', { name: 'Knowledge', level: 1 }).waitFor()
    await page.getByRole('link', { name: /Shop handbook/ }).waitFor({ state: 'detached' })
  })
  it('of the web is refreshed as often as its page says, and says what its site no longer has', async () => {
    let isThere = true
    const site = createServer((request, response) => {
      const isRules = request.url === '/club/rules'
      if (request.url !== '/club/' && !(isRules && isThere)) return void response.writeHead(404).end()
      response.setHeader('content-type', 'text/html')
      response.end(isRules ? '<p>Be kind.</p>' : '<p>Members meet here.</p><a href="/club/rules">Rules</a>')
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/club/`
    const params = { id: (await stoa.post(collections, { body: { name: 'Club' } })).id }
    const sources = () => stoa.get(`${collections}/{id}/sources`, { params })
    const crawl = async () => {
      await stoa.post(`${collections}/{id}/ingest/url`, { params, body: { url, mode: 'crawl' } })
      await eventually(async () => (await sources()).every(({ status }) => status === 'ready'), 'the crawl')
    }
    await crawl()
    isThere = false
    await crawl()
    const page = await testBrowser.signedIn(`/knowledge/${params.id}`)
    await page.getByRole('button', { name: 'Add from' }).click()
    await page.getByRole('menuitem', { name: 'Web page or site…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Crawl the site').click()
    await dialog.getByLabel('URL').fill(url)
    await dialog.getByRole('button', { name: 'Preview pages' }).click()
    const listed = dialog.getByRole('list', { name: 'Pages of the crawl' })
    await listed.getByText('/club/rules').waitFor()
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    site.close()
    const rules = page.getByRole('row').filter({ hasText: 'No longer on its site' })
    await rules.waitFor()
    await isCleanInBothThemes(page)
    await rules.getByRole('link').click()
    await page.getByText('The next crawl deletes it').waitFor()
    await page.getByRole('link', { name: 'Club' }).click()
    const { sourceKey } = (await sources()).find(({ origin }) => origin.mode === 'crawl')!
    await page.goto(`${baseUrl}/knowledge/${params.id}/source?key=${encodeURIComponent(sourceKey)}`)
    const select = page.getByLabel('Look for changes')
    const every = () =>
      stoa.get(`${collections}/{id}/sources/{sourceKey}`, { params: { ...params, sourceKey } })
    for (const [label, value] of [
      ['Every day', '1d'],
      ['Never', null],
    ] as const) {
      await select.selectOption(label)
      await eventually(async () => (await every()).refreshEvery === value, `refreshed ${label}`)
    }
    await page.getByText('not planned').waitFor()
    await isCleanInBothThemes(page)
  })
})
