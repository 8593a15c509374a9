import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../e2e/chromium.ts'
import { seed } from '../e2e/seed.ts'
import { seedDesk } from '../e2e/seed-desk.ts'
import { seedWatch } from '../e2e/seed-watch.ts'
import { globalSetup, globalTeardown, owner } from '../e2e/start.ts'
import { asDrifted, asMember, asTenant } from '../e2e/told-otherwise.ts'

/** A picture of every page, in both themes, wide and narrow. To be looked at, not compared. */
const folder = fileURLToPath(new URL('../screenshots/', import.meta.url))
// All of them, or those whose names are given.
const only = process.argv.slice(2)

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

type Shot = {
  name: string
  path: string
  prepare?(page: Page): Promise<void>
  /** All of the page, not only what fits on the screen. */
  isWhole?: boolean
}

const shots: Shot[] = [
  { name: 'overview', path: '/' },
  { name: 'end-users', path: '/end-users' },
  { name: 'end-users-none', path: '/end-users?q=nobody' },
  { name: 'end-user', path: '/end-users?q=alice', prepare: (page) => page.click('[data-row-link]') },
  { name: 'files', path: '/files' },
  { name: 'files-none', path: '/files?q=nothing' },
  { name: 'files-marked', path: '/files', prepare: markTwo },
  { name: 'file-image', path: '/files?q=harbour', prepare: (page) => page.click('[data-row-link]') },
  { name: 'file-csv', path: '/files?q=customers', prepare: (page) => page.click('[data-row-link]') },
  { name: 'file-audio', path: '/files?q=chime', prepare: (page) => page.click('[data-row-link]') },
  { name: 'file-text', path: '/files?q=notes', prepare: (page) => page.click('[data-row-link]') },
  { name: 'file-upload', path: '/files?new=1' },
  { name: 'file-uploading', path: '/files?new=1', prepare: uploadTwo },
  { name: 'file-prune', path: '/files', prepare: (page) => page.click('text=Delete oldest') },
  { name: 'tables', path: '/tables' },
  { name: 'table', path: '/tables?q=customers', prepare: openTable },
  { name: 'table-filter', path: '/tables?q=customers', prepare: openFilter },
  { name: 'table-row', path: '/tables?q=customers', prepare: openRow },
  { name: 'table-fields', path: '/tables?q=customers', prepare: openFields },
  { name: 'models', path: '/models' },
  { name: 'model', path: '/models?q=gpt-5', prepare: (page) => page.click('[data-row-link]') },
  { name: 'models-media', path: '/models?kind=image' },
  { name: 'calls', path: '/models/calls' },
  { name: 'calls-none', path: '/models/calls?model=none' },
  { name: 'call', path: '/models/calls?owner=carol', prepare: openCall },
  { name: 'call-tools', path: '/models/calls?owner=alice', prepare: openCall },
  { name: 'call-failed', path: '/models/calls?status=failed', prepare: openCall },
  { name: 'media', path: '/models/media' },
  { name: 'media-none', path: '/models/media?status=cancelled' },
  { name: 'media-job', path: '/models/media?kind=image', prepare: openMedia },
  { name: 'providers', path: '/models/providers' },
  { name: 'provider-add', path: '/models/providers?new=1' },
  {
    name: 'provider-set-up',
    path: '/models/providers?q=bedrock',
    prepare: (page) => page.click('[data-row-link]'),
  },
  { name: 'provider-test', path: '/models/providers?q=local', prepare: testProvider },
  { name: 'chat', path: '/playground' },
  { name: 'chat-picker', path: '/playground', prepare: openPicker },
  { name: 'chat-answered', path: '/playground', prepare: sayHello },
  { name: 'chat-tools', path: '/playground', prepare: callTool },
  { name: 'chat-failed', path: '/playground', prepare: failToSay },
  { name: 'chat-compared', path: '/playground', prepare: compareModels },
  { name: 'chat-code', path: '/playground', prepare: (page) => page.click('text=As code') },
  { name: 'chat-attached', path: '/playground', prepare: attachTwo },
  { name: 'chat-pick', path: '/playground', prepare: pickFiles },
  { name: 'image', path: '/playground/image', prepare: makeImages },
  { name: 'speech', path: '/playground/speech', prepare: speak },
  { name: 'transcription', path: '/playground/transcription' },
  { name: 'video', path: '/playground/video' },
  { name: 'toolkits', path: '/toolkits' },
  { name: 'toolkits-none', path: '/toolkits?q=nothing-of-that-name' },
  { name: 'toolkit', path: '/toolkits/weather' },
  {
    name: 'toolkit-drift',
    path: '/toolkits/slack',
    prepare: (page) => seenAs(page, asDrifted(page, 'slack')),
  },
  { name: 'toolkit-import', path: '/toolkits?new=import' },
  { name: 'tools', path: '/tools?q=send%20a%20message' },
  { name: 'tool', path: '/tools/net_price', prepare: runTool },
  { name: 'tool-refused', path: '/tools/demo_whoami', prepare: runRefused },
  { name: 'tool-create', path: '/new-tool' },
  { name: 'tool-runs', path: '/tool-runs' },
  { name: 'tool-run', path: '/tool-runs?state=false', prepare: (page) => page.click('[data-row-link]') },
  { name: 'tool-options', path: '/tools/house-lamps_light', prepare: openOptions },
  { name: 'installed', path: '/installed-toolkits?q=lamps' },
  { name: 'install', path: '/installed-toolkits?package=@activepieces/piece-house-lamps' },
  { name: 'questions', path: '/questions' },
  { name: 'question', path: '/questions', prepare: (page) => page.click('[data-row-link]') },
  { name: 'questions-all', path: '/questions?state=all' },
  { name: 'connections', path: '/connections' },
  { name: 'connection', path: '/connections?q=Harbour', prepare: (page) => page.click('[data-row-link]') },
  { name: 'connect', path: '/connections?new=1' },
  { name: 'connect-direct', path: '/connections?new=1', prepare: enterCredentials },
  { name: 'auth-configs', path: '/auth-configs' },
  { name: 'auth-config', path: '/auth-configs?q=Slack', prepare: (page) => page.click('[data-row-link]') },
  { name: 'auth-config-create', path: '/auth-configs?new=1&toolkit=slack' },
  { name: 'playground', path: '/sandbox' },
  { name: 'playground-ran', path: '/sandbox', prepare: runExample },
  { name: 'playground-live', path: '/sandbox', prepare: runSlowly },
  { name: 'playground-failed', path: '/sandbox', prepare: runFault },
  { name: 'playground-code', path: '/sandbox', prepare: (page) => page.click('text=As code') },
  { name: 'sessions', path: '/sandbox/sessions' },
  { name: 'sessions-none', path: '/sandbox/sessions?threadId=none' },
  { name: 'session-create', path: '/sandbox/sessions?new=1' },
  { name: 'session', path: '/sandbox/sessions?status=running', prepare: openSession },
  { name: 'session-whole', path: '/sandbox/sessions?status=running', prepare: openSession, isWhole: true },
  { name: 'session-paused', path: '/sandbox/sessions?status=paused', prepare: openSession },
  { name: 'session-ended', path: '/sandbox/sessions?status=ended', prepare: openSession },
  { name: 'executions', path: '/sandbox/executions' },
  { name: 'execution', path: '/sandbox/executions?language=javascript', prepare: openExecution },
  { name: 'execution-again', path: '/sandbox/executions?language=javascript', prepare: runAgain },
  { name: 'execution-failed', path: '/sandbox/executions?errorCode=script_error', prepare: openExecution },
  { name: 'keys', path: '/keys' },
  { name: 'key', path: '/keys?q=reporting', prepare: (page) => page.click('[data-row-link]') },
  { name: 'key-create', path: '/keys?new=1' },
  { name: 'usage', path: '/usage' },
  {
    name: 'usage-hover',
    path: '/usage?by=eUID&days=14',
    prepare: (page) => page.hover('.chart-catch >> nth=8'),
  },
  { name: 'usage-table', path: '/usage?view=table&by=model&days=7' },
  { name: 'usage-none', path: '/usage?from=2020-01-01&to=2020-01-08' },
  { name: 'usage-grant', path: '/usage?new=grant' },
  { name: 'usage-correct', path: '/usage?new=correction' },
  { name: 'ledger', path: '/usage/ledger' },
  {
    name: 'ledger-entry',
    path: '/usage/ledger?type=ai_model',
    prepare: (page) => page.click('[data-row-link]'),
  },
  { name: 'ledger-check', path: '/usage/ledger', prepare: (page) => page.click('text=Check the ledger') },
  { name: 'caps', path: '/usage/caps' },
  { name: 'cap-create', path: '/usage/caps?new=1' },
  {
    name: 'cap-approve',
    path: '/usage/caps',
    prepare: (page) => page.click('button:text-is("Approve") >> nth=0'),
  },
  { name: 'holds', path: '/usage/holds' },
  { name: 'prices', path: '/usage/prices' },
  { name: 'events', path: '/events', prepare: (page) => page.getByText('Live', { exact: true }).waitFor() },
  { name: 'webhooks', path: '/webhooks' },
  { name: 'webhook', path: '/webhooks?q=CRM', prepare: (page) => page.click('[data-row-link]') },
  { name: 'webhook-create', path: '/webhooks?new=1' },
  { name: 'delivery', path: '/webhooks?q=CRM', prepare: openDelivery },
  { name: 'audit', path: '/audit' },
  { name: 'settings', path: '/settings' },
  { name: 'account', path: '/account' },
  { name: 'missing', path: '/end-users/0199f1a0-0000-7000-8000-000000000001' },
  { name: 'palette', path: '/', prepare: (page) => pressAndSee(page, 'Control+k') },
  { name: 'keyboard', path: '/', prepare: (page) => pressAndSee(page, '?') },
  { name: 'api', path: '/keys', prepare: (page) => page.click('text=API >> nth=-1') },
  // Who looks is another from here on.
  { name: 'installed-tenant', path: '/installed-toolkits', prepare: (page) => seenAs(page, asTenant(page)) },
  { name: 'providers-member', path: '/models/providers', prepare: (page) => seenAs(page, asMember(page)) },
]

