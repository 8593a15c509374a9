import { describe, it } from 'node:test'
import { openTestBrowser, settled } from '../../harness/browser.ts'
import { eventuallyAccessible, isCleanInBothThemes } from '../../harness/expect.ts'

const testBrowser = openTestBrowser()

describe('skills', () => {
  it('are written with a preview, edited as a new version, rolled back and deleted', async () => {
    const page = await testBrowser.signedIn('/skills')
    await settled(page)
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('weekly-report')
    await dialog
      .getByLabel('Description')
      .fill('Writes the weekly report. Use it when a report is requested.')
    await dialog
      .getByLabel('Instructions', { exact: true })
      .fill('# Weekly report\n\nRead **all** tables first.')
    await dialog.getByText('Preview', { exact: true }).click()
    await dialog.locator('strong', { hasText: 'all' }).waitFor()
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Create skill' }).click()
    await page.getByRole('heading', { name: 'weekly-report', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Instructions', { exact: true }).fill('See https://example.com/report first.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('https://example.com', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Roll back' }).click()
    await dialog.getByRole('button', { name: 'Roll back' }).click()
    await page.locator('strong', { hasText: 'all' }).waitFor()
    await isCleanInBothThemes(page)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete skill' }).click()
    await page.getByRole('heading', { name: 'Skills', level: 1 }).waitFor()
    await page.getByRole('link', { name: /weekly-report/ }).waitFor({ state: 'detached' })
  })

  it('of the catalogue are added, checked for updates and removed', async () => {
    const page = await testBrowser.signedIn('/skill-catalogue')
    const table = page.getByRole('table', { name: 'Catalogue' })
    await table.getByRole('button', { name: /^Add/ }).first().click()
    await table.getByRole('button', { name: /^Remove/ }).waitFor()
    await table
      .locator('tr', { has: page.getByRole('button', { name: /^Remove/ }) })
      .getByRole('link')
      .click()
    await page.getByRole('button', { name: 'Check for updates' }).click()
    await page.getByRole('dialog').getByText('Up to date.').waitFor()
    await eventuallyAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('button', { name: /^Add/ }).waitFor()
  })
})
