import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { inLongRun } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, openTestBrowser } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual } from '../../harness/expect.ts'
import { openReceiver } from '../../harness/webhook-receiver.ts'
import { failingGraph } from '../../seed/seed-workflows.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()
const opening = openReceiver()
after(async () => (await opening).close())

/** Selects the rows of the page, opens the dialog, confirms, and waits for the result. */
async function actOnAll(page: Page, button: string, confirm: string, typed?: string): Promise<void> {
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  if (typed) await dialog.getByRole('textbox').fill(typed)
  await dialog.getByRole('button', { name: confirm, exact: true }).click()
}

describe('several rows together', () => {
  it('end users are deactivated and erased; what fails is listed with its reason', async () => {
    const ids: string[] = []
    for (const name of ['bulk-1', 'bulk-2', 'bulk-3'])
      ids.push((await stoa.post('/api/v1/external-users', { body: { name } })).id)
    const page = await testBrowser.signedIn('/end-users?q=bulk-')
    const dialog = page.getByRole('dialog')
    await page.getByRole('link', { name: 'bulk-3' }).waitFor()
    await actOnAll(page, 'Deactivate', 'Deactivate')
    await dialog.getByText('3 succeeded').waitFor()
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Done' }).click()
    const params = { id: ids[0]! }
    await eventuallyEqual(
      async () => (await stoa.get('/api/v1/external-users/{id}', { params })).isActive,
      false,
    )

    await page.getByLabel('Select all on this page').check()
    await stoa.delete('/api/v1/external-users/{id}', { params })
    await page.getByRole('button', { name: 'Erase', exact: true }).click()
    const erase = dialog.getByRole('button', { name: 'Erase permanently' })
    await eventuallyEqual(() => erase.isDisabled(), true)
    await dialog.getByRole('textbox').fill('erase 3')
    await page.keyboard.press('Enter')
    await dialog.getByText('2 succeeded, 1 failed').waitFor()
    await dialog.getByRole('list', { name: 'Failures' }).getByText('bulk-1').waitFor()
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('No results match these filters.').waitFor()
  })

  it('tools run again with their logged inputs', inLongRun, async () => {
    const run = () =>
      stoa.post('/api/v1/tools/execute/{toolSlug}', {
        params: { toolSlug: 'math_calculate' },
        body: { arguments: { expression: '6 * 7' } },
      })
    await run()
    await run()
    const count = async () =>
      (await stoa.page('/api/v1/tools/execution-logs', { query: { q: 'math_calculate' } })).total
    const before = await count()
    const page = await testBrowser.signedIn('/tool-runs?q=math_calculate&state=true')
    await page.getByLabel('Started: range').selectOption('Last 7 days')
    await page.waitForURL(/from=\d{4}-\d\d-\d\d/)
    await page.getByRole('table', { name: 'Runs' }).getByText('math_calculate').first().waitFor()
    await actOnAll(page, 'Run again', 'Run again')
    await page
      .getByRole('dialog')
      .getByText(/^\d+ succeeded$/)
      .waitFor()
    assert.ok((await count()) >= before + 2)
  })

  it('executions are retried, and those that have ended are not cancelled', async () => {
    const path = '/api/v1/workflow/manager'
    const { id } = await stoa.post(`${path}/create`, { body: { name: 'Bulk', graph: failingGraph } })
    for (const input of [{ n: 1 }, { n: 2 }])
      await stoa.post(`${path}/execute/{id}`, {
        params: { id },
        body: { input, mode: 'production', allowWhenInactive: true },
      })
    const page = await testBrowser.signedIn(`/workflow-executions?q=Bulk&status=failed`)
    const rows = page.getByRole('table', { name: 'Executions' }).getByRole('row')
    await eventuallyEqual(() => rows.count(), 3)
    await actOnAll(page, 'Cancel', 'Cancel executions')
    await page.getByRole('dialog').getByRole('list', { name: 'Failures' }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await actOnAll(page, 'Retry', 'Retry')
    await page.getByRole('dialog').getByText('2 succeeded', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await eventuallyEqual(() => rows.count(), 5)
  })

  it('deliveries are sent again', inLongRun, async () => {
    const receiver = await opening
    const { id } = await stoa.post('/api/v1/webhooks', {
      body: { url: receiver.url, eventTypes: ['external_user.created'] },
    })
    const params = { id }
    for (let sent = 1; sent <= 2; sent++) {
      await stoa.post('/api/v1/webhooks/{id}/test', { params })
      await eventuallyEqual(() => receiver.received.length, sent)
    }
    const page = await testBrowser.signedIn(`/webhooks/${id}`)
    const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('row')
    await eventuallyEqual(() => rows.count(), 3)
    await actOnAll(page, 'Redeliver', 'Redeliver')
    await page.getByRole('dialog').getByText('2 succeeded', { exact: true }).waitFor()
    await eventuallyEqual(() => receiver.received.length, 4)
    await stoa.delete('/api/v1/webhooks/{id}', { params })
  })
})
