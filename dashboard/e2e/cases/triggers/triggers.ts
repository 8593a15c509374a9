import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { apiKey, baseUrl, openTestBrowser } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual, isCleanInBothThemes } from '../../harness/expect.ts'
import { saveSecret } from '../../harness/save-secret.ts'
import { createWorkflow } from '../../seed/seed-workflows.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()

describe('triggers', () => {
  before(async () => {
    const id = await createWorkflow(stoa, 'Triggered')
    await stoa.patch('/api/v1/workflow/manager/activeStatus/{id}', {
      params: { id },
      body: { activeStatus: true },
    })
  })

  it('of schedules show their next runs while they are typed, and are tested, disabled and deleted', async () => {
    const page = await testBrowser.signedIn('/triggers')
    await page.getByText('No triggers yet').waitFor()
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Cron expression' }).fill('0 9 31 2 *')
    await dialog.getByText(/never matches/).waitFor()
    await dialog.getByLabel('Repeat').selectOption('0 9 * * 1-5')
    await dialog.getByRole('heading', { name: 'At 09:00 on Monday to Friday' }).waitFor()
    await eventuallyEqual(() => dialog.locator('.schedule-preview li').count(), 5)
    await dialog.getByRole('combobox', { name: 'Starts' }).fill('Trigg')
    await dialog.getByRole('option', { name: 'Triggered' }).click()
    await dialog.getByLabel('Name').fill('Every morning')
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Create trigger' }).click()
    await page.getByRole('heading', { name: 'Every morning', level: 1 }).waitFor()
    await page.getByText('No time has come yet').waitFor()

    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByRole('button', { name: 'Start test' }).click()
    await dialog.getByRole('link', { name: 'Open the execution' }).waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    const log = page.getByRole('table', { name: 'Invocations' })
    await log.getByRole('button', { name: /test/ }).click()
    await dialog.getByText('"scheduledAt"').waitFor()
    await dialog.getByRole('button', { name: 'Replay' }).click()
    await log.getByText('replay').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await isCleanInBothThemes(page)

    await page.getByRole('switch').click()
    await page.getByText('Every morning disabled').waitFor()
    await page.getByRole('button', { name: 'Actions for Every morning' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete trigger' }).click()
    await page.getByText('No triggers yet').waitFor()
  })

  it('of webhooks show a secret once and a request to copy, which starts the workflow', async () => {
    const page = await testBrowser.signedIn('/triggers?new=webhook')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Signature', { exact: true }).selectOption('github')
    await dialog.getByRole('combobox', { name: 'Starts' }).fill('Trigg')
    await dialog.getByRole('option', { name: 'Triggered' }).click()
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Create trigger' }).click()
    const secret = await saveSecret(page)
    assert.ok(secret.length >= 16)
    await page.getByRole('heading', { name: 'Webhook', level: 1 }).waitFor()
    await page.getByText('X-Hub-Signature-256: sha256=').waitFor()
    await page.getByText('Waiting for the first invocation').waitFor()

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await dialog.getByLabel('Signature', { exact: true }).selectOption('none')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Requests are not signed').waitFor()
    const [trigger] = await stoa.get('/api/v1/trigger_instances/active', { query: {} })
    const sent = await fetch(trigger!.webhookUrl!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada' }),
    })
    assert.equal(sent.status, 202)
    const log = page.getByRole('table', { name: 'Invocations' })
    await log.getByText('Completed').waitFor()
    await log.getByRole('link').click()
    await page.getByText('Hello Ada').first().waitFor()
  })

  it('are nodes before the start of a workflow: added, changed, disabled and deleted there, also with the keyboard', async () => {
    const id = await createWorkflow(stoa, 'Started by')
    const page = await testBrowser.signedIn(`/workflows/${id}`)
    await page.locator('.react-flow__node[data-id="start"]').focus()
    await page.keyboard.press('t')
    const dialog = page.getByRole('dialog', { name: 'Add a trigger to Started by' })
    await dialog.getByLabel('Name').fill('Each weekday')
    await dialog.getByRole('button', { name: 'Create trigger' }).click()
    const card = page.locator('.react-flow__node-trigger', { hasText: 'Each weekday' })
    await card.getByText(/^Next in/).waitFor()
    const panel = page.getByRole('region', { name: 'Each weekday, Schedule trigger' })
    await panel.getByLabel('Cron expression').fill('30 7 * * *')
    // Another change, of the state alone, is no conflict with what was typed.
    await panel.getByRole('switch').click()
    await page.getByText('Each weekday disabled').waitFor()
    await card.locator('[data-off]').waitFor()
    await panel.getByRole('button', { name: 'Save trigger' }).click()
    await page.getByText('Trigger saved').waitFor()
    await isCleanInBothThemes(page)
    const [saved] = await stoa.get('/api/v1/trigger_instances/active', {
      query: { workflowId: id, showDisabled: true },
    })
    assert.equal(saved!.triggerConfig.expression, '30 7 * * *')
    assert.equal(saved!.status, 'disabled')
    // It is beside the graph: neither saved nor copied with it.
    const { graph } = await stoa.get('/api/v1/workflow/manager/detail/{id}', { params: { id } })
    assert.ok(graph!.nodes.every(({ type }) => (type as string) !== 'trigger'))

    await panel.getByRole('button', { name: 'Close' }).click()
    await panel.waitFor({ state: 'detached' })
    await card.focus()
    await page.keyboard.press('Enter')
    await panel.waitFor()
    await card.focus()
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Delete trigger' }).click()
    await card.waitFor({ state: 'detached' })
    await panel.waitFor({ state: 'detached' })
  })

  it('are all paused by an admin, with a banner until they are resumed', async () => {
    const page = await testBrowser.signedIn('/triggers')
    await page.getByRole('button', { name: 'Pause all' }).click()
    await page.getByLabel('Reason').fill('Unexpected charges')
    await page.getByRole('button', { name: 'Pause all triggers' }).click()
    const banner = page.getByText('All triggers of this project are paused')
    await banner.waitFor()
    await isCleanInBothThemes(page)
    await page.getByRole('button', { name: 'Resume triggers' }).click()
    await banner.waitFor({ state: 'detached' })
  })
})
