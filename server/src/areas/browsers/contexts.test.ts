import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import puppeteer from 'puppeteer-core'
import { startSite } from '../../../test/browsers/site.ts'
import { type Caller, startTestApp } from '../../../test/harness.ts'
import { inLongRun } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'
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

async function open(options: object = {}) {
  const made = await ada.post(path, { driver: 'chromium', startUrl: site.url, ...options })
  assert.equal(made.status, 200, made.text)
  const { id } = made.body.data
  const get = async (rest = '') => (await ada.get(`${path}/${id}${rest}`)).body.data
  return {
    get,
    urls: async (): Promise<string[]> => (await get()).pages.map(({ url }: { url: string }) => url),
    act: (...actions: object[]) => ada.post(`${path}/${id}/actions`, { actions }),
    close: () => ada.post(`${path}/${id}/close`),
    /** As the test reaches it. */
    async connectUrl() {
      const { pathname, search } = new URL((await get('/status')).connectUrl)
      return `${address.replace('http', 'ws')}${pathname}${search}`
    },
  }
}
type Session = Awaited<ReturnType<typeof open>>

const connect = async (session: Session): Promise<Browser> =>
  chromium.connectOverCDP(await session.connectUrl())

async function signIn(page: Page, name: string): Promise<void> {
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password').fill('correct horse')
  await page.getByRole('button').click()
  await page.waitForURL(/account/)
  await page.evaluate(`localStorage.setItem('name', ${JSON.stringify(name)})`)
}

const hello = async (page: Page): Promise<string | null> => {
  await page.goto(site.url)
  return page.textContent('h1')
}

