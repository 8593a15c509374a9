import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createStoa, type Trigger } from '@stoa/sdk'
import { inLongRun } from '../../../../server/test/size.ts'
import { hookCurl } from '../../../src/features/triggers/hook-curl.ts'
import { apiKey, baseUrl, eventually, openTestBrowser } from '../../harness/browser.ts'
import { openDatabaseService } from '../../harness/database-service.ts'
import { eventuallyAccessible, eventuallyEqual, isCleanInBothThemes } from '../../harness/expect.ts'
import { runShell } from '../../harness/run-shell.ts'
import { saveSecret } from '../../harness/save-secret.ts'
import { createWorkflow } from '../../seed/seed-workflows.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()

describe('triggers', () => {
  const activate = (id: string) =>
    stoa.patch('/api/v1/workflow/manager/activeStatus/{id}', {
      params: { id },
      body: { activeStatus: true },
    })
  const upsert = (slug: string, body: { name: string; workflowId?: string; triggerConfig: object }) =>
    stoa.post('/api/v1/trigger_instances/{slug}/upsert', {
      params: { slug },
      body: { ...body, triggerConfig: { ...body.triggerConfig } },
    })
  let inactive = ''
  let missing: Trigger
  before(async () => {
    await activate(await createWorkflow(stoa, 'Triggered'))
    inactive = await createWorkflow(stoa, 'Not active')
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
    await page.getByText('No scheduled time since the trigger was created').waitFor()

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
    // Its first time has come when the last of these tests needs it.
    missing = await upsert('cron', {
      name: 'Without effect',
      workflowId: inactive,
      triggerConfig: { expression: '* * * * *', input: { name: 'Ada' } },
    })
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
    await page.getByText('Waiting for the first invocation').waitFor()
    const log = page.getByRole('table', { name: 'Invocations' })
    const shown = page.locator('code', { hasText: 'X-Hub-Signature-256: sha256=' })
    const sent = await runShell((await shown.textContent())!, { WEBHOOK_SECRET: secret })
    const { invocationId } = JSON.parse(sent) as { invocationId: string }
    await log.getByRole('row').nth(1).waitFor()
    await log.getByText('Webhook').click()
    await dialog.getByText('"Hello"').waitFor()
    assert.ok(page.url().includes(invocationId))
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await dialog.getByLabel('Signature', { exact: true }).selectOption('none')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Requests are not signed').waitFor()
    const [trigger] = await stoa.get('/api/v1/trigger_instances/active', { query: {} })
    const accepted = await fetch(trigger!.webhookUrl!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada' }),
    })
    assert.equal(accepted.status, 202)
    const rows = () => log.locator('tbody tr').count()
    await eventuallyEqual(rows, 2)
    await page.getByLabel('Source').selectOption('cron')
    await page.getByText('No results').waitFor()
    await page.getByLabel('Source').selectOption('local_webhook')
    await eventuallyEqual(rows, 2)
    await page.getByLabel('State').selectOption('failed')
    await page.getByText('No results').waitFor()
    await page.getByLabel('State').selectOption('completed')
    await eventuallyEqual(rows, 2)
    await log.getByRole('link').first().click()
    await page.getByText('Hello Ada').first().waitFor()
  })

  it(
    'of webhooks are called by the request to copy, whichever signature they require',
    inLongRun,
    async () => {
      const secret = `whsec_${Buffer.from('a secret of 32 bytes, more or less').toString('base64')}`
      const hmac = {
        header: 'X-Signed',
        prefix: 'v1=',
        algorithm: 'sha512',
        encoding: 'base64',
        timestampHeader: 'X-At',
      }
      const configs = [
        ...['standard_webhooks', 'stripe', 'slack', 'shopify', 'hmac'].map((signature) => ({
          signature,
          secret,
        })),
        { signature: 'hmac', secret, hmac },
        { signature: 'none' },
      ]
      for (const [i, triggerConfig] of configs.entries()) {
        const trigger = await upsert('webhook', { name: `Signed ${i}`, triggerConfig })
        const response = await runShell(hookCurl(trigger), { WEBHOOK_SECRET: secret })
        assert.ok(response.includes('invocationId'), `${triggerConfig.signature}: ${response}`)
        await stoa.delete('/api/v1/trigger_instances/manage/{triggerId}', {
          params: { triggerId: trigger.triggerId },
        })
      }
    },
  )

  it('of toolkits are created with the fields of their event, which the service fills', async () => {
    const service = await openDatabaseService()
    try {
      const { id: configId } = await stoa.post('/api/v1/auth_configs', {
        body: {
          toolkit: { slug: 'baserow' },
          authConfig: { type: 'use_custom_auth', authScheme: 'API_KEY', credentials: {} },
        },
      })
      const val = { authType: 'jwt', apiUrl: service.url, email: 'ada@example.com', password: 'password' }
      await stoa.post('/api/v1/connected_accounts', {
        body: { authConfig: { id: configId }, connection: { state: { authScheme: 'API_KEY', val } } },
      })
      const page = await testBrowser.signedIn('/triggers?new=toolkit')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Search events of toolkits').fill('baserow_row_created')
      await dialog.getByRole('button', { name: /^baserow: New Row Fires/i }).click()
      await dialog.getByLabel('Table *').click()
      await page.getByRole('option', { name: 'Orders' }).click()
      await dialog.getByLabel('Name').fill('New orders')
      await eventuallyAccessible(page)
      await dialog.getByRole('button', { name: 'Create trigger' }).click()
      await page.getByRole('heading', { name: 'New orders', level: 1 }).waitFor()
      const [trigger] = await stoa.get('/api/v1/trigger_instances/active', { query: { source: 'toolkit' } })
      assert.ok(service.webhooks[0]!.includes('/table/5/'), service.webhooks[0])
      assert.ok(service.webhooks[0]!.includes(trigger!.webhookUrl!))
      await fetch(trigger!.webhookUrl!, {
        method: 'POST',
        body: JSON.stringify({ items: [{ id: 1 }, { id: 2 }] }),
      })
      const log = page.getByRole('table', { name: 'Invocations' })
      await eventuallyEqual(() => log.getByText('Completed').count(), 2)
      await page.getByRole('button', { name: 'Actions for New orders' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Delete trigger' }).click()
      await eventually(() => service.webhooks.length === 0, 'removed at the service')
    } finally {
      service.close()
    }
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
    // The open panel leaves so little room that the canvas is seen from afar, with names alone.
    await card.getByText(/^Next in/).waitFor({ state: 'attached' })
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

  it('show the times that were not started, and start them', inLongRun, async () => {
    const page = await testBrowser.signedIn(`/triggers/${missing.triggerId}`)
    // The first minute since its creation.
    await page.getByRole('list', { name: 'Gaps' }).waitFor({ timeout: 120_000 })
    await page.locator('.coverage-days [data-outcome=gap]').waitFor()
    await isCleanInBothThemes(page)
    await activate(inactive)
    await page.getByRole('button', { name: 'Backfill all gaps' }).click()
    await page.getByText(/times? started/).waitFor()
    await page.getByText(/Every scheduled time of the last/).waitFor()
    await page.getByRole('table', { name: 'Invocations' }).getByText('replay').first().waitFor()
  })
})
