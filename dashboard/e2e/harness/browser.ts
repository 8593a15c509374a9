import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { endTest } from '../../../server/scripts/test-cpu.ts'
import { until } from '../../../server/test/until.ts'
import { launchChromium } from './chromium.ts'
import { launchFirefox, prepareFirefox } from './engines/firefox.ts'
import { owner, startTestServer } from './test-server.ts'

/** Of this test file alone: what others do on theirs at the same time is neither seen nor counted here. */
export const testServer = await startTestServer()
export const { baseUrl, apiKey, dataDir } = testServer

/** What a browser must never have to say about us, collected from every page of a test file. */
type Violations = { outside: string[]; policy: string[]; errors: string[] }

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>
/** The preferred appearance of pages. */
export type Appearance = { colorScheme?: 'light' | 'dark' }
type Cookies = Awaited<ReturnType<BrowserContext['storageState']>>['cookies']

type Shared = {
  browser: Promise<Browser> | null
  session: Cookies | null
  window: { context: BrowserContext; anchor: Page } | null
}

// Generous: on a busy machine, a page may take seconds to respond.
export const timeoutMs = 60_000

// All of them run in one process: one browser, and one sign-in, since those are limited to a few a minute.
const shared: Shared = { browser: null, session: null, window: null }

after(async () => {
  await (await shared.browser)?.close()
  await testServer.close()
})

// What moves is waited for before it is pressed.
const contextDefaults = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const

/** Chromium, unless the run is about another browser. */
export const isFirefox = process.env.STOA_E2E_BROWSER === 'firefox'

async function newContext(options: ContextOptions): Promise<BrowserContext> {
  shared.browser ??= isFirefox ? launchFirefox() : launchChromium()
  const context = await (await shared.browser).newContext({ ...contextDefaults, ...options })
  if (isFirefox) await prepareFirefox(context)
  return context
}

/** Everything that was on its way is there. */
export const settled = (page: Page) => page.waitForSelector('main .skeleton', { state: 'detached' })

/** Waits for what is not on the page, as patiently as for what is. */
export const eventually = (condition: () => boolean | Promise<boolean>, what: string) =>
  until(condition, what, timeoutMs)

/** Waits for what only the page itself knows; by the debugger, which our policy does not bind. */
export const pageSatisfies = (page: Page, expression: string) =>
  eventually(async () => (await page.evaluate(expression)) === true, expression)

export async function signIn(page: Page): Promise<void> {
  await page.goto(`${baseUrl}/sign-in`)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
}

/** What was on the screen when a test failed: a timeout alone says little. */
async function saveScreenshot(open: readonly (BrowserContext | Page)[], name: string): Promise<void> {
  const folder = join(tmpdir(), 'stoa-dashboard-failures')
  const pages = open.flatMap((each) => ('pages' in each ? each.pages() : [each]))
  for (const [at, page] of pages.entries()) {
    const path = join(folder, `${name.replaceAll(/[^a-z]+/gi, '-').slice(0, 60)}-${at}.png`)
    // Whatever goes wrong here must not hide what went wrong before.
    await page.screenshot({ path }).then(
      () => console.error(`${page.url()} is pictured in ${path}`),
      () => undefined,
    )
  }
}

type BrowserOptions = { provoked?: RegExp; isHost?(url: string): boolean }

/**
 * The pages of a test file. Every one of them is watched: a request to another host, a violation of the policy or an
 * uncaught error fails the file, whichever test caused it. `provoked` is what a file breaks on purpose, `isHost` says
 * which requests go to a page that embeds us.
 */
export function openTestBrowser({ provoked, isHost = () => false }: BrowserOptions = {}) {
  const violations: Violations = { outside: [], policy: [], errors: [] }

  const open: (BrowserContext | Page)[] = []
  // Pages ask again and again as long as they are open.
  afterEach(async (context) => {
    if ('error' in context && context.error) await saveScreenshot(open, context.name)
    await Promise.all(open.splice(0).map((each) => each.close()))
    endTest(context.name)
  })
  after(() => {
    assert.deepEqual(violations, { outside: [], policy: [], errors: [] })
  })

  async function watched(context: BrowserContext): Promise<Page> {
    context.setDefaultTimeout(timeoutMs)
    const page = await context.newPage()
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(baseUrl) && !/^(data|blob):/.test(url) && !isHost(url)) violations.outside.push(url)
    })
    const report = (text: string) => {
      if (!provoked?.test(text)) violations.errors.push(text)
    }
    page.on('pageerror', (error) => report(error.stack ?? error.message))
    page.on('console', (message) => {
      if (message.type() !== 'error') return
      // A 4xx response is written to the console by the browser itself and shown by the page.
      if (/Content Security Policy/.test(message.text())) violations.policy.push(message.text())
      else if (!/Failed to load resource/.test(message.text())) report(message.text())
    })
    return page
  }

  async function newPage(options: ContextOptions = {}): Promise<Page> {
    const context = await newContext(options)
    open.push(context)
    return watched(context)
  }

  async function sessionOnce(): Promise<Cookies> {
    if (!shared.session) {
      const first = await newPage()
      await signIn(first)
      shared.session = (await first.context().storageState()).cookies
    }
    return shared.session
  }

  /**
   * A tab in the one window that stays open: a new window for every test takes a second to open, and reads
   * and compiles all scripts again. Preferences of earlier tests are cleared.
   */
  async function newTab(): Promise<Page> {
    if (!shared.window) {
      const context = await newContext({})
      const anchor = await context.newPage()
      await anchor.goto(`${baseUrl}/healthz`)
      shared.window = { context, anchor }
    }
    await shared.window.context.addCookies(await sessionOnce())
    await shared.window.anchor.evaluate('localStorage.clear()')
    const page = await watched(shared.window.context)
    open.push(page)
    return page
  }

  return {
    newPage,
    /** A page of a signed-in user, at that path. */
    async signedIn(path = '/', { colorScheme = 'light' }: Appearance = {}): Promise<Page> {
      const page = await newTab()
      await page.emulateMedia({ colorScheme })
      await page.goto(baseUrl + path)
      await page.locator('nav.sidebar').waitFor({ state: 'attached' })
      return page
    },
  }
}
