import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { startOAuthMcpServer } from '../../../../server/test/fakes/oauth-mcp-server.ts'
import { apiKey, baseUrl, openTestBrowser, settled } from '../../harness/browser.ts'
import { eventuallyAccessible, isCleanInBothThemes } from '../../harness/expect.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()
const remote = await startOAuthMcpServer()
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
