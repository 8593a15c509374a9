import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { inLongRun } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, openTestBrowser } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual, isCleanInBothThemes } from '../../harness/expect.ts'

const testBrowser = openTestBrowser()

const heading = (page: Page, name: string, level = 1) => page.getByRole('heading', { name, level })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the guide' })

/** From the sidebar of the dashboard, to a page. */
async function openSignedIn(slug: string): Promise<Page> {
  const page = await testBrowser.signedIn('/')
  await page.getByRole('link', { name: 'Guide', exact: true }).click()
  await heading(page, 'Quickstart').waitFor()
  await page.goto(`${baseUrl}/guide/${slug}`)
  return page
}

describe('the guide', () => {
  it('is read without an account, in both themes and on a phone, with requests to this server alone', async () => {
    const page = await testBrowser.newPage()
    const others: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(baseUrl) && !request.url().startsWith('data:')) others.push(request.url())
    })
    await page.goto(`${baseUrl}/guide`)
    await heading(page, 'Quickstart').waitFor()
    await page.getByText(`curl '${baseUrl}/api/v1/users/profile'`).waitFor()
    await page.getByRole('link', { name: 'Sign in', exact: true }).first().waitFor()
    await isCleanInBothThemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await eventuallyEqual(() => page.evaluate('document.documentElement.scrollWidth'), 390)
    await page.getByRole('button', { name: 'Browse the guide' }).click()
    const drawer = page.getByRole('dialog', { name: 'Pages' })
    await eventuallyAccessible(page)
    await drawer.getByRole('link', { name: 'Knowledge' }).first().click()
    await heading(page, 'Knowledge').waitFor()
    await eventuallyEqual(() => page.getByRole('dialog').count(), 0)
    await eventuallyEqual(() => page.evaluate('document.documentElement.scrollWidth'), 390)
    assert.deepEqual(others, [])
  })

  it('is searched and walked through with the keyboard', async () => {
    const page = await testBrowser.newPage()
    await page.goto(`${baseUrl}/guide/tables`)
    await heading(page, 'Tables').waitFor()
    const open = page.getByRole('navigation', { name: 'Guide' }).locator('[aria-current=page]')
    await eventuallyEqual(() => open.allTextContents(), ['Tables'])
    await page.keyboard.press('/')
    await page.keyboard.type('nightly rep')
    const found = page
      .getByRole('navigation', { name: 'Guide' })
      .getByRole('link', { name: /nightly report/ })
    await found.first().waitFor()
    await eventuallyAccessible(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await heading(page, 'A nightly report from a table').waitFor()
    await search(page).fill('xylophones')
    await page.getByText('No page has these words.').waitFor()
    await search(page).press('Escape')
    await page.getByRole('link', { name: /^Next/ }).press('Enter')
    await heading(page, 'Run Python from an agent').waitFor()
    await page.getByRole('link', { name: 'tools of agents' }).press('Enter')
    await heading(page, 'Agents').waitFor()
    await eventuallyEqual(() => new URL(page.url()).hash, '#tools')
    await heading(page, 'Tools', 2).waitFor()
    await page.goto(`${baseUrl}/guide/nothing`)
    await heading(page, 'Page not found').waitFor()
  })

  it('runs its examples as the signed-in user, each with what the one before returned', async () => {
    const page = await openSignedIn('tables')
    await heading(page, 'Tables').waitFor()
    const run = page.getByRole('button', { name: 'Run' })
    assert.equal(await run.nth(1).isDisabled(), true)
    await page.getByText('Run the example above that returns collectionId first.').first().waitFor()
    await run.nth(0).press('Enter')
    await page.getByRole('region', { name: 'Response' }).getByText('"success": true').waitFor()
    await eventuallyEqual(() => page.getByText('COLLECTION_ID').count(), 0)
    await run.nth(1).press('Enter')
    await eventuallyEqual(() => page.getByRole('region', { name: 'Response' }).count(), 2)
    await run.nth(3).press('Enter')
    await page.getByRole('region', { name: 'Response' }).nth(2).getByText('"Write the guide"').waitFor()
    await isCleanInBothThemes(page)
  })

  it('leaves nothing behind, if one likes: the settings remove what its examples created', async () => {
    const stoa = createStoa({ baseUrl, apiKey })
    const name = 'Guide: first agent'
    await stoa.post('/api/v1/workflow/manager/create', { body: { name, workflowType: 'agent' } })
    const toolkit = (slug: string, title: string) =>
      stoa.post('/api/v1/toolkits', { body: { slug, name: title, description: '', noAuth: true } })
    await toolkit('guide-web-1', 'Guide web')
    await toolkit('guide-tours', 'Guided tours')
    await stoa.post('/api/v1/table/collections', { body: { name: 'Guide tasks x1' } })
    await stoa.post('/api/v1/api-keys', { body: { name: 'Guide: reads tables', scopes: ['table:read'] } })
    const page = await testBrowser.signedIn('/settings')
    await page.getByRole('button', { name: 'Remove what the guide created' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(name).waitFor()
    await dialog.getByText('guide-web-1').waitFor()
    await dialog.getByText('Guide tasks x1').waitFor()
    await eventuallyAccessible(page)
    await eventuallyEqual(() => dialog.getByText('guide-tours').count(), 0)
    await dialog.getByRole('button', { name: /^Delete \d+ objects$/ }).press('Enter')
    await page.getByText(/\d+ objects deleted/).waitFor()
    await eventuallyEqual(() => page.getByText('Remove what the guide created').count(), 0)
    const left = await stoa.get('/api/v1/toolkits', { query: { q: 'guide-', limit: 100 } })
    assert.deepEqual(
      left.map(({ slug }) => slug).filter((slug) => slug.startsWith('guide-')),
      ['guide-tours'],
    )
  })

  it('shows a stream, and why a request was refused', inLongRun, async () => {
    const page = await openSignedIn('models')
    const run = page.getByRole('button', { name: 'Run' })
    await run.nth(2).click()
    await page
      .getByRole('region', { name: 'Response' })
      .getByText(/data: .*other/)
      .first()
      .waitFor()
    await page.route('**/api/v1/ai/models?limit=5', (route) => route.fulfill({ status: 503, body: '{}' }))
    await run.nth(0).click()
    await page.getByRole('alert').waitFor()
  })
})
