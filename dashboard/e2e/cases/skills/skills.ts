import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { inLongRun } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, dataDir, openTestBrowser, settled } from '../../harness/browser.ts'
import { eventuallyAccessible, isCleanInBothThemes } from '../../harness/expect.ts'
import { writeSkill } from '../../harness/operator-files.ts'

const stoa = createStoa({ baseUrl, apiKey })
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
    // Others may be in the library already.
    const add = table.getByRole('button', { name: /^Add/ }).first()
    const name = (await add.textContent())!.replace(/^Add\s+/, '')
    await add.click()
    const remove = page.getByRole('button', { name: `Remove ${name}` })
    await table.locator('tr', { has: remove }).getByRole('link').click()
    await page.getByRole('button', { name: 'Check for updates' }).click()
    await page.getByRole('dialog').getByText('Up to date.').waitFor()
    await eventuallyAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('button', { name: /^Add/ }).waitFor()
  })

  it('are uploaded as packages', async () => {
    const made = await stoa.post('/api/v1/skills/create', {
      body: { name: 'to-upload', description: 'Is uploaded. Use it in a test.', instructions: 'Read it.' },
    })
    const params = { id: made.id }
    const content = '/api/v1/skills/{id}/versions/{v}/content'
    const archive = await stoa.download(content, { params: { ...params, v: 'latest' } })
    const buffer = Buffer.from(await archive.arrayBuffer())
    await stoa.delete('/api/v1/skills/delete/{id}', { params })
    const page = await testBrowser.signedIn('/skills')
    await page.getByRole('button', { name: 'Upload' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Upload skill' }).click()
    await dialog.getByText('Select a zip file first').waitFor()
    await dialog
      .getByLabel('Drop a zip here')
      .setInputFiles({ name: 'to-upload.zip', mimeType: 'application/zip', buffer })
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Upload skill' }).click()
    await page.getByRole('heading', { name: 'to-upload', level: 1 }).waitFor()
  })

  it('of a registry are searched for and installed, and show the changed lines of an update that waits for approval', async () => {
    const page = await testBrowser.signedIn('/skill-catalogue')
    await page.getByLabel('Search the registries').fill('release')
    const results = page.getByRole('list', { name: 'Skills of registries' })
    await eventuallyAccessible(page)
    await results.getByRole('button', { name: 'Install release-notes' }).click()
    await page.getByRole('heading', { name: 'release-notes', level: 1 }).waitFor()
    await writeSkill(dataDir, '# Release notes\n\nRead the commits at https://example.com/log.\n\nBe brief.')
    await page.getByRole('button', { name: 'Check for updates' }).click()
    const diff = page.getByRole('region', { name: 'Changed lines' })
    await diff.getByText('Read the commits at https://example.com/log.').waitFor()
    await page.getByRole('dialog').getByText('references/style.md').click()
    await diff
      .getByText(/Style of \d+ characters/)
      .first()
      .waitFor()
    await eventuallyAccessible(page)
    await isCleanInBothThemes(page)
    await page.getByRole('button', { name: 'Approve update' }).click()
    await page.getByText('https://example.com', { exact: true }).waitFor()
  })

  it('of a repository that has several are shown to choose from when it is imported', inLongRun, async () => {
    const page = await testBrowser.signedIn('/skills?new=import')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Repository').fill('https://github.com/acme/skills')
    await dialog.getByRole('button', { name: 'Import skill' }).click()
    const found = dialog.getByRole('list', { name: 'Skills of acme/skills' })
    await found.getByText('Prepares a standup. Use it before one.').waitFor()
    await isCleanInBothThemes(page)
    await found.getByRole('button', { name: 'Install retrospective' }).click()
    await page.getByRole('heading', { name: 'retrospective', level: 1 }).waitFor()
  })
})
