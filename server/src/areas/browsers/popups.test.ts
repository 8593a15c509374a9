import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import puppeteer, { type Page as PuppeteerPage } from 'puppeteer-core'
import { startSite } from '../../../test/browsers/site.ts'
import { type Caller, startTestApp } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { findChromium } from './drivers/find-chromium.ts'

const site = await startSite()
const app = await startTestApp({ allowPrivate: `127.0.0.1/32:${site.port}` })
const address = await app.listen()
after(async () => {
  await app.stop()
  site.close()
})

const path = '/api/v1/browser/sessions'
const asking = `${site.url}/asking`
const waitMs = 15_000
const opening = (url: string) => `void window.open(${JSON.stringify(url)})`

describe('the first document of a popup', { skip: findChromium(null).kind === 'missing' }, () => {
  let ada: Caller
  let id = ''

  before(async () => {
    ada = (await app.newProject()).member.as('ada')
    id = (await ada.post(path, { driver: 'chromium', startUrl: site.url })).body.data.id
  })

  async function connectUrl(): Promise<string> {
    const { pathname, search } = new URL((await ada.get(`${path}/${id}/status`)).body.data.connectUrl)
    return `${address.replace('http', 'ws')}${pathname}${search}`
  }

  async function openedBy(page: Page, url: string, accept: boolean): Promise<Page> {
    const [popup, dialog] = await Promise.all([
      page.waitForEvent('popup'),
      page.context().waitForEvent('dialog', { timeout: waitMs }),
      page.evaluate(opening(url)),
    ])
    assert.equal(dialog.message(), 'First?')
    assert.equal(dialog.page(), popup)
    await (accept ? dialog.accept() : dialog.dismiss())
    return popup
  }

  const decided = (page: Page, accepted: boolean) =>
    until(async () => (await page.title()) === `result: ${accepted}`, 'the decision of the client', waitMs)

  it('leaves its dialogs to a Playwright client, in each context, and those of its own popups', async () => {
    const browser: Browser = await chromium.connectOverCDP(await connectUrl())
    const [first] = browser.contexts()[0]!.pages()
    const other = await (await browser.newContext()).newPage()
    await other.goto(site.url)
    for (const page of [first!, other]) {
      const popup = await openedBy(page, asking, true)
      await decided(popup, true)
      const next = await openedBy(popup, asking, false)
      await decided(next, false)
      await next.close()
      await popup.close()
    }
    await browser.close()
  })

  it('leaves the dialogs of the script that opened it to a client, also where the popup has no URL', async () => {
    const browser = await chromium.connectOverCDP(await connectUrl())
    const page = browser.contexts()[0]!.pages()[0]!
    const [popup, dialog, text] = await Promise.all([
      page.waitForEvent('popup'),
      page
        .context()
        .waitForEvent('dialog', { timeout: waitMs })
        .then(async (dialog) => {
          await dialog.accept('Ada')
          return dialog
        }),
      page.evaluate("window.open('').prompt('Who?')"),
    ])
    assert.deepEqual([dialog.type(), dialog.page() === popup, text], ['prompt', true, 'Ada'])
    await popup.close()
    await browser.close()
  })

  it('is like the start of a worker, and of a frame of another site: a client sees the first requests', async () => {
    const browser = await chromium.connectOverCDP(await connectUrl())
    const page = await (await browser.newContext()).newPage()
    await page.goto(site.url)
    const requested: string[] = []
    page.on('request', (request) =>
      requested.push(new URL(request.url()).pathname + new URL(request.url()).search),
    )
    for (let i = 0; i < 2; i++) {
      const script = JSON.stringify(`fetch('${site.url}/account?worker=${i}')`)
      await page.evaluate(`void new Worker(URL.createObjectURL(new Blob([${script}])))`)
      const image = `http://localhost:${site.port}/image?url=/account%3Fframe=${i}`
      await page.evaluate(
        `document.body.append(Object.assign(document.createElement('iframe'), { src: '${image}' }))`,
      )
      for (const each of [`/account?worker=${i}`, `/account?frame=${i}`])
        await until(() => requested.includes(each), `the request ${each}`, waitMs)
    }
    await browser.close()
  })

  it('is not stopped for a client that does not follow it: its dialogs are dismissed immediately', async () => {
    const browser = await puppeteer.connect({ browserWSEndpoint: await connectUrl(), defaultViewport: null })
    const [page] = await browser.pages()
    const opened = new Promise<PuppeteerPage>((resolve) => page!.once('popup', (popup) => resolve(popup!)))
    const began = performance.now()
    await page!.evaluate(opening(asking))
    const popup = await opened
    await until(async () => (await popup.title()) === 'result: false', 'the default', waitMs)
    assert.ok(performance.now() - began < 4_500)
    popup.once('dialog', (dialog) => void dialog.accept())
    await popup.reload()
    assert.equal(await popup.title(), 'result: true')
    await popup.close()
    await browser.disconnect()
  })

  it('has its dialogs dismissed where there is no client', async () => {
    const [result] = (
      await ada.post(`${path}/${id}/actions`, {
        actions: [{ type: 'evaluate', expression: opening(asking) }],
      })
    ).body.data.results
    assert.equal(result.openedPages.length, 1)
    const isDismissed = async () => {
      const { pages } = (await ada.get(`${path}/${id}`)).body.data
      return pages.some(({ title }: { title: string }) => title === 'result: false')
    }
    await until(isDismissed, 'the default', waitMs)
  })
})
