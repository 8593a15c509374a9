import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { apiKey, baseUrl, openTestBrowser } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual } from '../../harness/expect.ts'
import { saveSecret } from '../../harness/save-secret.ts'
import { openReceiver } from '../../harness/webhook-receiver.ts'

const stoa = createStoa({ baseUrl, apiKey })

describe('webhooks', () => {
  const testBrowser = openTestBrowser()
  const opening = openReceiver()
  after(async () => (await opening).close())

  it('are created with a secret that is shown once, tested, delivered, redelivered, rotated and deleted', async () => {
    const receiver = await opening
    const page = await testBrowser.signedIn('/webhooks')
    await page.getByText('No webhooks yet').waitFor()
    await page.keyboard.press('c')
    await page.getByRole('textbox', { name: 'URL' }).fill('not an address')
    await page.getByRole('dialog').getByRole('button', { name: 'Create webhook' }).click()
    await page.getByRole('dialog').locator('.field-error, [role="alert"]').first().waitFor()
    await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url)
    await page.getByRole('textbox', { name: 'Description' }).fill('CRM')
    await page.getByLabel('End user: all events').check()
    await page.getByLabel('End user deleted').uncheck()
    await eventuallyAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Create webhook' }).click()
    const secret = await saveSecret(page)
    const [webhook] = await stoa.get('/api/v1/webhooks')
    assert.deepEqual(webhook!.eventTypes, ['external_user.created', 'external_user.deactivated'])

    await page.getByRole('link', { name: receiver.url }).click()
    await page.getByText('Waiting for the first event').waitFor()
    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByRole('dialog').getByText('Delivered', { exact: true }).waitFor()
    await page.getByRole('dialog').getByText('thank you').waitFor()
    assert.equal((await receiver.verified(secret)).length, receiver.received.length)
    await page.getByRole('button', { name: 'Done' }).click()

    receiver.respondWith(410)
    await stoa.post('/api/v1/external-users', { body: { name: 'published' } })
    const deliveries = page.getByRole('table', { name: 'Deliveries' })
    await deliveries.getByText('Failed').waitFor()
    await page.getByText('Disabled automatically').waitFor()
    receiver.respondWith(200)
    await page.getByRole('switch').click()
    await page.getByText('Webhook enabled', { exact: true }).waitFor()
    await page.getByLabel('State', { exact: true }).selectOption('failed')
    await page.getByText('1 delivery', { exact: true }).waitFor()
    await deliveries.getByRole('button', { name: 'End user created external_user.created' }).click()
    const dialog = page.getByRole('dialog', { name: 'End user created' })
    await dialog.getByRole('button', { name: 'Copy event type' }).waitFor()
    await dialog.getByText('"published"').waitFor()
    await dialog.locator('.attempts summary').click()
    await dialog.getByText('out of order').waitFor()
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Redeliver' }).click()
    await dialog.getByText(/^Delivered/).waitFor()
    await eventuallyEqual(() => dialog.locator('.attempts li').count(), 2)
    await dialog.getByRole('button', { name: 'Done' }).click()

    const menu = page.getByRole('button', { name: `Actions for ${receiver.url}` })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Rotate secret' }).click()
    await page.getByRole('button', { name: 'Rotate secret' }).click()
    assert.notEqual(await saveSecret(page), secret)
    await page.getByText('Previous secret valid until').waitFor()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByText('No webhooks yet').waitFor()
  })
})

describe('events', () => {
  const testBrowser = openTestBrowser()

  it('show as they happen; a pause misses nothing', async () => {
    const page = await testBrowser.signedIn('/events')
    await page.getByText('Live', { exact: true }).waitFor()
    const add = (name: string) => stoa.post('/api/v1/external-users', { body: { name } })
    const table = page.getByRole('table', { name: 'Events' })
    const summary = (name: string) => table.locator('.event-data:not(.event-narrow *)').getByText(name)
    await add('seen-live')
    await summary('seen-live').waitFor()
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByText('Paused', { exact: true }).waitFor()
    await add('seen-later')
    await page.getByRole('button', { name: 'Resume', exact: true }).click()
    await summary('seen-later').waitFor()
    await eventuallyEqual(() => summary('seen-live').count(), 1)

    await page.getByLabel('Type').selectOption('api_key.*')
    await page.waitForURL(/types=api_key\.\*/)
    await page.getByText('Live', { exact: true }).waitFor()
    await table.getByText('external_user.created').first().waitFor({ state: 'detached' })
    await table.getByRole('button', { name: 'API key revoked' }).first().click()
    await page
      .getByRole('dialog', { name: 'API key revoked' })
      .getByRole('button', { name: 'Copy event type' })
      .waitFor()
    await page.getByRole('dialog').getByText('"api_key.revoked"').waitFor()
    await eventuallyAccessible(page)
  })
})
