import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { inLongRun } from '../../../../server/test/size.ts'
import { openTestBrowser, pageSatisfies } from '../../harness/browser.ts'
import { eventuallyEqual, isCleanInBothThemes } from '../../harness/expect.ts'

const phone = { width: 390, height: 844 }
const headerHeight = `document.querySelector('.page-actions').getBoundingClientRect().height`

const more = (page: Page) => page.getByRole('button', { name: 'More actions' })

describe('the header of a page on a phone', () => {
  const testBrowser = openTestBrowser()

  it('has the main action beside the title, and all others in one menu', async () => {
    const page = await testBrowser.signedIn('/keys')
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: 'Create key' }).waitFor()
    await pageSatisfies(page, `${headerHeight} < 40`)
    await pageSatisfies(
      page,
      `document.querySelector('.page-actions').getBoundingClientRect().top < document.querySelector('h1').getBoundingClientRect().bottom`,
    )
    const api = page.getByRole('button', { name: 'API', exact: true })
    await eventuallyEqual(() => api.isVisible(), false)
    await more(page).click()
    await isCleanInBothThemes(page)
    await page.keyboard.press('Escape')
    await eventuallyEqual(() => api.isVisible(), false)
    await more(page).click()
    await page.getByRole('heading', { level: 1 }).click()
    await eventuallyEqual(() => api.isVisible(), false)
    await more(page).click()
    await api.click()
    await page.getByRole('dialog').waitFor()
    await eventuallyEqual(() => api.isVisible(), false)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // The focus is back where the menu was opened.
    await eventuallyEqual(() => more(page).evaluate((button) => button === document.activeElement), true)
    // The key for it presses what is in sight.
    await page.keyboard.press('c')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).waitFor()
  })

  it('has no menu where the main action is the only one', inLongRun, async () => {
    const page = await testBrowser.signedIn('/settings/members')
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: 'Invite member' }).waitFor()
    await eventuallyEqual(() => more(page).isVisible(), false)
    await page.getByRole('button', { name: 'Invite member' }).click()
    await page.getByRole('dialog').getByLabel('Email').waitFor()
    await eventuallyEqual(() => more(page).isVisible(), false)
  })

  it(
    'opens the dialogs of an object from that menu, and shows what is in the menu of its row elsewhere',
    inLongRun,
    async () => {
      const page = await testBrowser.signedIn('/keys?q=reporting')
      await page.setViewportSize(phone)
      await page.locator('[data-row-link]').first().click()
      await page.getByRole('heading', { level: 1, name: 'reporting' }).waitFor()
      await more(page).click()
      for (const name of ['Rotate', 'Revoke']) await page.getByRole('button', { name, exact: true }).waitFor()
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').waitFor()
      assert.ok(await dialog.getByRole('button', { name: /^Save/ }).isVisible())
      // A phone that is turned is as wide as a small window; what was typed stays.
      await dialog.getByLabel('Name').fill('turned')
      await page.setViewportSize({ width: 844, height: 390 })
      await page.getByRole('button', { name: 'More actions' }).waitFor({ state: 'detached' })
      assert.equal(await dialog.getByLabel('Name').inputValue(), 'turned')
      await page.setViewportSize(phone)
      assert.equal(await dialog.getByLabel('Name').inputValue(), 'turned')
      await page.keyboard.press('Escape')
      await page.goto(new URL('/knowledge', page.url()).href)
      await page.getByRole('link', { name: /Support handbook/ }).click()
      await page.getByRole('heading', { level: 1, name: 'Support handbook' }).waitFor()
      await more(page).click()
      await page.getByRole('button', { name: /^Delete/ }).click()
      await dialog
        .getByText(/Support handbook/)
        .first()
        .waitFor()
    },
  )
})
