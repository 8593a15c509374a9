import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { createStoa, isStoaError } from '@stoa/sdk'
import { apiKey, baseUrl, openTestBrowser } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual } from '../../harness/expect.ts'
import { saveSecret } from '../../harness/save-secret.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()

describe('API keys', () => {
  it('are created with limits, shown once, rotated with an overlap and revoked', async () => {
    const page = await testBrowser.signedIn('/keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name', { exact: true }).fill('from the dashboard')
    const scopes = page.getByRole('group', { name: 'End users' })
    await scopes.getByLabel('View end users and export their data external-users:read').check()
    await page.getByLabel('Allowed IP addresses').fill('not an address')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.locator('.field-error').waitFor()
    await page.getByLabel('Allowed IP addresses').fill('127.0.0.0/8')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    const first = await saveSecret(page)
    const client = createStoa({ baseUrl, apiKey: first })
    await client.get('/api/v1/external-users')

    await page.getByRole('button', { name: 'Actions for from the dashboard' }).click()
    await page.getByRole('menuitem', { name: 'Rotate' }).click()
    await page.getByLabel('Keep the previous value valid for').selectOption('3600')
    await page.getByRole('button', { name: 'Rotate key' }).click()
    const second = await saveSecret(page)
    assert.notEqual(second, first)
    await client.get('/api/v1/external-users')
    await page.getByText('Rotating').waitFor()

    await page.getByRole('link', { name: 'from the dashboard' }).click()
    await page.getByLabel('Path').fill('/api/v1/api-keys')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('Denied').waitFor()
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('Revoked', { exact: true }).first().waitFor()
    await assert.rejects(
      client.get('/api/v1/external-users'),
      (error) => isStoaError(error) && error.status === 401,
    )
  })

  it('are held to the rules of the server: the last admin key stays', async () => {
    const page = await testBrowser.signedIn()
    await page.getByRole('button', { name: 'Project Default: switch' }).click()
    await page.getByRole('menuitem', { name: 'Second project' }).click()
    await page.goto(`${baseUrl}/keys`)
    await page.getByRole('button', { name: 'Actions for First key' }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByRole('alert').getByText('last_admin_key').waitFor()
  })
})

describe('end users', () => {
  it('are added, edited, deactivated and activated again by undo', async () => {
    const page = await testBrowser.signedIn('/end-users?new=1')
    await page.getByLabel('Name', { exact: true }).fill('zoe')
    await page.getByRole('dialog').getByRole('button', { name: 'Add end user' }).click()
    await page.getByRole('heading', { name: 'zoe' }).waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Summary').fill('Prefers short answers')
    await page.getByLabel('Metadata').fill('{"plan": "pro"')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The metadata is not JSON').waitFor()
    await page.getByLabel('Metadata').fill('{"plan": "pro"}')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('Prefers short answers').waitFor()
    const { id, metadata } = (await find('zoe'))!
    assert.equal(metadata.plan, 'pro')

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    await page.getByText('Inactive', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    // Users seen a moment ago are online as well.
    await page.getByText(/^(Active|Online)$/).waitFor()
    await eventuallyEqual(
      async () => (await stoa.get('/api/v1/external-users/{id}', { params: { id } })).isActive,
      true,
    )
  })

  it('are merged, and erased with a receipt after their name was typed', async () => {
    const page = await testBrowser.signedIn()
    await stoa.post('/api/v1/external-users', { body: { name: 'twin' } })
    const { id } = (await find('twin'))!
    await page.goto(`${baseUrl}/end-users/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Merge' }).click()
    await page.getByLabel('Merge into (name)').fill('zoe')
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByRole('heading', { name: 'zoe' }).waitFor()

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Erase' }).click()
    const erase = page.getByRole('button', { name: 'Erase permanently' })
    await eventuallyEqual(() => erase.isDisabled(), true)
    await page.getByLabel('Type "zoe" to confirm').fill('zoe')
    await erase.click()
    await page.getByText('"signature"').waitFor()
    await eventuallyAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'End users' }).waitFor()
    await eventuallyEqual(() => find('zoe'), null)
  })

  it('are found by filters in the URL, sorted and paged', async () => {
    const page = await testBrowser.signedIn('/end-users')
    await page.getByLabel('Search by name').fill('visitor')
    await page.getByText('1–25 of 40').waitFor()
    await page.getByRole('button', { name: 'Name' }).click()
    await page.waitForURL(/sortBy=name/)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('26–40 of 40').waitFor()
    await eventuallyEqual(() => new URL(page.url()).search, '?q=visitor&sortBy=name&sortOrder=DESC&page=2')
    await page.reload()
    await page.getByText('26–40 of 40').waitFor()
    await page.getByLabel('Search by name').fill('nobody at all')
    await page.getByText('No results match these filters.').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  })

  it('return a token for their own browser', async () => {
    const page = await testBrowser.signedIn()
    const { id } = (await find('alice'))!
    await page.goto(`${baseUrl}/end-users/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Create token' }).click()
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByText(`curl ${baseUrl}/api/v1/external-users/${id} -H`).waitFor()
    const token = await saveSecret(page)
    const alice = await createStoa({ baseUrl, token }).get('/api/v1/external-users/{id}', { params: { id } })
    assert.equal(alice.name, 'alice')
  })

  const find = (username: string) =>
    stoa.get('/api/v1/external-users/username/{username}', {
      params: { username },
      query: { nullable: true },
    })
})

describe('models, settings, account', () => {
  it('switches a model off immediately and on again by undo', async () => {
    const page = await testBrowser.signedIn('/models?q=gpt-5&provider=openai')
    const toggle = page.getByRole('switch', { name: 'GPT-5: on', exact: true })
    await toggle.click()
    await page.getByText('GPT-5 disabled').waitFor()
    await eventuallyEqual(() => toggle.getAttribute('aria-checked'), 'false')
    const read = () => stoa.get('/api/v1/ai/models', { query: { q: 'gpt-5', provider: 'openai' } })
    const isActive = async () => (await read()).find(({ name }) => name === 'GPT-5')!.isActive
    await eventuallyEqual(isActive, false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('GPT-5 enabled').waitFor()
    await eventuallyEqual(isActive, true)
  })

  it('lists the models that can be called first, and says what the others need', async () => {
    const page = await testBrowser.signedIn('/models')
    const rows = page.getByRole('table', { name: 'Models' }).locator('tbody tr')
    await rows.first().getByText('Available').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'Needs key' }).first()
    await row.getByRole('link', { name: 'Needs key' }).click()
    await page.getByRole('heading', { name: 'Providers', level: 1 }).waitFor()
  })

  it('counts models on the overview without reading them all', async () => {
    const page = await testBrowser.signedIn('/settings')
    const read: string[] = []
    page.on('request', (request) => read.push(new URL(request.url()).pathname))
    await page.goto(baseUrl)
    const { chat } = await stoa.get('/api/v1/ai/models/summary')
    await page.getByRole('link', { name: new RegExp(`Available chat models.*${chat.available}`) }).waitFor()
    assert.ok(read.includes('/api/v1/ai/models/summary'))
    assert.ok(!read.includes('/api/v1/ai/models'), read.join('\n'))
  })

  it('saves settings, and the new name is in the switcher', async () => {
    const page = await testBrowser.signedIn('/settings')
    await page.getByLabel('Log retention (days)').fill('0')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.field-error').waitFor()
    await page.getByLabel('Log retention (days)').fill('90')
    await page.getByLabel('Name').fill('Production')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Project Production: switch' }).waitFor()
    await eventuallyEqual(async () => (await stoa.get('/api/v1/project')).retentionDays, 90)
    await stoa.patch('/api/v1/project', { body: { name: 'Default' } })
  })

  it('changes the password only with the current one', async () => {
    const page = await testBrowser.signedIn('/account')
    await page.getByLabel('Current password').fill('wrong password')
    await page.getByLabel('New password').fill('a longer password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The current password is wrong').waitFor()
  })

  it('exports what the filters of the audit log leave, as CSV and as JSONL', async () => {
    const page = await testBrowser.signedIn('/audit?q=api_key.created')
    const { total } = await stoa.page('/api/v1/audit-log', { query: { q: 'api_key.created', limit: 1 } })
    for (const [format, lines] of [
      ['CSV', total + 1],
      ['JSONL', total],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click()
      await eventuallyAccessible(page)
      const downloading = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: `Export as ${format}` }).click()
      const download = await downloading
      assert.equal(download.suggestedFilename(), `audit-log.${format.toLowerCase()}`)
      const text = await readFile(await download.path(), 'utf8')
      assert.equal(text.trim().split('\n').length, lines)
      assert.equal(text.match(/api_key\.created/g)?.length, total)
    }
  })

  it('shows an entry of the audit log with its details', async () => {
    const page = await testBrowser.signedIn('/audit?q=api_key.created')
    await page.getByRole('button', { name: 'api_key.created' }).first().click()
    await page.getByRole('dialog').getByText('"name"').waitFor()
  })
})
