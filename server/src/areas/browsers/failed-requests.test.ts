import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { startSite } from '../../../test/browsers/site.ts'
import { type Caller, startTestApp } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { findChromium } from './drivers/find-chromium.ts'

/** A server that reads a request and closes the connection. */
const received: string[] = []
const broken = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.once('data', (chunk) => {
    received.push(String(chunk).split(' HTTP')[0]!)
    socket.destroy()
  })
}).listen(0, '127.0.0.1')
const vacant = createServer().listen(0, '127.0.0.1')
await Promise.all([once(broken, 'listening'), once(vacant, 'listening')])
const brokenPort = (broken.address() as AddressInfo).port
const vacantPort = (vacant.address() as AddressInfo).port
vacant.close()

const site = await startSite()
const inner = await startSite()
const ports = [site.port, brokenPort, vacantPort]
const app = await startTestApp({ allowPrivate: ports.map((port) => `127.0.0.1/32:${port}`).join(',') })
const address = await app.listen()
after(async () => {
  await app.stop()
  for (const each of [site, inner, broken]) each.close()
})

const path = '/api/v1/browser/sessions'

describe('requests that fail', { skip: findChromium(null).kind === 'missing' }, () => {
  let ada: Caller
  let id = ''
  let browser: Browser | undefined
  let page: Page

  before(async () => {
    ada = (await app.newProject()).member.as('ada')
    const made = await ada.post(path, { driver: 'chromium', startUrl: site.url })
    id = made.body.data.id
    const { pathname, search } = new URL(made.body.data.connectUrl)
    browser = await chromium.connectOverCDP(`${address.replace('http', 'ws')}${pathname}${search}`)
    page = browser.contexts()[0]!.pages()[0]!
  })
  after(() => browser?.close())

  const goto = (url: string) => ada.post(`${path}/${id}/actions`, { actions: [{ type: 'goto', url }] })

  it('reject the navigation of a client: no server, no response, an address that is refused', async () => {
    for (const url of [`http://127.0.0.1:${vacantPort}/`, `http://127.0.0.1:${brokenPort}/`, inner.url]) {
      const shown = page.waitForEvent('framenavigated')
      await assert.rejects(page.goto(url), /net::ERR_EMPTY_RESPONSE/, url)
      await shown
    }
  })

  it('are reported to a client, and to the script that sent them', async () => {
    await page.goto(site.url)
    const failed: string[] = []
    page.on('requestfailed', (request) => failed.push(request.url()))
    for (const url of [`http://127.0.0.1:${vacantPort}/`, `http://127.0.0.1:${brokenPort}/`, inner.url]) {
      const fetched = `fetch('${url}', { mode: 'no-cors' }).then(() => 'loaded', () => 'failed')`
      assert.equal(await page.evaluate(fetched), 'failed', url)
      await until(() => failed.some((each) => each.startsWith(url)), `requestfailed of ${url}`)
    }
  })

  it('are not sent again when they may have had an effect', async () => {
    await page.goto(site.url)
    received.length = 0
    const posted = `(async () => {
      for (let i = 0; i < 3; i++)
        await fetch('http://127.0.0.1:${brokenPort}/' + i, { method: 'POST', mode: 'no-cors', body: 'x' }).catch(() => 0)
    })()`
    await page.evaluate(posted)
    assert.deepEqual(received, ['POST /0', 'POST /1', 'POST /2'])
  })

  it('422: an action goes to a server that is not there, or behind a redirect to an address that is refused', async () => {
    const away = await goto(`http://127.0.0.1:${vacantPort}/`)
    assert.deepEqual([away.status, away.body.error.code], [422, 'action_failed'], away.text)
    assert.match(away.body.message, /The page did not load: the host cannot be reached/)
    const refused = await goto(inner.url)
    assert.equal(refused.body.error.code, 'address_not_allowed', refused.text)
    const led = await goto(`${site.url}/leave?url=${encodeURIComponent(inner.url)}`)
    assert.deepEqual([led.status, led.body.error.code], [422, 'action_failed'], led.text)
    assert.match(led.text, /Refused meanwhile: .*not on the public internet/)
  })

  it('of a page leave it loaded, also when they are for its host', async () => {
    const before = inner.requests.length
    const { status, body, text } = await goto(`${site.url}/image?url=${encodeURIComponent(inner.url)}`)
    assert.equal(status, 200, text)
    const [{ title, refused }] = body.data.results
    assert.deepEqual([title, refused[0].host], ['Image', new URL(inner.url).host])
    assert.equal(inner.requests.length, before)
  })
})
