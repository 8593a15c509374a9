import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createStoa } from '@stoa/sdk'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../e2e/harness/chromium.ts'
import { owner, startTestServer, type TestServer } from '../e2e/harness/test-server.ts'
import { seed } from '../e2e/seed/seed.ts'
import { seedChat } from '../e2e/seed/seed-chat.ts'
import { seedMediaPlayground } from '../e2e/seed/seed-media-playground.ts'
import { seedWebhooks } from '../e2e/seed/seed-webhooks.ts'
import { build, isFresh } from './build.ts'
import { compareScreenshots, writeComparison } from './shots/compare-screenshots.ts'
import { seedScenes } from './shots/seed-scenes.ts'
import { docsImages, type Shot, shots } from './shots/shots.ts'

/**
 * A screenshot of every page, in both themes, wide and narrow. With `--compare` they are compared with those of the run before,
 * and what changed is shown side by side. With `--docs` those that the documentation shows are taken alone, and put there.
 */
const folder = fileURLToPath(new URL('../screenshots/', import.meta.url))
const folderBefore = fileURLToPath(new URL('../screenshots/before/', import.meta.url))
const isForDocs = process.argv.includes('--docs')
const compares = process.argv.includes('--compare')
// All of them, or those whose names are given.
const only = process.argv.slice(2).filter((name) => !name.startsWith('--'))
const images = fileURLToPath(new URL('../../docs/images/', import.meta.url))

const themes = ['light', 'dark'] as const
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

async function signInOnce(browser: Browser, { baseUrl, setUpLink }: TestServer) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(setUpLink)
  await page.fill('[name=name]', owner.name)
  await page.fill('[name=email]', owner.email)
  await page.fill('[name=password]', owner.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${baseUrl}/`)
  await page.getByText('Get started').waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

/** On a busy machine a page may take seconds to be there; what still loads after that is pictured as it loads. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1, stoa-chat').first().waitFor()
  await page.waitForSelector('.skeleton', { state: 'detached', timeout: 15_000 }).catch(() => undefined)
}

async function open(page: Page, shot: Shot): Promise<void> {
  await page.goto(new URL(shot.path, testServer.baseUrl).href)
  await settled(page)
  await shot.prepare?.(page, places!)
  // What was opened loads too.
  await settled(page)
  await page.waitForTimeout(250)
}

async function take(page: Page, shot: Shot, path: string): Promise<void> {
  await open(page, shot)
  await page.screenshot({ path, fullPage: shot.isWhole ?? false })
}

/** In every theme that is wanted: the page is the same, so it is opened once. */
async function takeThemes(page: Page, shot: Shot, size: string): Promise<void> {
  const requested = themes.filter(
    (theme) => !isForDocs || docsImages[`${shot.name}-${theme}-${size}`] !== undefined,
  )
  if (requested.length === 0) return
  await page.emulateMedia({ colorScheme: requested[0]! })
  await open(page, shot)
  for (const colorScheme of requested) {
    const name = `${shot.name}-${colorScheme}-${size}`
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${folder}${name}.png`, fullPage: shot.isWhole ?? false })
    if (isForDocs) await copyFile(`${folder}${name}.png`, `${images}${docsImages[name]}.png`)
  }
}

/** Empty, but for the screenshots of the run before where they are compared. */
async function startFolder(): Promise<void> {
  const aside = `${folder.slice(0, -1)}-before`
  await rm(aside, { recursive: true, force: true })
  if (compares) {
    await rm(folderBefore, { recursive: true, force: true })
    await rename(folder, aside).catch(() => undefined)
  }
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  if (compares) await rename(aside, folderBefore).catch(() => undefined)
}

async function compare(page: Page): Promise<void> {
  const all = await compareScreenshots(page, folderBefore, folder)
  const changes = all.filter(({ name }) => only.length === 0 || only.some((each) => name.startsWith(each)))
  for (const { name, share } of changes) console.log(`${(share * 100).toFixed(1).padStart(5)} %  ${name}`)
  await writeComparison(`${folder}changes.html`, changes, { before: 'before', after: '.' })
  console.log(`${changes.length} changed: see ${folder}changes.html`)
}

let receiver: Awaited<ReturnType<typeof seedWebhooks>> | null = null
let places: Awaited<ReturnType<typeof seedScenes>> | null = null
if (!isFresh()) await build()
const testServer = await startTestServer()
const browser = await launchChromium()
try {
  const outside = await browser.newPage({ viewport: sizes.desktop })
  await startFolder()
  await take(outside, { name: 'set-up', path: '/setup#token=none' }, `${folder}set-up-light-desktop.png`)
  await take(outside, { name: 'sign-in', path: '/sign-in' }, `${folder}sign-in-light-desktop.png`)
  const storageState = await signInOnce(browser, testServer)
  const first = await browser.newPage({ viewport: sizes.desktop, storageState })
  await take(first, { name: 'first', path: '/' }, `${folder}first-light-desktop.png`)
  await seed(testServer)
  await seedMediaPlayground(testServer)
  await seedChat(createStoa(testServer))
  receiver = await seedWebhooks(testServer)
  places = await seedScenes(testServer)
  for (const [size, viewport] of Object.entries(sizes)) {
    const context = await browser.newContext({ viewport, storageState })
    const page = await context.newPage()
    for (const shot of shots) {
      if (only.length > 0 && !only.includes(shot.name)) continue
      // The others are worth having, and all that fail are known after one run.
      await takeThemes(page, shot, size).catch((error: Error) => {
        console.error(`${shot.name} (${size}): ${error.message.split('\n', 1)[0]}`)
        process.exitCode = 1
      })
    }
    await context.close()
  }
  console.log(`Pictures are in ${folder}`)
  if (compares) await compare(await browser.newPage())
} finally {
  await browser.close()
  await receiver?.close()
  await places?.close()
  await testServer.close()
}
