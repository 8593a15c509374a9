import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { startOAuthMcpServer } from '../../../../server/test/fakes/oauth-mcp-server.ts'
import { apiKey, baseUrl, openTestBrowser, settled } from '../../harness/browser.ts'
import { eventuallyAccessible, isCleanInBothThemes } from '../../harness/expect.ts'

const stoa = createStoa({ baseUrl, apiKey })
const remote = await startOAuthMcpServer()
const testBrowser = openTestBrowser({ isHost: (url) => url.startsWith(remote.origin) })
after(() => remote.stop())

describe('other MCP servers', () => {
  it('are signed in to with OAuth: discovered, registered, connected, and their tools listed', async () => {
    const page = await testBrowser.signedIn('/toolkits?new=mcp')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Sign in with OAuth', { exact: true }).click()
    await dialog.getByLabel('URL').fill(remote.url)
    await dialog.getByLabel('Slug').fill('guarded')
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('The server shows its tools to connected accounts alone.').waitFor()
    await isCleanInBothThemes(page)
    await dialog.getByRole('button', { name: 'Register and import' }).click()
    await page.getByRole('heading', { name: 'guarded', level: 1 }).waitFor()
    assert.equal(remote.clients.size, 1)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByLabel('Auth config').waitFor()
    const [config] = await stoa.get('/api/v1/auth_configs', { query: { toolkitSlug: 'guarded' } })
    assert.equal(config?.authScheme, 'OAUTH2')

    // Consent is given at the other server, which sends the browser back with a code.
    await page.getByRole('button', { name: 'Create link' }).click()
    const [popup] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Open connect page' }).click(),
    ])
    const departed = popup.waitForRequest((request) =>
      request.url().startsWith(remote.metadata.authorization_endpoint),
    )
    await popup.getByRole('button', { name: /^Continue to / }).click()
    const { searchParams } = new URL((await departed).url())
    assert.deepEqual(
      ['resource', 'code_challenge_method'].map((name) => searchParams.get(name)),
      [remote.url, 'S256'],
    )
    await popup.getByRole('heading', { name: 'Connected', exact: true }).waitFor()
    await popup.close()
    const refreshed = await stoa.post('/api/v1/toolkits/byId/{id}/refresh', {
      params: { id: 'guarded' },
      body: {},
    })
    assert.equal(refreshed.toolCount, 1)
    const called = await stoa.post('/api/v1/tools/execute/{toolSlug}', {
      params: { toolSlug: 'guarded_greet' },
      body: { arguments: {} },
    })
    assert.equal(called.successful, true)
  })

  it('are programs where the operator has listed them', async () => {
    const page = await testBrowser.signedIn('/toolkits?new=mcp')
    await settled(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Program', { exact: true }).click()
    await dialog.getByLabel('Program', { exact: true }).last().selectOption('stdio:probe')
    await dialog.getByLabel('Slug').fill('probe')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('probe_pid').waitFor()
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: /Approve and import/ }).click()
    await page.getByRole('heading', { name: 'hostile', level: 1 }).waitFor()
  })
})
