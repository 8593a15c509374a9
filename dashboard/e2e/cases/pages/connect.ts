import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { apiKey, baseUrl, openTestBrowser } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual } from '../../harness/expect.ts'

const stoa = createStoa({ baseUrl, apiKey })

async function demoLink(): Promise<{ redirectUrl: string; connectedAccountId: string }> {
  const { id } = await stoa.post('/api/v1/auth_configs', {
    body: { toolkit: { slug: 'demo' }, authConfig: { type: 'use_provider_managed_auth' } },
  })
  return stoa.post('/api/v1/connected_accounts/link', { body: { authConfigId: id } })
}

const statusOf = async (id: string) =>
  (await stoa.get('/api/v1/connected_accounts/{id}', { params: { id } })).status

const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= innerWidth')

describe('the pages on which end users connect accounts', () => {
  const testBrowser = openTestBrowser()

  it('lead to the service and back without JavaScript', async () => {
    const { redirectUrl, connectedAccountId } = await demoLink()
    const page = await testBrowser.newPage({ javaScriptEnabled: false })
    await page.goto(redirectUrl)
    await page.getByRole('heading', { name: 'Connect Demonstration' }).waitFor()
    await page.getByRole('button', { name: 'Continue to Demonstration' }).click()
    await page.getByRole('heading', { name: 'Demonstration service' }).waitFor()
    await page.getByRole('link', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'Connected', exact: true }).waitFor()
    await eventuallyEqual(() => statusOf(connectedAccountId), 'ACTIVE')
    const second = await page.goto(redirectUrl)
    assert.equal(second!.status(), 409)
    await page.getByRole('heading', { name: 'This link has already been used' }).waitFor()
  })

  it('are accessible, in both themes and on a small screen', async () => {
    const { redirectUrl } = await demoLink()
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await testBrowser.newPage({ colorScheme, viewport: { width: 320, height: 640 } })
      await page.goto(redirectUrl)
      await eventuallyAccessible(page)
      await eventuallyEqual(() => fits(page), true)
      await page.goto(`${baseUrl}/connect/no-such-link`)
      await page.getByRole('heading', { name: 'Link not found' }).waitFor()
      await eventuallyAccessible(page)
    }
  })

  it('are cancelled with the keyboard, and denied at the service', async () => {
    const cancelled = await demoLink()
    const page = await testBrowser.newPage()
    await page.goto(cancelled.redirectUrl)
    await page.getByRole('button', { name: 'Cancel' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Not connected' }).waitFor()
    await eventuallyEqual(() => statusOf(cancelled.connectedAccountId), 'FAILED')
    const denied = await demoLink()
    await page.goto(denied.redirectUrl)
    await page.getByRole('button', { name: 'Continue to Demonstration' }).click()
    await page.getByRole('link', { name: 'Deny' }).click()
    await page.getByRole('heading', { name: 'Not connected' }).waitFor()
    await eventuallyEqual(() => statusOf(denied.connectedAccountId), 'FAILED')
  })

  it('take a key, and go back to where the person came from', async () => {
    await stoa.post('/api/v1/toolkits', {
      body: {
        slug: 'keyed',
        name: 'Keyed',
        description: 'By key',
        baseUrl: 'https://keyed.invalid',
        authSchemes: ['API_KEY'],
      },
    })
    const { id } = await stoa.post('/api/v1/auth_configs', {
      body: { toolkit: { slug: 'keyed' }, authConfig: { type: 'use_custom_auth', authScheme: 'API_KEY' } },
    })
    const link = await stoa.post('/api/v1/connected_accounts/link', {
      body: { authConfigId: id, callbackUrl: `${baseUrl}/docs?from=connect` },
    })
    const page = await testBrowser.newPage()
    await page.goto(link.redirectUrl)
    await eventuallyAccessible(page)
    await page.getByLabel('API key').fill('a key that nobody checks')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\?from=connect&status=success&connectedAccountId=/)
    await eventuallyEqual(() => statusOf(link.connectedAccountId), 'ACTIVE')
  })
})