async function seenAs(page: Page, told: Promise<unknown>): Promise<void> {
  await told
  await page.reload()
}

async function openCall(page: Page): Promise<void> {
  await page.click('[data-row-link]')
  await page.getByText('Where the time went').waitFor()
}

async function openMedia(page: Page): Promise<void> {
  await page.click('[data-row-link]')
  await page.getByText('What was asked').waitFor()
}

async function pickFiles(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pick from Files' }).click()
  await page.getByRole('dialog').getByText('harbour.png').waitFor()
}

async function attachTwo(page: Page): Promise<void> {
  await pickFiles(page)
  for (const name of ['harbour.png', 'notes.md']) await page.getByRole('dialog').getByText(name).click()
  await page.getByRole('button', { name: 'Attach 2 files' }).click()
}

async function makeImages(page: Page): Promise<void> {
  await page.getByLabel('Prompt').fill('A lighthouse at dawn')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('region', { name: 'Result' }).getByText('Succeeded').waitFor()
}

async function speak(page: Page): Promise<void> {
  await page.getByLabel('Text', { exact: true }).fill('Good morning')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('region', { name: 'Result' }).getByText('Succeeded').waitFor()
}

async function testProvider(page: Page): Promise<void> {
  await page.click('[data-row-link]')
  await page.getByText('It answers').waitFor()
}

