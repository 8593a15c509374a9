import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { startSite } from '../../../../server/test/browsers/site.ts'
import { apiKey, baseUrl, openTestBrowser, pageSatisfies } from '../../harness/browser.ts'
import { eventuallyEqual, eventuallyMatches, isCleanInBothThemes } from '../../harness/expect.ts'

const stoa = createStoa({ baseUrl, apiKey, headers: { 'x-act-across-users': 'true' } })
const actionsPath = '/api/v1/browser/sessions/{sessionId}/actions'
let site: Awaited<ReturnType<typeof startSite>>
let sessionId = ''

before(async () => {
  site = await startSite()
})
after(() => site.close())
const testBrowser = openTestBrowser()

const status = (page: Page) => page.getByLabel('Live view').getByRole('status')

/** Where the middle of an element of the session is, on the canvas that shows it. */
async function placeOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const expression = `(() => { const { x, y, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 } })()`
  const { results } = await stoa.post(actionsPath, {
    params: { sessionId },
    body: { actions: [{ type: 'evaluate', expression }] },
  })
  const place = results[0]!.value as { x: number; y: number }
  const box = (await page.locator('.browser-screen').boundingBox())!
  return { x: (place.x * box.width) / 1280, y: (place.y * box.height) / 720 }
}

describe('browser sessions', () => {
  it('are created, watched in the list, steered by their address bar and read', async () => {
    const page = await testBrowser.signedIn('/browsers')
    await page.getByRole('heading', { name: 'Browsers', level: 1 }).waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('Start URL').fill(`${site.url}/login`)
    await page.getByRole('dialog').getByLabel('Driver').selectOption('chromium')
    await page.getByLabel('Recording').selectOption('images')
    await page.getByLabel('Allowed hosts').fill('shop_1!')
    await page.getByRole('dialog').getByRole('button', { name: 'Create session' }).click()
    await page.getByText('must be a host name').waitFor()
    await page.getByLabel('Allowed hosts').fill('127.0.0.1')
    await page.getByRole('dialog').getByRole('button', { name: 'Create session' }).click()
    await page.waitForURL(/browsers\/sessions\//)
    sessionId = new URL(page.url()).pathname.split('/').at(-1)!
    await eventuallyMatches(() => status(page).textContent(), /Live/)
    await page.getByRole('log').getByText(`goto ${site.url}/login`).waitFor()
    await page.getByLabel('URL').fill(site.url)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Read page' }).click()
    await page.getByLabel('Content of the page').getByText('button "Sign in"').waitFor()
    const recording = page.getByRole('region', { name: 'Recording' })
    await recording.getByText('1 / 3').waitFor()
    await recording.getByRole('button', { name: 'Next image' }).click()
    await recording.getByRole('img', { name: `Page after: goto ${site.url}/`, exact: true }).waitFor()
    await isCleanInBothThemes(page)
    await page.getByRole('link', { name: 'Browsers' }).first().click()
    await page.locator('.browser-thumbnail[data-drawn]').waitFor()
  })

  it('are taken over with mouse and keyboard and returned, and offer what was downloaded', async () => {
    const page = await testBrowser.signedIn(`/browsers/sessions/${sessionId}`)
    await eventuallyMatches(() => status(page).textContent(), /Live/)
    const name = await placeOf(page, 'input[name=name]')
    await page.getByRole('button', { name: 'Take control' }).click()
    await eventuallyMatches(() => status(page).textContent(), /You are in control/)
    await page.getByText('Human in control').waitFor()
    await eventuallyEqual(() => page.getByRole('button', { name: 'Read page' }).isDisabled(), true)
    await page.locator('.browser-screen').click({ position: name })
    // Letters that are shortcuts of the dashboard go to the page.
    await page.keyboard.type('grace?')
    await page.keyboard.press('Enter')
    await eventuallyEqual(() => site.requests.includes('POST /login'), true)
    // After a reload the human is still in control, and on a phone all of it fits.
    await page.reload()
    await eventuallyMatches(() => status(page).textContent(), /You are in control/)
    await page.setViewportSize({ width: 390, height: 844 })
    await pageSatisfies(page, 'document.documentElement.scrollWidth <= innerWidth')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByLabel('URL').fill(`${site.url}/download`)
    await page.keyboard.press('Enter')
    await eventuallyEqual(() => page.getByLabel('URL').inputValue(), `${site.url}/download`)
    await page.getByRole('button', { name: 'Return control' }).click()
    await page.getByRole('log').getByText('Returned to the agent').waitFor()
    await eventuallyMatches(() => status(page).textContent(), /The agent is in control/)
    assert.doesNotMatch((await page.getByRole('log').textContent()) ?? '', /grace/)
    await stoa.post(actionsPath, {
      params: { sessionId },
      body: { actions: [{ type: 'click', selector: 'a' }] },
    })
    await page.getByRole('link', { name: 'report.txt' }).waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'Close session' }).click()
    await page.getByText(/^Completed/).waitFor()
    await page.getByRole('link', { name: 'report.txt' }).click()
    await page.getByRole('heading', { name: 'report.txt' }).waitFor()
  })
})

describe('browser profiles', () => {
  it('are created for an end user, opened in a session, and deleted', async () => {
    const page = await testBrowser.signedIn('/browsers/profiles')
    await page.getByRole('button', { name: 'Create profile' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('shop')
    await page.getByLabel('End user').fill('alice')
    await page.getByRole('dialog').getByRole('button', { name: 'Create profile' }).click()
    const row = page.getByRole('row').filter({ hasText: 'shop' })
    await row.getByText('alice').waitFor()
    await page.getByRole('button', { name: 'Actions for profile shop' }).click()
    await page.getByRole('menuitem', { name: 'Open in a session' }).click()
    await page.getByText('The session belongs to alice').waitFor()
    await page.getByRole('dialog').getByLabel('Driver').selectOption('http')
    await page.getByRole('dialog').getByRole('button', { name: 'Create session' }).click()
    await page.getByText('The HTTP driver has no images').waitFor()
    await page.goto(`${baseUrl}/browsers/profiles`)
    await row.getByRole('link', { name: /^session/ }).waitFor()
    await page.getByRole('button', { name: 'Actions for profile shop' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete profile' }).click()
    await page.getByRole('alert').getByText('profile_in_use').waitFor()
    const [open] = await stoa.get('/api/v1/browser/sessions', { query: { status: 'running' } })
    await stoa.post('/api/v1/browser/sessions/{sessionId}/close', { params: { sessionId: open!.id } })
    await page.getByRole('button', { name: 'Delete profile' }).click()
    await page.getByText('No profiles yet').waitFor()
  })
})