describe("contexts of a client's own", { skip: findChromium(null).kind === 'missing' }, () => {
  before(async () => {
    const { member } = await app.newProject()
    ada = member.as('ada')
  })

  it('have cookies and storage apart from those of the session, and are in no profile', async () => {
    const profileId = (await ada.post('/api/v1/browser/profiles', { name: 'shop' })).body.data.id
    const session = await open({ profileId })
    const browser = await connect(session)
    const [first] = browser.contexts()[0]!.pages()
    await signIn(first!, 'linus')
    const contexts = [await browser.newContext(), await browser.newContext()] as const
    const [grace, barbara] = [await contexts[0].newPage(), await contexts[1].newPage()]
    assert.deepEqual([await hello(grace), await hello(barbara)], ['Hello visitor', 'Hello visitor'])
    assert.equal(await grace.evaluate('localStorage.length'), 0)
    await signIn(grace, 'grace')
    assert.equal(await hello(barbara), 'Hello visitor')
    assert.equal(await hello(first!), 'Hello linus')
    assert.equal((await contexts[0].cookies())[0]?.value, 'grace')
    await until(async () => (await session.urls()).length === 3, 'the pages of the session')

    await contexts[0].close()
    await until(async () => (await session.urls()).length === 2, 'the end of the page')
    assert.equal(await hello(first!), 'Hello linus')
    await signIn(barbara, 'barbara')
    await session.close()
    await until(() => !browser.isConnected(), 'the end of the connection')

    const next = await open({ profileId })
    const read = { type: 'evaluate', expression: `[document.body.innerText, localStorage.getItem('name')]` }
    const [{ value }] = (await next.act(read)).body.data.results
    assert.match(value[0], /Hello linus/)
    assert.equal(value[1], 'linus')
    await next.close()
  })

  it('take what clients emulate, and the cookies that clients begin with', async () => {
    const session = await open()
    const browser = await connect(session)
    const context = await browser.newContext({
      viewport: { width: 640, height: 360 },
      colorScheme: 'dark',
      locale: 'de-DE',
      userAgent: 'clients/1',
      storageState: {
        cookies: [
          {
            name: 'session',
            value: 'grace',
            domain: '127.0.0.1',
            path: '/',
            expires: -1,
            httpOnly: false,
            secure: false,
            sameSite: 'Lax',
          },
        ],
        origins: [{ origin: site.url, localStorage: [{ name: 'name', value: 'grace' }] }],
      },
    })
    const page = await context.newPage()
    assert.equal(await hello(page), 'Hello grace')
    const facts = `[innerWidth, innerHeight, matchMedia('(prefers-color-scheme: dark)').matches, navigator.language,
      navigator.userAgent, localStorage.getItem('name')]`
    assert.deepEqual(await page.evaluate(facts), [640, 360, true, 'de-DE', 'clients/1', 'grace'])
    await page.setViewportSize({ width: 800, height: 600 })
    assert.deepEqual(await page.evaluate('[innerWidth, innerHeight]'), [800, 600])
    await session.close()
  })

  it('do not leave the session', async () => {
    const session = await open({ record: true })
    const browser = await connect(session)
    await assert.rejects(browser.newContext({ proxy: { server: 'http://127.0.0.1:1' } }), /not allowed/)
    const context = await browser.newContext()
    const page = await context.newPage()
    for (const url of ['file:///etc/passwd', 'chrome://version', 'view-source:file:///etc/passwd'])
      await assert.rejects(page.goto(url), /not allowed/)
    const cdp = await context.newCDPSession(page)
    await assert.rejects(cdp.send('DOM.setFileInputFiles', { files: ['/etc/passwd'] }), /not allowed/)
    await assert.rejects(cdp.send('Security.setIgnoreCertificateErrors', { ignore: true }), /not allowed/)

    const before = inner.requests.length
    // The page of the error comes behind the rejection, and would interrupt the next navigation.
    const shown = page.waitForEvent('framenavigated')
    await page.goto(inner.url).catch(() => undefined)
    await shown
    await page.goto(site.url)
    await page.evaluate(
      `fetch(${JSON.stringify(inner.url)}, { mode: 'no-cors' }).catch(() => 0).then(() => 0)`,
    )
    await page.evaluate(`void window.open(${JSON.stringify(inner.url)})`)
    await until(async () => (await session.urls()).length === 3, 'the window that the page opened')
    assert.equal(inner.requests.length, before)
    const refused = await session.get('/events?type=refused&limit=100')
    assert.ok(refused.some(({ data }: { data: { host: string } }) => data.host === new URL(inner.url).host))

    await page.goto(`${site.url}/login`)
    await page.getByLabel('Password').fill('battery staple')
    const { id: pageId } = await until(async () => {
      const { pages } = await session.get()
      return pages.find(({ url }: { url: string }) => url.endsWith('/login'))
    }, 'the state of the page')
    const acted = await session.act({ type: 'switch', pageId }, { type: 'hover', selector: 'text=Plan' })
    assert.equal(acted.status, 200, acted.text)
    const { content } = await session.get('/snapshot')
    assert.match(content, /textbox "Password" .*: ••••••••$/m)
    // Of the URL that the session began with, and of both actions.
    assert.equal((await session.get('/recording')).frames.length, 3)
    await session.act({ type: 'fill', selector: '[name=password]', value: 'correct horse' })
    assert.doesNotMatch(JSON.stringify(await session.get('/events?limit=100')), /staple|correct/)
    await session.close()
  })

  it('store their downloads as files of the end user', async () => {
    const session = await open()
    const browser = await connect(session)
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${site.url}/download`)
    const begun = page.waitForEvent('download')
    await page.getByRole('link').click()
    const event = await begun
    assert.deepEqual([event.suggestedFilename(), event.url()], ['report.txt', `${site.url}/file.txt`])
    assert.equal(await event.failure(), null)
    const [download] = await until(async () => {
      const found = await session.get('/downloads')
      return found.length > 0 ? found : null
    }, 'the download')
    assert.deepEqual([download.name, download.failure], ['report.txt', null])
    const file = await ada.get(`/api/v1/file/download/${download.fileId}`)
    assert.deepEqual([file.status, file.text], [200, 'ten bytes.'])
    await session.close()
  })

  it('leave dialogs to their clients, as the pages of the session do', async () => {
    const session = await open({ startUrl: `${site.url}/dialog` })
    const browser = await connect(session)
    const [first] = browser.contexts()[0]!.pages()
    const page = await browser.newPage()
    await page.goto(`${site.url}/dialog`)
    for (const each of [first!, page]) {
      const decided = each.waitForEvent('dialog').then((dialog) => dialog.accept())
      await each.getByRole('button').click()
      await decided
      assert.equal(await each.textContent('#out'), 'true')
      // Without a handler the client dismisses it itself.
      await each.getByRole('button').click()
      assert.equal(await each.textContent('#out'), 'false')
    }
    await browser.close()
    await until(async () => (await session.urls()).length === 1, 'the end of the page')
    const ask = { type: 'click', selector: 'button' }
    const results = (await session.act(ask, { type: 'dialog', accept: true }, ask)).body.data.results
    assert.deepEqual([results[0].dialogs[0].accepted, results[2].dialogs[0].accepted], [false, true])
    const logged = await session.get('/events?type=dialog&limit=100')
    const accepted = logged.map(({ data }: { data: { accepted: boolean } }) => data.accepted)
    assert.equal(accepted.filter(Boolean).length, 3)
    await session.close()
  })

  it('end with the connection of their client, or with their session', async () => {
    const session = await open()
    const browser = await connect(session)
    await (await browser.newContext()).newPage()
    await until(async () => (await session.urls()).length === 2, 'the page')
    await browser.close()
    await until(async () => (await session.urls()).length === 1, 'the end of the page')

    const lost = await connect(session)
    await (await lost.newContext()).newPage()
    const handoff = (await ada.post(`${path}/${(await session.get()).id}/handoff`)).body.data
    await until(() => !lost.isConnected(), 'the end of the connection')
    await until(async () => (await session.urls()).length === 1, 'the end of the page')
    await ada.post(`${path}/handoff/${handoff.id}/done`)
    const [after] = (await session.act({ type: 'goto', url: site.url })).body.data.results
    assert.equal(after.title, 'Home')
    await session.close()
  })

  it('stay when Puppeteer disconnects, and end when it closes the browser', inLongRun, async () => {
    const session = await open()
    const attach = async () =>
      puppeteer.connect({ browserWSEndpoint: await session.connectUrl(), defaultViewport: null })
    const first = await attach()
    const context = await first.createBrowserContext()
    const page = await context.newPage()
    await page.goto(`${site.url}/login`)
    await first.disconnect()

    const second = await attach()
    const found = second.browserContexts().find(({ id }) => id === context.id)!
    assert.equal((await found.pages()).length, 1)
    await found.close()
    await until(async () => (await session.urls()).length === 1, 'the end of the page')
    await (await second.createBrowserContext()).newPage()
    await until(async () => (await session.urls()).length === 2, 'the second page')
    await second.close()
    await until(async () => (await session.urls()).length === 1, 'the end of the second page')
    await session.close()
  })

  it('are 20 at most, with 20 pages in all', async () => {
    const session = await open()
    const browser = await connect(session)
    const contexts: BrowserContext[] = []
    for (let i = 0; i < 20; i++) contexts.push(await browser.newContext())
    await assert.rejects(browser.newContext(), /at most 20 contexts/)
    await contexts.pop()!.close()
    const last = await browser.newContext()
    for (let i = 0; i < 19; i++) await last.newPage()
    await assert.rejects(last.newPage(), /at most 20 pages/)
    await last.pages()[0]!.close()
    await until(async () => (await session.urls()).length === 19, 'the end of a page')
    await (await contexts[0]!.newPage()).goto(site.url)
    await session.close()
  })
})