async function openPicker(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Model:/ }).click()
  await page.getByText('Can be called now').waitFor()
}

async function say(page: Page, text: string): Promise<void> {
  await page
    .getByRole('button', { name: 'New conversation' })
    .click({ force: true })
    .catch(() => undefined)
  await page.getByLabel('Message').fill(text)
  await page.keyboard.press('Control+Enter')
}

async function sayHello(page: Page): Promise<void> {
  await say(page, '/say ## A plan\nFirst **measure**, then cut:\n\n1. one\n2. two\n\n```js\nconst x = 1\n```')
  await page
    .getByText(/credits/)
    .first()
    .waitFor()
  await page.getByLabel('Message').fill('And then?')
}

async function callTool(page: Page): Promise<void> {
  await page.goto(`${process.env.STOA_BASE_URL}/playground`)
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByRole('button', { name: 'Call a tool' }).click()
  await page.keyboard.press('Control+Enter')
  await page.getByLabel('What weather gives').fill('{ "degrees": 21 }')
}

async function failToSay(page: Page): Promise<void> {
  await say(page, '/fail')
  await page.getByRole('alert').waitFor()
}

async function compareModels(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByRole('button', { name: 'Compare' }).click()
  await say(page, '/say The same question to both of them.')
  await page
    .getByText(/credits/)
    .nth(1)
    .waitFor()
}

async function markTwo(page: Page): Promise<void> {
  for (const at of [0, 2]) await page.locator('[data-marks]').nth(at).check()
}

async function uploadTwo(page: Page): Promise<void> {
  await page.locator('input[type=file]').setInputFiles([
    { name: 'film of the harbour.bin', mimeType: '', buffer: Buffer.alloc(12 * 1024 * 1024, 3) },
    { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
  ])
  await page.getByText('Uploaded').first().waitFor()
}

async function openOptions(page: Page): Promise<void> {
  await page.getByLabel('Run as end user').fill('alice')
  await page.getByLabel('Room *').click()
  await page.getByRole('option').first().waitFor()
}

async function enterCredentials(page: Page): Promise<void> {
  await page.getByLabel('Auth config').selectOption({ label: 'Weather station: Stations (API key)' })
  await page.getByText('Enter credentials').click()
  await page.locator('dialog input[type=password]').waitFor()
}

async function runTool(page: Page): Promise<void> {
  await page.getByLabel('gross *').fill('119')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('Succeeded').first().waitFor()
}

async function runRefused(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('Not run').waitFor()
}

async function runExample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('Succeeded').first().waitFor()
}

