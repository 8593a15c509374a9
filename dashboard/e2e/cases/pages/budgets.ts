import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page, Request } from 'playwright-core'
import { someOf } from '../../../../server/test/size.ts'
import { manifests } from '../../../src/pages/manifests.ts'
import { navigationEntriesFor } from '../../../src/shell/navigation.ts'
import {
  apiKey,
  baseUrl,
  eventually,
  openTestBrowser,
  pageSatisfies,
  settled,
} from '../../harness/browser.ts'
import { watchNetwork } from '../../harness/budgets/network-use.ts'
import { watchCosts } from '../../harness/budgets/page-costs.ts'
import { firstContent, isQuick } from '../../harness/budgets/slow-connection.ts'
import { dataPages, toolPages } from '../../harness/check-pages.ts'
import { objectPages } from '../../harness/object-pages.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()

/** What a page may load before it is complete, in an empty browser: files of the build, compressed. */
type Budget = { path: string; heading: string; kilobytes: number; requests: number }

const budgets: readonly Budget[] = [
  { path: '/sign-in', heading: 'Sign in', kilobytes: 218, requests: 11 },
  { path: '/guide', heading: 'Quickstart', kilobytes: 244, requests: 15 },
  { path: '/docs', heading: 'Getting started', kilobytes: 239, requests: 17 },
]

/**
 * What opening a page inside the app may load, how large its document may become, and how often the browser may compute
 * styles and place boxes for it. Files of the page before may still be loading, and those of a link under the pointer
 * already.
 */
const pageLimits = { kilobytes: 90, files: 24, calls: 14, elements: 1500, layouts: 24, styles: 40 }
/** With the code editor, which other pages need only where code is shown. */
const largerPages: Record<string, Partial<typeof pageLimits>> = {
  '/sandbox': { kilobytes: 180 },
  '/usage': { calls: 24 },
}

const titles = new Map(manifests.flatMap(({ routes }) => routes).map(({ path, title }) => [path, title]))

const isAsset = (url: string) => url.startsWith(`${baseUrl}/assets/`)
/** Loaded once, after the first page that shows one of them. */
const isLogos = (url: string) => url.startsWith(`${baseUrl}/assets/logos-`)
const logosKilobytes = 115
const isCall = (url: string) => url.startsWith(`${baseUrl}/api/`)

const countElements = (page: Page) =>
  page.evaluate("document.querySelectorAll('*').length") as Promise<number>

const sessionCookies = async () => (await (await testBrowser.signedIn('/')).context().storageState()).cookies

/** In an empty browser, which has none of the files. */
async function newSignedInPage(cookies?: Awaited<ReturnType<typeof sessionCookies>>): Promise<Page> {
  const page = await testBrowser.newPage()
  await page.context().addCookies(cookies ?? (await sessionCookies()))
  return page
}

describe('the budget of a page', () => {
  for (const { path, heading, kilobytes, requests } of budgets) {
    it(`holds for ${path}`, async () => {
      const page = await testBrowser.newPage()
      const network = await watchNetwork(page)
      await page.goto(baseUrl + path, { waitUntil: 'networkidle' })
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      const loaded = network.use(isAsset)
      assert.ok(loaded.kilobytes <= kilobytes, `${loaded.kilobytes} KB, and ${kilobytes} at most`)
      assert.ok(loaded.requests <= requests, `${loaded.requests} files, and ${requests} at most`)
      assert.ok(loaded.requests > 0)
      await pageSatisfies(page, `document.fonts.check('13px "Inter Variable"')`)
    })
  }

  // How long the page is busy depends on the machine; how large its document is and how often it is drawn hardly does. The
  // longest tasks of each page are printed by scripts/page-costs.ts.
  it('holds for every entry of the sidebar', async () => {
    const page = await newSignedInPage()
    await page.goto(`${baseUrl}/`)
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await settled(page)
    const network = await watchNetwork(page)
    const costs = await watchCosts(page)
    const exceeded: string[] = []
    const logos: Request[] = []
    page.on('request', (request) => {
      if (isLogos(request.url())) logos.push(request)
    })
    for (const { to } of navigationEntriesFor(true)) {
      network.forget()
      await costs.restart()
      const entry = page.locator(`nav.sidebar [href="${to}"]`).first()
      await entry.click()
      await eventually(async () => (await entry.getAttribute('aria-current')) === 'page', to)
      const heading = titles.get(to)
      if (heading !== undefined)
        await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor()
      await settled(page)
      const files = network.use((url) => isAsset(url) && !isLogos(url))
      const calls = network.use(isCall)
      const { layouts, styles } = await costs.sinceStart()
      const found = {
        kilobytes: files.kilobytes,
        files: files.requests,
        calls: calls.requests,
        elements: await countElements(page),
        layouts,
        styles,
      }
      const limits = { ...pageLimits, ...largerPages[to] }
      for (const name of Object.keys(limits) as (keyof typeof limits)[])
        if (found[name] > limits[name])
          exceeded.push(`${to}: ${found[name]} ${name}, and ${limits[name]} at most`)
    }
    assert.deepEqual(exceeded, [])
    assert.equal(logos.length, 1)
    await logos[0]!.response()
    const { responseBodySize } = await logos[0]!.sizes()
    assert.ok(
      responseBodySize > 1024 && responseBodySize <= logosKilobytes * 1024,
      `${responseBodySize} bytes`,
    )
  })
})

describe('on a mobile connection of the third generation', () => {
  it('the sign-in and the overview have brought their first content within three seconds', async () => {
    const signedOut = await testBrowser.newPage()
    isQuick('/sign-in', await firstContent(signedOut, '/sign-in', 'Sign in'))
    isQuick('/', await firstContent(await newSignedInPage(), '/', 'Overview'))
  })

  it('so has every page that is opened by its URL, in a browser that has no file of it', async () => {
    const opened = [...dataPages, ...toolPages]
    const objects = Object.values(await objectPages(stoa))
    const cookies = await sessionCookies()
    for (const { path, heading } of [...someOf(opened, 2), ...someOf(objects, 2)]) {
      const page = await newSignedInPage(cookies)
      isQuick(path, await firstContent(page, path, heading))
      await page.context().close()
    }
  })
})

describe('the font', () => {
  it('takes the place of one of the system without moving the text', async (t) => {
    const page = await testBrowser.newPage()
    await page.goto(`${baseUrl}/sign-in`)
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    await pageSatisfies(page, `document.fonts.check('13px "Inter Variable"')`)
    const hasReplaced = await page.evaluate(
      `document.fonts.load('13px "Inter Fallback"').then((found) => found.length > 0, () => false)`,
    )
    if (!hasReplaced) return t.skip('neither Arial nor a font with its measures is installed')
    const [font, replaced] = (await page.evaluate(`['"Inter Variable"', '"Inter Fallback"'].map((family) => {
      const text = document.createElement('span')
      text.textContent = 'Agents, workflows, tables and files of 1,204 end users in this project'
      Object.assign(text.style, { font: '13px/normal ' + family, position: 'absolute', whiteSpace: 'nowrap' })
      document.body.append(text)
      return [text.offsetWidth, text.offsetHeight]
    })`)) as [[number, number], [number, number]]
    assert.ok(Math.abs(font[0] - replaced[0]) <= font[0] * 0.03, `${font} beside ${replaced}`)
    assert.ok(Math.abs(font[1] - replaced[1]) <= 1, `${font} beside ${replaced}`)
  })
})
