import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { apiKey, baseUrl, openTestBrowser } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual } from '../../harness/expect.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()
const question = 'May the bell ring?'

describe('notifications', () => {
  it('appear by themselves, lead to what they are about, and are marked as read', async () => {
    const page = await testBrowser.signedIn('/keys')
    for (const text of [question, 'And once more?'])
      await stoa.post('/api/v1/tools/execute/{toolSlug}', {
        params: { toolSlug: 'human_ask' },
        body: { arguments: { question: text } },
      })
    const bell = page.getByRole('button', { name: /^Notifications: \d+ unread$/ })
    await bell.click()
    const dialog = page.getByRole('dialog', { name: 'Notifications' })
    await dialog.getByRole('link', { name: question }).waitFor()
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: `Mark as read: ${question}` }).press('Enter')
    await dialog.getByRole('button', { name: `Mark as read: ${question}` }).waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Mark all as read' }).click()
    await eventuallyEqual(() => dialog.getByRole('button', { name: /^Mark as read/ }).count(), 0)
    await dialog.getByRole('link', { name: question }).click()
    await page.waitForURL(/questions/)
    await page.getByText(question).first().waitFor()
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

    await page.setViewportSize({ width: 390, height: 800 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByRole('button', { name: 'Notifications', exact: true }).click()
    await dialog.getByRole('link', { name: question }).waitFor()
    await eventuallyAccessible(page)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= 390'), true)
  })
})
