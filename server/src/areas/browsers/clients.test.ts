import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { chromium } from 'playwright-core'
import puppeteer from 'puppeteer-core'
import { startSite } from '../../../test/browsers/site.ts'
import { type Caller, startTestApp } from '../../../test/harness.ts'
import { findChromium } from './drivers/find-chromium.ts'

const site = await startSite()
const inner = await startSite()
const app = await startTestApp({ allowPrivate: `127.0.0.1/32:${site.port}` })
const address = await app.listen()
after(async () => {
  await app.stop()
  site.close()
  inner.close()
})

const path = '/api/v1/browser/sessions'

describe('a client from outside', { skip: findChromium(null).kind === 'missing' }, () => {
  let ada: Caller
  let id = ''

  before(async () => {
    ada = (await app.newProject()).member.as('ada')
    id = (await ada.post(path, { driver: 'chromium', startUrl: `${site.url}/frame` })).body.data.id
  })

  async function connectUrl(): Promise<string> {
    const { pathname, search } = new URL((await ada.get(`${path}/${id}/status`)).body.data.connectUrl)
    return `${address.replace('http', 'ws')}${pathname}${search}`
  }

  it('sees the scripts of the page and its own, not those of our automation', async () => {
    const browser = await puppeteer.connect({ browserWSEndpoint: await connectUrl(), defaultViewport: null })
    const [page] = await browser.pages()
    const session = await page!.createCDPSession()
    const names: string[] = []
    session.on('Runtime.executionContextCreated', ({ context }) => names.push(context.name))
    await session.send('Runtime.enable')
    await page!.reload()
    assert.ok(names.filter((name) => name === '').length >= 4, String(names))
    assert.deepEqual(
      names.filter((name) => name !== '' && !name.startsWith('__puppeteer')),
      [],
    )
    await browser.disconnect()
  })

  it('gets large messages, and an error in place of one that is too large; the browsers continue', async () => {
    const browser = await puppeteer.connect({ browserWSEndpoint: await connectUrl(), defaultViewport: null })
    const [page] = await browser.pages()
    const text = (megabytes: number) => page!.evaluate(`'a'.repeat(${megabytes} * 1024 ** 2)`)
    assert.equal(((await text(12)) as string).length, 12 * 1024 ** 2)
    await assert.rejects(
      text(50),
      /The response has 51 MB, and a client of a browser session gets up to 48 MB/,
    )
    assert.equal(await page!.evaluate('1 + 1'), 2)
    await browser.disconnect()
  })

  it('loads resources as the page does: from where the session may go, and no files', async () => {
    const browser = await chromium.connectOverCDP(await connectUrl())
    const page = browser.contexts()[0]!.pages()[0]!
    await page.goto(site.url)
    const session = await page.context().newCDPSession(page)
    const { frameTree } = await session.send('Page.getFrameTree')
    const load = (url: string) =>
      session.send('Network.loadNetworkResource', {
        frameId: frameTree.frame.id,
        url,
        options: { disableCache: true, includeCredentials: true },
      })
    const { resource } = await load(`${site.url}/file.txt`)
    const { data } = await session.send('IO.read', { handle: resource.stream! })
    assert.match(Buffer.from(data, 'base64').toString() + data, /ten bytes/)
    for (const url of [inner.url, `${site.url}/leave?url=${encodeURIComponent(inner.url)}`])
      assert.equal((await load(url)).resource.success, false)
    assert.deepEqual(inner.requests, [])
    const fileLed = await load(`${site.url}/leave?url=${encodeURIComponent('file:///etc/passwd')}`)
    assert.equal(fileLed.resource.success, false)
    await assert.rejects(load('file:///etc/passwd'), /not allowed/)
    await assert.rejects(page.goto('no URL'), /Cannot navigate to invalid URL/)
    await browser.close()
  })
})