async function runSlowly(page: Page): Promise<void> {
  await page.getByText('Python', { exact: true }).click()
  await page.getByRole('button', { name: 'Examples' }).click()
  await page.getByRole('menuitem', { name: 'Print as it goes' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('step 2 of 5').waitFor()
}

async function runFault(page: Page): Promise<void> {
  await page.getByLabel('JavaScript source').fill('console.error("about to fail")\nstate.missing.length')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('Script failed').first().waitFor()
}

async function openSession(page: Page): Promise<void> {
  await page.click('[data-row-link]')
  await page.getByRole('heading', { name: /^Session/ }).waitFor()
}

async function openExecution(page: Page): Promise<void> {
  await page.click('[data-row-link]')
  await page.getByText('Receipt').waitFor()
}

async function runAgain(page: Page): Promise<void> {
  await openExecution(page)
  await page.getByRole('button', { name: 'Run again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run again' }).click()
  await page.getByText('The same: value').waitFor()
}

async function openTable(page: Page): Promise<void> {
  await page.click('[data-row-link]')
  await page.getByText('Customer 260').waitFor()
}

async function openFilter(page: Page): Promise<void> {
  await openTable(page)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
}

async function openRow(page: Page): Promise<void> {
  await openTable(page)
  await page.getByRole('button', { name: 'Open Customer 260' }).click()
}

async function openFields(page: Page): Promise<void> {
  await openTable(page)
  await page.getByRole('button', { name: 'Fields' }).click()
  await page.getByRole('heading', { name: 'Fields of Customers' }).waitFor()
}

async function openDelivery(page: Page): Promise<void> {
  await page.click('[data-row-link]')
  await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
  await page.click('[data-row-link]')
  await page.click('.attempts summary')
}

async function pressAndSee(page: Page, keys: string): Promise<void> {
  await page.keyboard.press(keys)
  await page.getByRole('dialog').waitFor()
}

async function signInOnce(browser: Browser, baseUrl: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(process.env.STOA_SETUP_LINK!)
  await page.fill('[name=name]', owner.name)
  await page.fill('[name=email]', owner.email)
  await page.fill('[name=password]', owner.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${baseUrl}/`)
  await page.getByText('First steps').waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

async function take(page: Page, shot: Shot, path: string): Promise<void> {
  await page.goto(new URL(shot.path, process.env.STOA_BASE_URL).href)
  // Pages that follow a stream are never idle.
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
  await shot.prepare?.(page)
  // What was opened loads too.
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
  await page.waitForTimeout(250)
  await page.screenshot({ path, fullPage: shot.isWhole ?? false })
}

let receiver: Awaited<ReturnType<typeof seedWatch>> | null = null
await globalSetup()
const browser = await launchChromium()
try {
  const baseUrl = process.env.STOA_BASE_URL!
  const outside = await browser.newPage({ viewport: sizes.desktop })
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await take(outside, { name: 'set-up', path: '/setup#token=none' }, `${folder}set-up-light-desktop.png`)
  await take(outside, { name: 'sign-in', path: '/sign-in' }, `${folder}sign-in-light-desktop.png`)
  const storageState = await signInOnce(browser, baseUrl)
  const first = await browser.newPage({ viewport: sizes.desktop, storageState })
  await take(first, { name: 'first', path: '/' }, `${folder}first-light-desktop.png`)
  await seed(baseUrl, process.env.STOA_API_KEY!)
  await seedDesk(baseUrl, process.env.STOA_API_KEY!)
  receiver = await seedWatch(baseUrl, process.env.STOA_API_KEY!)
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, viewport] of Object.entries(sizes)) {
      const context = await browser.newContext({ viewport, colorScheme, storageState })
      const page = await context.newPage()
      for (const shot of shots) {
        if (only.length > 0 && !only.includes(shot.name)) continue
        await take(page, shot, `${folder}${shot.name}-${colorScheme}-${size}.png`)
      }
      await context.close()
    }
  }
  console.log(`Pictures are in ${folder}`)
} finally {
  await browser.close()
  await receiver?.close()
  await globalTeardown()
}
