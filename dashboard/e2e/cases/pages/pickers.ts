import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { openTestBrowser, testServer } from '../../harness/browser.ts'
import { goTo } from '../../harness/check-pages.ts'
import { eventuallyAccessible, eventuallyEqual } from '../../harness/expect.ts'

const stoa = createStoa(testServer)

describe('days and choices', () => {
  const testBrowser = openTestBrowser()

  it('are chosen with the keys alone, and cleared', async () => {
    const page = await testBrowser.signedIn('/audit?from=2026-03-31')
    const opener = page.getByRole('button', { name: 'Open calendar: Created from' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const calendar = page.getByRole('dialog', { name: 'Created from' })
    await eventuallyEqual(() => calendar.locator(':focus').getAttribute('data-day'), '2026-03-31')
    await eventuallyAccessible(page)
    // A month that has no 31st, and from there to the day before.
    await page.keyboard.press('PageUp')
    await calendar.getByText('February 2026').waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.waitForURL(/from=2026-02-27/)
    await eventuallyEqual(
      () => opener.evaluate('document.activeElement.ariaLabel'),
      'Open calendar: Created from',
    )
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await calendar.waitFor({ state: 'detached' })
    await opener.click()
    await calendar.getByRole('button', { name: 'Clear' }).click()
    await page.waitForURL((url) => !url.searchParams.has('from'))
    await eventuallyEqual(() => page.getByLabel('Created from', { exact: true }).inputValue(), '')
    // A choice, with the keys of every select.
    const actor = page.getByLabel('Actor')
    await actor.focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/actor=session/)
  })

  it('are times of the chosen time zone, and what is no day is refused beside its field', async () => {
    const page = await testBrowser.signedIn('/')
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await page.evaluate("history.pushState({}, '', '/keys?new=1')")
    const dialog = page.getByRole('dialog', { name: 'Create an API key' })
    await dialog.getByLabel('Name').fill('For a while')
    const day = dialog.getByLabel('Expires', { exact: true })
    await day.fill('31.12.2031')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Enter a day as 2026-01-31').waitFor()
    await day.fill('2031-12-31')
    await dialog.getByLabel('Expires: time').fill('09:30')
    await dialog.getByText('Time zone: Asia/Tokyo').waitFor()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('I saved it').waitFor()
    const { data } = await stoa.page('/api/v1/api-keys', { query: { q: 'For a while' } })
    assert.equal(data[0]?.expiresAt, '2031-12-31T00:30:00.000Z')
    await page.getByLabel('I saved it').check()
    await page.getByRole('button', { name: 'Done' }).click()
    // Today begins at midnight in Tokyo, nine hours before that of UTC.
    await goTo(page, '/audit', 'Audit log')
    const sent = page.waitForRequest(/audit-log\?.*from=\d{4}-\d\d-\d\dT15%3A00/)
    await page.getByLabel('Created: range').selectOption('Today')
    await sent
    await page.locator('[data-row-link]').first().waitFor()
  })
})
