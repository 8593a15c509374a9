import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { inLongRun } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, openTestBrowser, settled } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual } from '../../harness/expect.ts'
import { createWorkflow } from '../../seed/seed-workflows.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()
const path = '/api/v1/workflow/manager/list'

const named = async (q: string) =>
  (await stoa.get(path, { query: { q } })).map(({ name, isActive }) => ({ name, isActive }))

describe('the lists of workflows and agents', () => {
  it('activate, export, duplicate and delete what is in a row', async () => {
    await createWorkflow(stoa, 'In a row')
    const page = await testBrowser.signedIn('/workflows?q=In+a+row')
    const menu = page.getByRole('button', { name: 'Actions for In a row', exact: true })
    const choose = async (name: string) => {
      await menu.click()
      await page.getByRole('menuitem', { name }).click()
    }
    await menu.click()
    await eventuallyAccessible(page)
    await page.keyboard.press('Escape')
    await choose('Activate')
    await page.getByRole('cell', { name: 'Active' }).waitFor()
    await choose('Deactivate')
    await page.getByRole('cell', { name: 'Inactive' }).waitFor()
    const downloads = page.waitForEvent('download')
    await choose('Export as JSON')
    assert.equal((await downloads).suggestedFilename(), 'In a row.json')
    await choose('Duplicate')
    await eventuallyEqual(() => page.locator('tbody tr').count(), 2)
    await choose('Delete…')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    // The focus is back in the row that it came from.
    await eventuallyEqual(() => menu.evaluate((button) => button === document.activeElement), true)
    await choose('Delete…')
    await dialog.getByRole('button', { name: 'Delete workflow' }).click()
    await menu.waitFor({ state: 'detached' })
    await settled(page)
    assert.equal((await named('In a row')).length, 1)
  })

  it('are where the way back leads from what was created, without the dialog', inLongRun, async () => {
    const page = await testBrowser.signedIn('/settings')
    for (const { list, name } of [
      { list: 'Workflows', name: 'Gone back from' },
      { list: 'Agents', name: 'Agent gone back from' },
    ]) {
      await page.getByRole('link', { name: list, exact: true }).first().click()
      await page.getByRole('heading', { name: list, level: 1 }).waitFor()
      await page.keyboard.press('c')
      await page.getByRole('dialog').getByLabel('Name').fill(name)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: list, level: 1 }).waitFor()
      await page.getByRole('link', { name, exact: true }).waitFor()
      assert.equal(new URL(page.url()).search, '')
      assert.equal(await page.getByRole('dialog').count(), 0)
    }
  })

  it('say why an agent cannot be activated, and leave it as it is', async () => {
    await stoa.post('/api/v1/workflow/manager/create', {
      body: {
        name: 'Without its tool',
        workflowType: 'agent',
        agent: { prompt: 'Work.', tools: { pinnedSlugs: ['no_such_tool'] } },
      },
    })
    const page = await testBrowser.signedIn('/agents?q=Without+its+tool')
    await page.getByRole('button', { name: 'Actions for Without its tool' }).click()
    await page.getByRole('menuitem', { name: 'Activate' }).click()
    const dialog = page.getByRole('dialog', { name: 'It cannot be activated yet' })
    await dialog
      .getByText(/no_such_tool/)
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    assert.deepEqual(await named('Without its tool'), [{ name: 'Without its tool', isActive: false }])
  })
})
