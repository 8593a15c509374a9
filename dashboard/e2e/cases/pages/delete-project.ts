import { describe, it } from 'node:test'
import { baseUrl, openTestBrowser } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual } from '../../harness/expect.ts'

const testBrowser = openTestBrowser()

describe('a project', () => {
  it('is created, renamed, and deleted after its name was typed', async () => {
    const page = await testBrowser.signedIn()
    await page.getByRole('button', { name: /^Project .*: switch$/ }).click()
    await page.getByRole('menuitem', { name: 'Create project' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Short-lived')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Project Short-lived: switch' }).waitFor()
    await page.goto(`${baseUrl}/settings`)
    await page.getByLabel('Name', { exact: true }).fill('Renamed')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Project Renamed: switch' }).waitFor()

    await page.getByRole('button', { name: 'Delete project' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('End users').waitFor()
    await eventuallyAccessible(page)
    const confirm = dialog.getByRole('button', { name: 'Delete permanently' })
    await dialog.getByLabel('Type "Renamed" to confirm').fill('Default')
    await eventuallyEqual(() => confirm.isDisabled(), true)
    await dialog.getByLabel('Type "Renamed" to confirm').fill('Renamed')
    await page.keyboard.press('Enter')
    await page.getByText('"Renamed" deleted').waitFor()
    await page.getByRole('button', { name: 'Project Default: switch' }).click()
    await page.getByRole('menuitem', { name: /Default/ }).waitFor()
    await eventuallyEqual(() => page.getByRole('menuitem', { name: /Renamed/ }).count(), 0)
  })
})
