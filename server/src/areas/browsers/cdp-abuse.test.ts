import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { startSite } from '../../../test/browsers/site.ts'
import { startTestApp } from '../../../test/harness.ts'
import { judge } from './child/chromium/cdp/filter.ts'
import { findChromium } from './drivers/find-chromium.ts'

const site = await startSite()
const app = await startTestApp({ allowPrivate: `127.0.0.1/32:${site.port}` })

after(async () => {
  await app.stop()
  site.close()
})

describe('the filter of CDP messages', () => {
  const refused: [string, Record<string, unknown>?][] = [
    ['Browser.crash'],
    ['Browser.executeBrowserCommand'],
    ['Browser.grantPermissions', { permissions: ['geolocation'] }],
    ['Extensions.loadUnpacked', { path: '/tmp' }],
    ['FileSystem.getDirectory'],
    ['Input.dispatchDragEvent', { type: 'drop', data: { items: [], files: ['/etc/passwd'] } }],
    ['Network.loadNetworkResource', { url: 'file:///etc/passwd' }],
    ['Page.navigate', { url: 'file:///etc/passwd' }],
    ['Page.navigate', { url: 'view-source:file:///etc/passwd' }],
    ['Page.navigate', { url: 'devtools://devtools/bundled/inspector.html' }],
    ['Page.navigate', { url: ['file:///etc/passwd'] }],
    ['Fetch.continueRequest', { requestId: '1', url: 'file:///etc/passwd' }],
    ['PWA.install', { manifestId: 'x' }],
    ['SystemInfo.getProcessInfo'],
    ['Target.createBrowserContext', { proxyServer: 'http://127.0.0.1:1' }],
    ['Target.createBrowserContext', { originsWithUniversalNetworkAccess: ['https://example.com'] }],
    ['Target.createTarget', { url: 'chrome://settings' }],
    ['Target.exposeDevToolsProtocol', { targetId: 'x' }],
    ['Target.openDevTools', { targetId: 'x' }],
    ['Target.sendMessageToTarget', { message: '{"id":1,"method":"Browser.crash"}' }],
    ['Target.somethingNew'],
    ['Tracing.start'],
    ['Tethering.bind', { port: 9222 }],
    ['constructor'],
    [''],
  ]
  for (const [method, params = {}] of refused)
    it(`refuses ${method || 'an empty method'} ${JSON.stringify(params)}`, () => {
      assert.equal(judge({ id: 1, method, params }), 'refuse')
    })

  it('does nothing for what clients send by themselves and the session decides', () => {
    for (const method of ['Browser.close', 'Browser.setDownloadBehavior', 'Browser.setWindowBounds'])
      assert.equal(judge({ id: 1, method, params: { windowId: 1 } }), 'ignore')
  })

  it('passes what clients need', () => {
    const passed: [string, Record<string, unknown>?][] = [
      ['Browser.getVersion'],
      ['Input.dispatchDragEvent', { type: 'drop', data: { items: [], dragOperationsMask: 1 } }],
      ['Network.loadNetworkResource', { url: 'https://example.com' }],
      ['Page.navigate', { url: 'https://example.com' }],
      ['Target.attachToTarget', { targetId: 'x', flatten: true }],
      ['Target.createTarget', { url: 'about:blank' }],
      ['Target.setAutoAttach', { autoAttach: true }],
    ]
    for (const [method, params = {}] of passed) assert.equal(judge({ id: 1, method, params }), 'pass', method)
  })
})

describe('a client of the browser', { skip: findChromium(null).kind === 'missing' }, () => {
  let browser: Browser
  let page: Page
  let cdp: CDPSession

  before(async () => {
    const address = await app.listen()
    const { member } = await app.newProject()
    const made = await member.post('/api/v1/browser/sessions', { driver: 'chromium', startUrl: site.url })
    const { pathname, search } = new URL(made.body.data.connectUrl)
    browser = await chromium.connectOverCDP(`${address.replace('http', 'ws')}${pathname}${search}`)
    page = browser.contexts()[0]!.pages()[0]!
    cdp = await browser.contexts()[0]!.newCDPSession(page)
  })
  after(() => browser.close())

  it('cannot drop a file of the machine into a page', async () => {
    await page.evaluate(`
      addEventListener('dragover', (event) => event.preventDefault())
      addEventListener('drop', (event) => {
        event.preventDefault()
        for (const file of event.dataTransfer.files) file.text().then((text) => (document.title = text))
      })`)
    const data = { items: [], files: ['/etc/passwd'], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await assert.rejects(cdp.send('Input.dispatchDragEvent', { type, x: 50, y: 50, data }), /not allowed/)
    assert.equal(await page.title(), 'Home')
  })

  it('cannot open developer tools, read local files with a script, or end the browser', async () => {
    const root = await browser.newBrowserCDPSession()
    await assert.rejects(root.send('Browser.crash'), /not allowed/)
    const { targetInfos } = await root.send('Target.getTargets')
    const { targetId } = targetInfos.find(({ type }) => type === 'page')!
    await assert.rejects(root.send('Target.openDevTools' as never, { targetId } as never), /not allowed/)
    await root.send('Browser.close')
    const { frameTree } = await cdp.send('Page.getFrameTree')
    const world = { frameId: frameTree.frame.id, worldName: 'w', grantUniveralAccess: true }
    const { executionContextId: contextId } = await cdp.send('Page.createIsolatedWorld', world)
    const expression = `fetch('file:///etc/passwd').then((response) => response.text(), () => 'refused')`
    const read = { expression, contextId, awaitPromise: true, returnByValue: true }
    assert.equal((await cdp.send('Runtime.evaluate', read)).result.value, 'refused')
    assert.equal(await page.title(), 'Home')
  })
})
