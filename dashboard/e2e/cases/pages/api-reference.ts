import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { inLongRun } from '../../../../server/test/size.ts'
import {
  apiKey,
  baseUrl,
  eventually,
  openTestBrowser,
  pageSatisfies,
  settled,
} from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual } from '../../harness/expect.ts'
import { owner } from '../../harness/test-server.ts'

const run = promisify(execFile)
const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })
const list = (page: Page) => page.getByRole('navigation', { name: 'Operations' })
const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click()
const hashOf = (page: Page) => decodeURIComponent(new URL(page.url()).hash)

/** Without an account, at an operation or at the start. */
async function openReference(operation = ''): Promise<Page> {
  const page = await testBrowser.newPage()
  await page.goto(`${baseUrl}/docs${operation === '' ? '' : `#${operation}`}`)
  await list(page).getByRole('button', { name: 'External Users' }).waitFor()
  return page
}

/** By all rules in the light; in the dark the same page differs by its colours alone. */
async function isClean(page: Page): Promise<void> {
  await settled(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await eventuallyAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await eventuallyAccessible(page, { rules: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
}

async function fitsOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  const [content, screen] = (await page.evaluate(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )) as [number, number]
  assert.ok(content <= screen, `${page.url()} is ${content} wide on a screen of ${screen}`)
}

describe('the API reference', () => {
  it('is read without an account, in both themes and on a phone', async () => {
    const page = await openReference()
    await heading(page, 'Getting started').waitFor()
    await isClean(page)
    await fitsOnPhone(page)
    await page.goto(`${baseUrl}/docs#POST/api/v1/external-users`)
    await heading(page, 'Create an end user or return the existing one').waitFor()
    await page.getByLabel('Body', { exact: true }).waitFor()
    await fitsOnPhone(page)
    await page.getByRole('button', { name: 'Browse operations' }).click()
    const drawer = page.getByRole('dialog', { name: 'Operations' })
    await drawer.getByRole('link', { name: 'List end users' }).click()
    await drawer.waitFor({ state: 'detached' })
    await heading(page, 'List end users').waitFor()
  })

  it(
    'adds little to what a page of the dashboard loads, and no editor before one is needed',
    inLongRun,
    async () => {
      const page = await openReference()
      const loaded = (await page.evaluate(
        `performance.getEntriesByType('resource')
        .filter(({ name }) => name.includes('/assets/'))
        .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])`,
      )) as [string, number][]
      const first = [...(await (await fetch(`${baseUrl}/`)).text()).matchAll(/"(\/assets\/[^"]+)"/g)]
      const own = loaded.filter(([path]) => !first.some(([, asset]) => asset === path))
      const kb = own.reduce((sum, [, size]) => sum + size, 0) / 1024
      assert.ok(kb > 5 && kb < 56, `${kb} KB: ${own.map(([path]) => path).join(' ')}`)
      assert.ok(!own.some(([path]) => path.includes('/editor-')))
    },
  )

  it('opens what the URL names: operations, sections and error codes', inLongRun, async () => {
    const page = await openReference('GET/api/v1/external-users/{id}')
    await heading(page, 'Get an end user').waitFor()
    await eventuallyEqual(() => page.title(), 'Get an end user · API reference · Stoa')
    await page.getByRole('link', { name: 'external_user_not_found' }).click()
    await heading(page, 'Getting started').waitFor()
    await pageSatisfies(page, 'scrollY > 500')
    await page.goBack()
    await heading(page, 'Get an end user').waitFor()
    await page.goto(`${baseUrl}/docs#GET/api/v1/nowhere`)
    await page.getByRole('alert').getByText('Operation GET/api/v1/nowhere not found.').waitFor()
  })

  it('is searched by words in any order, and by error codes', async () => {
    const page = await openReference()
    await page.getByLabel('Search operations and errors').fill('USER post merge')
    await list(page).getByRole('link').nth(1).waitFor()
    await eventuallyEqual(
      () => list(page).locator('ul a').allTextContents(),
      ['POSTMerge an end user into another/external-users/{id}/merge'],
    )
    await page.getByLabel('Search operations and errors').fill('webhook_not_found')
    await list(page).getByRole('link', { name: 'webhook_not_found' }).waitFor()
    await page.getByLabel('Search operations and errors').fill('no such thing')
    await list(page).getByText('No results.').waitFor()
  })

  it('shows what cannot be reached, and loads it on request', inLongRun, async () => {
    const page = await testBrowser.newPage()
    let isBroken = true
    await page.route(/openapi\.json/, (route) =>
      isBroken ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    )
    await page.goto(`${baseUrl}/docs`)
    const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' })
    await retry.waitFor()
    isBroken = false
    await retry.click()
    await list(page).getByRole('button', { name: 'External Users' }).waitFor()
  })
})

describe('trying an operation', () => {
  it('sends its example unchanged, with a key that only this tab stores', async () => {
    const page = await openReference('POST/api/v1/external-users')
    await page.getByLabel('x-api-key').fill(apiKey)
    await send(page)
    await response(page).getByText('200 OK').waitFor()
    await response(page).getByLabel('Response body').getByText('"External user"').waitFor()
    const shown = await page.locator('main').textContent()
    assert.ok(
      !(await page.locator('.code').allTextContents()).join().includes(apiKey) && !shown!.includes(apiKey),
    )
    await pageSatisfies(page, `!JSON.stringify({ ...localStorage }).includes(${JSON.stringify(apiKey)})`)
    await page.reload()
    await eventuallyEqual(() => page.getByLabel('x-api-key').inputValue(), apiKey)
    await isClean(page)
  })

  it('acts as the end user in x-username, and shows what the server rejects', async () => {
    const page = await openReference('GET/api/v1/external-users')
    await page.getByLabel('x-api-key').fill('stoa_not_a_key')
    await send(page)
    await response(page).getByText('401 Unauthorized').waitFor()
    await response(page).getByText('invalid_api_key').waitFor()
    await page.goto(`${baseUrl}/docs#POST/api/v1/file/upload/multiple/{fileType}`)
    await page.getByLabel('x-api-key').fill(apiKey)
    await page.getByLabel('x-username').fill('reference-user')
    await page.getByLabel('fileType').selectOption('document')
    const file = {
      name: 'from-reference.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('sent by the reference'),
    }
    await page.locator('aside input[type=file]').first().setInputFiles(file)
    await send(page)
    await response(page).getByText('200 OK').waitFor()
    const files = await stoa
      .with({ username: 'reference-user' })
      .get('/api/v1/file', { query: { q: 'from-reference' } })
    assert.equal(files.length, 1)
  })

  it('fills in ids of objects that exist, and says which parameter is missing', async () => {
    await stoa.post('/api/v1/external-users', { body: { name: 'reference-id' } })
    const page = await openReference('GET/api/v1/external-users/{id}')
    await send(page)
    await page.getByText('Required', { exact: true }).waitFor()
    await pageSatisfies(page, 'document.activeElement.getAttribute("aria-invalid") === "true"')
    await page.getByLabel('x-api-key').fill(apiKey)
    const id = page.getByLabel('id *')
    await eventually(async () => /^[0-9a-f-]{36}$/.test(await id.inputValue()), 'an id is filled in')
    await send(page)
    await response(page).getByText('200 OK').waitFor()
  })

  it('follows an event stream until it is stopped', async () => {
    const page = await openReference('GET/api/v1/events')
    await page.getByLabel('x-api-key').fill(apiKey)
    await send(page)
    await response(page)
      .getByText(/^Events: \d+, (waiting|open)/)
      .waitFor()
    await stoa.post('/api/v1/external-users', { body: { name: 'reference-stream' } })
    await response(page).getByText('external_user.created').first().waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await response(page)
      .getByText(/^Events: \d+, stopped/)
      .waitFor()
  })

  it('shows the same request as curl, which works as pasted', inLongRun, async () => {
    const page = await openReference('POST/api/v1/external-users')
    await page
      .getByLabel('Body', { exact: true })
      .fill('{ "name": "from-curl", "metadata": { "note": "it\'s" } }')
    const snippet = page.locator('aside .code').first()
    await snippet.getByText('from-curl').waitFor()
    const text = (await snippet.locator('pre').textContent())!
    const { stdout } = await run(
      'sh',
      ['-c', text.replace(/^curl /, 'curl --silent --show-error --max-time 20 ')],
      {
        env: { ...process.env, STOA_API_KEY: apiKey },
      },
    )
    assert.equal((JSON.parse(stdout) as { success: boolean }).success, true, stdout)
    await snippet.getByRole('button', { name: 'JavaScript' }).click()
    await snippet.getByText('await fetch(').waitFor()
  })

  it('keeps what was typed for each operation while the page is open', inLongRun, async () => {
    const page = await openReference('POST/api/v1/external-users')
    const body = page.getByLabel('Body', { exact: true })
    await body.fill('{ "name": "kept"')
    await page.getByText('Not valid JSON, sent as is').waitFor()
    await list(page).getByRole('link', { name: 'List end users' }).click()
    await heading(page, 'List end users').waitFor()
    await page.goBack()
    await body.getByText('"kept"').waitFor()
    await page.getByRole('button', { name: 'Reset' }).click()
    await body.getByText('"alice"').waitFor()
  })
})

describe('the API reference for a signed-in user', () => {
  it('is where signing in from it leads back to, at the same operation', inLongRun, async () => {
    const page = await openReference('GET/api/v1/external-users')
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await heading(page, 'List end users').waitFor()
    await eventuallyEqual(() => hashOf(page), '#GET/api/v1/external-users')
    await page.getByRole('link', { name: 'Dashboard', exact: true }).waitFor()
  })

  it('is found in the sidebar and the palette, and sends as the user in the chosen project', async () => {
    const page = await testBrowser.signedIn('/keys')
    const { id } = await stoa.get('/api/v1/project')
    await page.getByRole('link', { name: 'API reference' }).click()
    await heading(page, 'Getting started').waitFor()
    await page.goto(`${baseUrl}/docs#PATCH/api/v1/project`)
    await page.getByText(/^Leave empty to send as ada@example.com in project /).waitFor()
    await page.getByLabel('Body', { exact: true }).fill('{}')
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await send(page)
    await response(page).getByText('200 OK').waitFor()
    assert.equal(await (await sent).headerValue('x-project-id'), id)
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search pages').fill('API reference')
    await page.keyboard.press('Enter')
    await heading(page, 'Getting started').waitFor()
  })
})

describe('the keyboard in the API reference', () => {
  it('searches, moves through the operations and sends', async () => {
    const page = await openReference()
    await page.keyboard.press('/')
    await page.keyboard.type('end user list')
    await page.keyboard.press('Enter')
    await heading(page, 'List end users').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await heading(page, 'Create an end user or return the existing one').waitFor()
    await page.keyboard.press('k')
    await heading(page, 'List end users').waitFor()
    await list(page).getByRole('link', { name: 'List end users' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await heading(page, 'Get an end user by username').waitFor()
    await pageSatisfies(page, 'document.activeElement.textContent.includes("Get an end user by username")')
    await eventuallyEqual(() => hashOf(page), '#GET/api/v1/external-users/username/{username}')
    await page.getByLabel('x-api-key').focus()
    await page.keyboard.press('Control+Enter')
    await response(page).waitFor()
  })

  it('shows its shortcuts, and leaves letters alone once they are switched off', inLongRun, async () => {
    const page = await openReference('GET/api/v1/external-users')
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Shortcuts' })
    await dialog.waitFor()
    await eventuallyAccessible(page)
    await dialog.getByLabel('Single-letter shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    await page.keyboard.press('?')
    await eventuallyEqual(() => hashOf(page), '#GET/api/v1/external-users')
    await eventuallyEqual(() => dialog.count(), 0)
  })

  it('changes the theme, which the dashboard shares', inLongRun, async () => {
    const page = await openReference()
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    await page.goto(`${baseUrl}/sign-in`)
    await eventuallyEqual(() => page.evaluate('document.documentElement.dataset.theme'), 'dark')
  })
})
