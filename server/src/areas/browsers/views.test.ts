import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { chromium } from 'playwright-core'
import puppeteer from 'puppeteer-core'
import { startSite } from '../../../test/browsers/site.ts'
import { type Caller, startTestApp } from '../../../test/harness.ts'
import { inLongRun } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'
import { openWebSocket, refusedWebSocket } from '../../../test/websocket-client.ts'
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
let ada: Caller
let id = ''

/** The URL as the test reaches it. */
const here = (url: string): string => {
  const { pathname, search } = new URL(url)
  return `${address.replace('http', 'ws')}${pathname}${search}`
}
const session = async () => (await ada.get(`${path}/${id}/status`)).body.data
const streamOf = (viewUrl: string): string => here(viewUrl).replace('/view?', '/stream?')
const open = async (url: string) => {
  const made = await ada.post(`${path}/${id}/actions`, { actions: [{ type: 'goto', url }] })
  assert.equal(made.status, 200, made.text)
}

describe('followers of a session', { skip: findChromium(null).kind === 'missing' }, () => {
  before(async () => {
    const { member } = await app.newProject()
    ada = member.as('ada')
    id = (await ada.post(path, { driver: 'chromium', startUrl: `${site.url}/login` })).body.data.id
  })

  it('look at images and states; a view that is read-only takes no input', async () => {
    const { liveViewUrl } = await session()
    const page = await fetch(here(liveViewUrl).replace('ws', 'http'))
    assert.deepEqual([page.status, page.headers.get('cache-control')], [200, 'no-store'])
    const view = await openWebSocket(streamOf(liveViewUrl))
    await until(() => view.messages.some((each) => Buffer.isBuffer(each)), 'an image')
    const image = view.messages.find((each) => Buffer.isBuffer(each)) as Buffer
    assert.equal(image.toString('hex', 0, 3), 'ffd8ff')
    await open(site.url)
    const titles = () => view.messages.map((each) => (each as { title?: string }).title)
    await until(() => titles().includes('Home'), 'the state')
    view.say({ type: 'goto', url: `${site.url}/login` })
    await until(
      () => view.messages.some((each) => (each as { type?: string }).type === 'refused'),
      'the refusal',
    )
    // The page does not change: who comes later is sent the image that is shown already.
    const later = await openWebSocket(streamOf(liveViewUrl))
    await until(() => later.messages.some((each) => Buffer.isBuffer(each)), 'the image for the second viewer')
    for (const each of [view, later]) each.ws.terminate()
  })

  it('act while the session is given to a human, and nothing of it is in the log', async () => {
    await open(`${site.url}/login`)
    const handoff = (await ada.post(`${path}/${id}/handoff`, { reason: 'Sign in' })).body.data
    const view = await openWebSocket(streamOf(handoff.liveViewUrl))
    await until(() => view.messages.some((each) => Buffer.isBuffer(each)), 'an image')
    for (let step = 0; step < 2; step++) {
      view.say({ type: 'rawKeyDown', key: 'Tab', code: 'Tab', keyCode: 9 })
      view.say({ type: 'keyUp', key: 'Tab', code: 'Tab', keyCode: 9 })
      view.say({ type: 'insertText', text: step === 0 ? 'grace' : 'correct horse' })
    }
    view.say({ type: 'keyDown', key: 'Enter', code: 'Enter', keyCode: 13, text: '\r' })
    await until(async () => (await session()).title === 'Account', 'the login')
    assert.equal((await ada.get(`${path}/${id}/snapshot`)).status, 409)
    assert.equal((await session()).handoffId, handoff.id)
    const held = (await ada.get(`${path}/handoff/${handoff.id}`)).body.data
    assert.deepEqual([held.status, held.reason], ['requested', 'Sign in'])
    const controlling = await openWebSocket(streamOf(held.liveViewUrl))
    await until(() => controlling.messages.length > 0, 'the state')
    assert.equal((controlling.messages[0] as { isInteractive: boolean }).isInteractive, true)
    controlling.ws.terminate()
    await ada.post(`${path}/handoff/${handoff.id}/done`)
    assert.equal((await session()).handoffId, null)
    assert.equal((await ada.get(`${path}/handoff/${handoff.id}`)).body.data.liveViewUrl, null)
    view.say({ type: 'goto', url: site.url })
    await until(
      () => view.messages.some((each) => (each as { type?: string }).type === 'refused'),
      'the refusal',
    )
    view.ws.terminate()
    const text = (await ada.get(`${path}/${id}/snapshot?format=text`)).body.data.content
    assert.match(text, /Account of grace/)
    assert.doesNotMatch((await ada.get(`${path}/${id}/events?limit=100`)).text, /correct horse|grace/)
  })

  it('401: with a token that is changed, of another session or use, or too old', async () => {
    const { liveViewUrl, connectUrl } = await session()
    const url = new URL(streamOf(liveViewUrl))
    const token = url.searchParams.get('state')!
    const [content = '', signature = ''] = token.split('.')
    const forged = Buffer.from(Buffer.from(content, 'base64url').toString().replace('~view~', '~control~'))
    const connectToken = new URL(connectUrl).searchParams.get('token')!
    const tokens = [`${forged.toString('base64url')}.${signature}`, `${content}.`, 'x.y', connectToken]
    for (const each of tokens) {
      url.searchParams.set('state', each)
      const { status, body } = await refusedWebSocket(url.href)
      assert.deepEqual([status, body.error.code], [401, 'browser_token_invalid'])
    }
    const other = (await ada.post(path, { driver: 'http' })).body.data
    url.pathname = url.pathname.replace(id, other.id)
    url.searchParams.set('state', token)
    assert.equal((await refusedWebSocket(url.href)).status, 401)
    await ada.post(`${path}/${other.id}/close`)
    const connect = here(connectUrl).replace(/token=.*/, `token=${token}`)
    assert.equal((await refusedWebSocket(connect)).status, 401)
    app.clock.advance(301_000)
    // The session has an idle timeout of five minutes as well.
    const old = await refusedWebSocket(streamOf(liveViewUrl))
    assert.ok(old.status === 401, old.text)
  })

  it('connect with Playwright, in the same pages, and do not leave the session', async () => {
    const made = await ada.post(path, { driver: 'chromium', startUrl: `${site.url}/login` })
    id = made.body.data.id
    const { connectUrl } = await session()
    const browser = await chromium.connectOverCDP(here(connectUrl))
    const context = browser.contexts()[0]!
    const page = context.pages()[0]!
    assert.equal(await page.title(), 'Sign in')
    await page.getByLabel('Name').fill('linus')
    await page.getByLabel('Password').fill('correct horse')
    await page.getByRole('button').click()
    await page.waitForURL(/account/)
    await until(async () => (await session()).title === 'Account', 'the state')
    const second = await context.newPage()
    await second.goto(site.url)
    assert.match((await second.textContent('body')) ?? '', /Hello linus/)

    await assert.rejects(second.goto('file:///etc/passwd'), /not allowed/)
    await assert.rejects(second.goto('chrome://version'), /not allowed/)
    const before = inner.requests.length
    await second.goto(inner.url).catch(() => undefined)
    assert.equal(inner.requests.length, before)
    const cdp = await context.newCDPSession(second)
    await assert.rejects(cdp.send('DOM.setFileInputFiles', { files: ['/etc/passwd'] }), /not allowed/)
    const root = await browser.newBrowserCDPSession()
    await assert.rejects(root.send('SystemInfo.getInfo'), /not allowed/)
    await assert.rejects(
      root.send('Target.createBrowserContext', { proxyServer: 'http://127.0.0.1:1' }),
      /not allowed/,
    )
    await assert.rejects(root.send('Target.createTarget', { url: 'file:///etc/passwd' }), /not allowed/)

    const handoff = (await ada.post(`${path}/${id}/handoff`)).body.data
    await until(() => !browser.isConnected(), 'the end of the connection')
    const held = await refusedWebSocket(here((await session()).connectUrl))
    assert.deepEqual([held.status, held.body.error.code], [409, 'control_held'])
    await ada.post(`${path}/handoff/${handoff.id}/done`)
  })

  it('connect with Puppeteer, in the same pages, and do not leave the session', inLongRun, async () => {
    const browser = await puppeteer.connect({
      browserWSEndpoint: here((await session()).connectUrl),
      defaultViewport: null,
    })
    const [first] = await browser.pages()
    assert.ok(first)
    await first.goto(`${site.url}/login`)
    await first.locator('[name=name]').fill('barbara')
    await first.locator('[name=password]').fill('correct horse')
    await Promise.all([first.waitForNavigation(), first.locator('button').click()])
    assert.equal(await first.title(), 'Account')
    const titles = async () => (await session()).pages.map(({ title }: { title: string }) => title)
    await until(async () => (await titles()).includes('Account'), 'the state')
    const second = await browser.newPage()
    await second.goto(site.url)
    assert.equal(await second.$eval('h1', ({ textContent }) => textContent), 'Hello barbara')
    assert.equal(Buffer.from(await second.screenshot()).toString('latin1', 1, 4), 'PNG')
    await assert.rejects(second.goto('file:///etc/passwd'), /not allowed/)
    const before = inner.requests.length
    await second.goto(inner.url).catch(() => undefined)
    assert.equal(inner.requests.length, before)
    await assert.rejects(browser.createBrowserContext({ proxyServer: 'http://127.0.0.1:1' }), /not allowed/)
    await second.close()
    await browser.disconnect()
    await ada.post(`${path}/${id}/close`)
    assert.equal((await session()).connectUrl, null)
  })
})
