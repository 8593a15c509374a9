import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { type PageCosts, watchCosts } from '../e2e/harness/budgets/page-costs.ts'
import { launchChromium } from '../e2e/harness/chromium.ts'
import { objectPages } from '../e2e/harness/object-pages.ts'
import { owner, setUpOwner, startTestServer } from '../e2e/harness/test-server.ts'
import { seed } from '../e2e/seed/seed.ts'
import { manifests } from '../src/pages/manifests.ts'
import { build, isFresh } from './build.ts'

/**
 * What it costs a browser to open each page inside the app, on a processor that is four times as slow: the tasks in which
 * it answers to nothing, layouts, styles computed again, and elements. The longest tasks come first. Names of paths limit it
 * to those that contain one of them.
 */
const slowdown = 4
const only = process.argv.slice(2)

type Measured = PageCosts & { path: string; tasksMs: number[]; elements: number }

const noteTasks = `{
  globalThis.longTasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(Math.round(duration))
  }).observe({ type: 'longtask', buffered: true })
}`

/** Until the page has been quiet for a moment. */
const isQuiet = `new Promise((resolve) => {
  const wait = () => { clearTimeout(timer); timer = setTimeout(done, 700) }
  const observer = new MutationObserver(wait)
  let timer = 0
  const done = () => { observer.disconnect(); resolve() }
  observer.observe(document, { childList: true, subtree: true })
  wait()
  setTimeout(done, 8000)
})`

async function measure(page: Page, path: string): Promise<Measured> {
  await page.evaluate("history.pushState({}, '', '/account')")
  await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor()
  await page.evaluate(isQuiet)
  const costs = await watchCosts(page)
  await page.evaluate('longTasks.length = 0')
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
  await page.evaluate(isQuiet)
  const tasksMs = (await page.evaluate('longTasks')) as number[]
  const elements = (await page.evaluate("document.querySelectorAll('*').length")) as number
  return {
    path,
    elements,
    tasksMs: tasksMs.sort((left, right) => right - left),
    ...(await costs.sinceStart()),
  }
}

if (!isFresh()) await build()
const testServer = await startTestServer()
const browser = await launchChromium()
try {
  await setUpOwner(testServer)
  await seed(testServer)
  const objects = Object.values(await objectPages(createStoa(testServer)))
  const titled = manifests.flatMap(({ routes }) => routes).filter(({ title }) => title !== undefined)
  const paths = [...titled, ...objects].map(({ path }) => path)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.addInitScript(noteTasks)
  await page.goto(`${testServer.baseUrl}/sign-in`)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const measured: Measured[] = []
  for (const path of paths)
    if (only.length === 0 || only.some((part) => path.includes(part)))
      measured.push(await measure(page, path))
  measured.sort((left, right) => (right.tasksMs[0] ?? 0) - (left.tasksMs[0] ?? 0))
  for (const { path, tasksMs, layouts, styles, elements } of measured)
    console.log(
      `${String(tasksMs[0] ?? 0).padStart(5)} ms  ${String(layouts).padStart(4)} layouts  ${String(styles).padStart(4)} styles  ${String(elements).padStart(5)} elements  ${path}  [${tasksMs.slice(0, 6)}]`,
    )
} finally {
  await browser.close()
  await testServer.close()
}
