import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { inLongRun } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, openTestBrowser, settled } from '../../harness/browser.ts'
import { checkPages } from '../../harness/check-pages.ts'
import { eventuallyAccessible, isCleanInBothThemes } from '../../harness/expect.ts'
import {
  approvalGraph,
  createWorkflow,
  execute,
  failingGraph,
  orderGraph,
} from '../../seed/seed-workflows.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()

describe('an execution on the canvas', () => {
  it('loads, has nothing that axe calls serious in either theme, and fits on a phone', async () => {
    const id = await createWorkflow(stoa, 'Orders', orderGraph)
    const items = [{ price: 4, count: 2 }]
    const executionId = await execute(stoa, id, { amount: 8, items }, 'completed')
    await checkPages(await testBrowser.signedIn('/'), [
      { path: `/workflows/${id}?execution=${executionId}`, heading: 'Orders' },
    ])
  })
})

describe('workflow executions', () => {
  it('are approved on a phone', async () => {
    const id = await createWorkflow(stoa, 'Approvals', approvalGraph)
    const executionId = await execute(stoa, id, { amount: 800 }, 'paused')
    const page = await testBrowser.signedIn('/proposals')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('link', { name: /Approve 800\?/ }).click()
    await page.getByRole('heading', { name: 'Execution of Approvals', level: 1 }).waitFor()
    await page.getByLabel('Cost center').fill('R&D')
    await eventuallyAccessible(page)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Completed', { exact: true }).first().waitFor()
    const { outputData } = await stoa.get('/api/v1/workflow/manager/executions/{id}', {
      params: { id: executionId },
    })
    assert.equal((outputData as { approved: boolean }).approved, true)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('show where they failed, and are retried and replayed', async () => {
    const id = await createWorkflow(stoa, 'Fails', failingGraph)
    const executionId = await execute(stoa, id, {}, 'failed')
    const page = await testBrowser.signedIn(`/workflow-executions/${executionId}`)
    await settled(page)
    await page.getByRole('alert').filter({ hasText: 'out of stock' }).first().waitFor()
    await page.getByRole('alert').getByText('in Check the stock').waitFor()
    await isCleanInBothThemes(page)
    await page.getByRole('button', { name: 'Replay' }).click()
    await page.getByRole('dialog').getByText('Same result').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Retry' }).click()
    await page
      .getByRole('menuitem', { name: /^With version/ })
      .first()
      .click()
    await page.getByText('Retry of').waitFor()
    await page.getByRole('button', { name: 'Show on the canvas' }).click()
    await page.locator('.node-card[data-status="failed"]').waitFor()
  })

  it('name their version, which can be compared and restored', inLongRun, async () => {
    const id = await createWorkflow(stoa, 'Versions')
    await stoa.patch('/api/v1/workflow/manager/update/{id}', {
      params: { id },
      body: { graph: failingGraph, note: 'Checks the stock' },
    })
    const page = await testBrowser.signedIn(`/workflows/${id}/versions`)
    await settled(page)
    await isCleanInBothThemes(page)
    await page.getByRole('button', { name: 'Changes in 1.0.1' }).click()
    await page.getByRole('region', { name: /Node Check the stock .* added/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: '1.0.0' }).click()
    await page.getByText('Version 1.0.0, read-only').waitFor()
    await page.locator('.react-flow__node').nth(2).waitFor()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Restored as 1.0.2').waitFor()
    await page.goto(`${baseUrl}/workflows/${id}/settings`)
    await settled(page)
    await isCleanInBothThemes(page)
  })

  it('say so when there are none, and when one is not there', inLongRun, async () => {
    const id = await createWorkflow(stoa, 'Never run')
    const page = await testBrowser.signedIn(`/workflows/${id}/executions`)
    await page.getByRole('heading', { name: 'No executions yet' }).waitFor()
    await page.goto(`${baseUrl}/workflow-executions/0199f1a0-0000-7000-8000-000000000001`)
    await page.getByRole('alert').getByText('execution_not_found').waitFor()
    await page.goto(`${baseUrl}/workflows/0199f1a0-0000-7000-8000-000000000001`)
    await page.getByRole('alert').getByText('workflow_not_found').waitFor()
  })
})
