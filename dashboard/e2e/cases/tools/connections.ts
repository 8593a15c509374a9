import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { apiKey, baseUrl, openTestBrowser, settled } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual, isCleanInBothThemes } from '../../harness/expect.ts'

const stoa = createStoa({ baseUrl, apiKey, headers: { 'x-act-across-users': 'true' } })
const testBrowser = openTestBrowser()

/** Follows the link as an end user would, in a new tab. */
async function agree(page: Page): Promise<void> {
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Open connect page' }).click(),
  ])
  await tab.getByRole('button', { name: /Continue|Connect/ }).click()
  await tab.getByRole('link', { name: 'Allow' }).click()
  await tab
    .getByText(/connected/i)
    .first()
    .waitFor()
  await tab.close()
}

describe('connected accounts', () => {
  it('are connected by a link, followed live, tested, renewed, used, disabled and deleted with a receipt', async () => {
    const page = await testBrowser.signedIn('/tools/demo_whoami')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: 'Connect an account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Account name').fill('Ada at the demo')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByText('Waiting for consent').waitFor()
    await eventuallyAccessible(page)
    await agree(page)
    await dialog.getByText('Connected: Ada at the demo').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByLabel('Result as a tree').getByText('username').waitFor()
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await page.getByRole('heading', { name: 'Ada at the demo' }).waitFor()
    await page.getByRole('link', { name: 'demo_whoami' }).first().waitFor()

    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await dialog.getByText(/accepted the credentials/).waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    const menu = page.getByRole('button', { name: 'Actions for Ada at the demo' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Refresh token' }).click()
    await page.getByText('Token of Ada at the demo refreshed').waitFor()
    await page.getByRole('button', { name: 'Reconnect' }).click()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByText('Waiting for consent').waitFor()
    await agree(page)
    await dialog.getByText('Connected: Ada at the demo').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await page.getByText('Disabled', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Active', { exact: true }).waitFor()
    await isCleanInBothThemes(page)
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByText('Will be revoked').waitFor()
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await dialog.getByText('Access at the service revoked').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Connected accounts', level: 1 }).waitFor()
    await eventuallyEqual(
      () => stoa.get('/api/v1/connected_accounts', { query: { toolkitSlugs: 'demo' } }),
      [],
    )
  })

  it('are connected immediately with credentials, from the page of an end user, and shown there', async () => {
    const { id: userId } = (await stoa.get('/api/v1/external-users/username/{username}', {
      params: { username: 'eloise.m' },
    }))!
    const page = await testBrowser.signedIn(`/end-users/${userId}`)
    const card = page.getByRole('region', { name: 'Connected accounts' })
    await card.getByText('cannot act for this user yet').waitFor()
    await card.getByRole('button', { name: 'Connect' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Auth config').selectOption({ label: 'Weather station: Stations (API key)' })
    await eventuallyEqual(() => dialog.getByLabel('End user').inputValue(), 'eloise.m')
    await dialog.getByText('Enter credentials').click()
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await dialog.locator('.field-error').waitFor()
    await eventuallyAccessible(page)
    const secret = dialog.locator('input[type=password]')
    await secret.fill('a key that ends in 5566')
    await dialog.getByLabel('Account name').fill('Pier')
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    const row = card.getByRole('row', { name: /Pier/ })
    await row.getByText('Active').waitFor()
    await eventuallyEqual(() => page.getByText('5566').count(), 0)
    await row.getByRole('button', { name: 'Actions for Pier' }).click()
    await page.getByRole('menuitem', { name: 'Reconnect' }).click()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByText('Waiting for consent').waitFor()
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await row.getByRole('link').click()
    await page.getByText('5566').waitFor()
  })

  it('show their status, and are filtered by it', async () => {
    // A link is good for minutes only, so it is made now.
    const [config] = await stoa.get('/api/v1/auth_configs', { query: { toolkitSlug: 'weather' } })
    await stoa.as('dora').post('/api/v1/connected_accounts/link', { body: { authConfigId: config!.id } })
    const page = await testBrowser.signedIn('/connections')
    await page
      .getByRole('row', { name: /Lighthouse/ })
      .getByText('Disabled')
      .waitFor()
    await page.getByRole('row', { name: /dora/ }).getByText('Waiting for consent').waitFor()
    await page.getByLabel('State').selectOption('ACTIVE')
    await page.getByRole('row', { name: /Lighthouse/ }).waitFor({ state: 'detached' })
    await page
      .getByRole('row', { name: /Harbour/ })
      .getByText('Active')
      .waitFor()
  })
})

describe('auth configs', () => {
  it('are created with the fields of the service, edited, rotated, tested and deleted', async () => {
    const page = await testBrowser.signedIn('/auth-configs?new=1')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Search services').fill('trello')
    await dialog
      .getByRole('button', { name: /^TR Trello|^Trello/ })
      .first()
      .click()
    await dialog.getByLabel('Name', { exact: true }).fill('Our Trello')
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.goto(`${baseUrl}/auth-configs?new=1&toolkit=slack`)
    await dialog.getByText('Each auth config has its own redirect URI').waitFor()
    const [slack] = await stoa.get('/api/v1/auth_configs', { query: { toolkitSlug: 'slack' } })
    await page.goto(`${baseUrl}/auth-configs/${slack!.id}`)
    const redirectUri = page.getByLabel('Redirect URI')
    await redirectUri.waitFor()
    await eventuallyEqual(() => redirectUri.inputValue(), `${baseUrl}/oauth/callback/${slack!.id}`)

    await page.goto(`${baseUrl}/auth-configs?new=1&toolkit=demo`)
    await dialog.getByLabel('Auth scheme').selectOption('own OAUTH2')
    await dialog.getByLabel('Redirect URI').waitFor()
    await dialog.getByRole('button', { name: 'Create auth config' }).click()
    await dialog.locator('.field-error').first().waitFor()
    await dialog.getByLabel('Client ID').fill('a client of ours')
    await dialog.getByText('More settings').click()
    await dialog.getByLabel('Client secret').fill('a secret that ends in 7788')
    await dialog.getByLabel('Name', { exact: true }).fill('Our client')
    await dialog.getByRole('button', { name: 'Create auth config' }).click()
    await page.getByRole('heading', { name: 'Our client' }).waitFor()
    await page.getByText('7788').waitFor()
    await page.getByRole('button', { name: 'Rotate' }).click()
    await dialog.getByLabel('Client secret').fill('another secret ending in 9900')
    await dialog.getByRole('button', { name: 'Stage credentials' }).click()
    await page.getByText('9900').waitFor()
    await page.getByText('New credentials staged').waitFor()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await dialog
      .getByText(/passed|failed|skipped/)
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('All accounts have the required scopes').waitFor()
    await settled(page)
    await eventuallyAccessible(page)
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('No accounts are connected with this auth config').waitFor()
    await dialog.getByRole('button', { name: 'Delete auth config' }).click()
    await page.getByRole('heading', { name: 'Auth configs', level: 1 }).waitFor()
  })
})
