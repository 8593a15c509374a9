import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import {
  apiKey,
  baseUrl,
  eventually,
  openTestBrowser,
  pageSatisfies,
  signIn,
  testServer,
} from './harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual } from './harness/expect.ts'
import { owner, setUpOwner } from './harness/test-server.ts'
import { createAgent } from './seed/seed-chat.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser({ provoked: /ChunkError/ })
const bar = (page: Page) => page.locator('.connection-bar')

before(async () => {
  await setUpOwner(testServer)
  await stoa.post('/api/v1/table/collections', {
    body: { name: 'Notes', schema: { fields: [{ name: 'title', type: 'text' }] } },
  })
  await stoa.post('/api/v1/table/collections/{id}/documents', {
    params: { id: 'notes' },
    body: { title: 'before' },
  })
})

/** Ends the session on the server, as its end or another tab does. */
async function endSession(page: Page): Promise<void> {
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const session = await fetch(`${baseUrl}/api/v1/auth/session`, { headers: { cookie } })
  const { data } = (await session.json()) as { data: { csrfToken: string } }
  const ended = await fetch(`${baseUrl}/api/v1/auth/sign-out`, {
    method: 'POST',
    headers: { cookie, origin: baseUrl, 'x-csrf-token': data.csrfToken },
  })
  assert.equal(ended.status, 200, await ended.text())
}

describe('a restart of the server under open pages', () => {
  it('is shown in one bar, stops claiming to be live, and heals without losing what was typed', async () => {
    const { id } = await stoa.get('/api/v1/table/collections/{id}', { params: { id: 'notes' } })
    const table = await testBrowser.signedIn(`/tables/${id}`)
    await table.getByText('Live', { exact: true }).waitFor()
    await table.getByRole('button', { name: 'Add row' }).click()
    await table.getByLabel('title').fill('typed before the restart')
    const events = await testBrowser.signedIn('/events')
    await events.getByText('Live', { exact: true }).waitFor()
    const other = await testBrowser.signedIn('/')
    await pageSatisfies(other, 'Boolean((window.isTheSamePage = true))')

    await testServer.stop()
    await other.getByRole('link', { name: 'Webhooks' }).first().click()
    for (const page of [table, events, other]) await bar(page).getByText('Reconnecting…').waitFor()
    await eventuallyAccessible(other)
    await events.locator('.events-live').getByText('Reconnecting').waitFor()
    await table.locator('.grid-foot').getByText('Reconnecting…').waitFor()
    for (const page of [table, events])
      await eventuallyEqual(() => page.getByText('Live', { exact: true }).count(), 0)

    await testServer.restart()
    for (const page of [table, events, other]) await bar(page).waitFor({ state: 'hidden' })
    await other.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    await pageSatisfies(other, 'window.isTheSamePage === true')
    await events.getByText('Live', { exact: true }).waitFor()
    await table.getByText('Live', { exact: true }).waitFor()
    await eventuallyEqual(() => table.getByLabel('title').inputValue(), 'typed before the restart')
    await table.getByRole('dialog').getByRole('button', { name: 'Add row' }).click()
    await table.getByRole('grid').getByText('typed before the restart').waitFor()
    await stoa.post('/api/v1/external-users', { body: { name: 'after-the-restart' } })
    await events.getByRole('table').getByText('external_user.created').first().waitFor()
  })
})

describe('a restart of the server in the middle of a response', () => {
  it('is continued by the page and by the run, and nothing is shown twice', async () => {
    const agent = await createAgent(stoa, 'Survivor')
    const { id } = await stoa.post('/api/v1/graphify/threads', { body: { workflowId: agent } })
    const page = await testBrowser.signedIn(`/chats/${id}`)
    const words = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ')
    await page.getByLabel('Message', { exact: true }).fill(`/slow 100 /say ${words}`)
    await page.keyboard.press('Enter')
    const reply = page.getByRole('log').locator('.reply .step-text')
    await reply.getByText(/word3/).waitFor()
    await testServer.stop()
    await page.getByText('Connection lost, reconnecting').waitFor()
    await testServer.restart()
    await page.getByRole('button', { name: 'Regenerate' }).waitFor()
    await eventuallyEqual(() => reply.textContent(), words)
  })
})

describe('a newer version of the dashboard', () => {
  /** The files of the loaded page are missing until it is reloaded. */
  async function withoutFiles(page: Page, isGone: (documents: number) => boolean): Promise<() => number> {
    let documents = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1
    })
    await page.route(/\/assets\/(keys-page|webhooks-page)/, (route) =>
      isGone(documents) ? route.fulfill({ status: 404, body: '{}' }) : route.continue(),
    )
    return () => documents
  }

  it('is loaded by itself when a page is opened whose files are missing', async () => {
    const page = await testBrowser.newPage()
    await signIn(page)
    const documents = await withoutFiles(page, (loaded) => loaded === 0)
    await page.getByRole('link', { name: 'API keys' }).first().click()
    // The heading alone may be that of the page before it is loaded again.
    await eventually(() => documents() === 1, 'the page being loaded again')
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Create key' }).first().waitFor()
    assert.equal(documents(), 1)
  })

  it('is not loaded again and again when that does not help', async () => {
    const page = await testBrowser.signedIn('/')
    const documents = await withoutFiles(page, () => true)
    await page.getByRole('link', { name: 'Webhooks' }).first().click()
    await page.getByRole('button', { name: 'Reload' }).waitFor()
    await page.getByText('This part of the dashboard could not be loaded').waitFor()
    assert.equal(documents(), 1)
    await page.getByRole('link', { name: 'Tables' }).first().click()
    await page.getByRole('heading', { name: 'Tables', level: 1 }).waitFor()
  })
})

describe('a session that ends under an open page', () => {
  it('is renewed in a dialog, and what was typed is sent afterwards', async () => {
    const page = await testBrowser.newPage()
    await signIn(page)
    await page.goto(`${baseUrl}/end-users?new=1`)
    await page.getByLabel('Name', { exact: true }).fill('typed-before')
    await endSession(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Add end user' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.waitFor()
    await eventuallyAccessible(page)
    await eventuallyEqual(() => dialog.getByLabel('Email').inputValue(), owner.email)
    await dialog.getByLabel('Password').fill('not the password')
    await page.keyboard.press('Enter')
    await dialog.getByText('Invalid email or password').waitFor()
    await dialog.getByLabel('Password').fill(owner.password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await eventuallyEqual(() => page.getByLabel('Name', { exact: true }).inputValue(), 'typed-before')
    await page.getByRole('dialog').getByRole('button', { name: 'Add end user' }).click()
    await page.getByRole('heading', { name: 'typed-before' }).waitFor()
    await eventually(
      async () => (await stoa.get('/api/v1/external-users', { query: { q: 'typed-before' } })).length === 1,
      'the end user is there',
    )
  })
})
