import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { apiKey, baseUrl, openTestBrowser } from '../../harness/browser.ts'
import { eventuallyAccessible, isCleanInBothThemes } from '../../harness/expect.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()

describe('MCP servers', () => {
  it('are created with tools that are searched for, have snippets, checks and a call log, and are deleted', async () => {
    const page = await testBrowser.signedIn('/mcp-servers')
    await page.getByText('No MCP servers yet').waitFor()
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'Create an MCP server' })
    await dialog.getByLabel('Name').fill('desk')
    await dialog.getByRole('button', { name: 'Add tool' }).click()
    await page.getByPlaceholder('Search by what a tool does').fill('slugify')
    await page.getByRole('option', { name: /slug/i }).first().click()
    await dialog.getByRole('button', { name: 'Remove Make a slug' }).waitFor()
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Create server' }).click()
    await page.getByRole('heading', { name: 'desk', level: 1 }).waitFor()
    await page.getByText('claude_desktop_config.json').waitFor()
    await page.getByLabel('Client', { exact: true }).selectOption('codex')
    await page.getByText('[mcp_servers').waitFor()
    await page.getByText('Tokens of all tools').waitFor()
    await page.getByText('Waiting for the first call').waitFor()

    const [server] = await stoa.get('/api/v1/mcp_manager')
    const call = { name: 'text_slugify', arguments: { text: 'Hello World' } }
    await fetch(server!.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-api-key': apiKey,
        'mcp-protocol-version': '2025-06-18',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
    })
    await page.getByRole('table', { name: 'Calls' }).getByText('Successful').waitFor()
    await isCleanInBothThemes(page)

    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Description').fill('Tools of the desk')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Tools of the desk').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete MCP server' }).click()
    await page.getByText('No MCP servers yet').waitFor()
    await page.getByRole('link', { name: 'Clients' }).click()
    await page.getByText('No clients yet').waitFor()
  })

  it('offer resources and prompts, which are added, edited and deleted', async () => {
    const server = await stoa.post('/api/v1/mcp_manager', { body: { name: 'texts', mode: 'META' } })
    const params = { id: server.id }
    const page = await testBrowser.signedIn(`/mcp-servers/${server.id}`)
    await page.getByText('No resources yet.').waitFor()
    await page.getByRole('button', { name: 'Add resource' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('URI').fill('stoa://mine')
    await dialog.getByLabel('Name').fill('Order')
    await dialog.getByLabel('Text', { exact: true }).last().fill('Order {{id}}')
    await dialog.getByRole('button', { name: 'Add resource' }).click()
    await dialog.getByText('must not begin with stoa:').waitFor()
    await isCleanInBothThemes(page)
    await dialog.getByLabel('URI').fill('shop://orders/{id}')
    await dialog.getByRole('button', { name: 'Add resource' }).click()
    await page.getByRole('table', { name: 'Resources' }).getByText('template').waitFor()

    await page.getByRole('button', { name: 'Add prompt' }).click()
    await dialog.getByLabel('Name').fill('letter')
    await dialog.getByLabel('Message 1', { exact: true }).fill('Write about {{topic}}.')
    await dialog.getByLabel('Description of topic').fill('The subject')
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Add prompt' }).click()
    await page.getByRole('table', { name: 'Prompts' }).getByText('topic').waitFor()
    const [made] = await stoa.get('/api/v1/mcp_manager/{id}/prompts', { params })
    assert.deepEqual(
      made?.arguments.map(({ name, description, required }) => [name, description, required]),
      [['topic', 'The subject', true]],
    )
    await isCleanInBothThemes(page)

    await page.getByRole('button', { name: 'Actions for letter' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByLabel('topic is required').uncheck()
    await dialog.getByRole('button', { name: 'Add message' }).click()
    await dialog.getByLabel('Role of message 2').selectOption('assistant')
    await dialog.getByLabel('Message 2', { exact: true }).fill('Dear customer,')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const prompt = await stoa.get('/api/v1/mcp_manager/{id}/prompts/{promptId}', {
      params: { ...params, promptId: made!.id },
    })
    assert.deepEqual(
      [prompt.arguments[0]?.required, prompt.messages.map(({ role }) => role)],
      [false, ['user', 'assistant']],
    )
    await page.getByRole('button', { name: 'Actions for shop://orders/{id}' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete resource' }).click()
    await page.getByText('No resources yet.').waitFor()
    await stoa.delete('/api/v1/mcp_manager/{id}', { params })
  })

  it('of others are imported as toolkits, and what changes there is approved', async () => {
    const server = await stoa.post('/api/v1/mcp_manager', {
      body: { name: 'elsewhere', mode: 'NORMAL', selectedTools: ['text_slugify'] },
    })
    const page = await testBrowser.signedIn('/toolkits?new=mcp')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('URL').fill(server.url)
    await dialog.getByRole('textbox', { name: 'Headers' }).fill(`x-api-key: ${apiKey}`)
    await dialog.getByLabel('Slug').fill('elsewhere')
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('elsewhere_text_slugify').waitFor()
    await dialog.getByRole('button', { name: 'Approve and import 1 tool' }).click()
    await page.getByRole('heading', { name: 'MCP server', level: 2 }).waitFor()

    await stoa.patch('/api/v1/mcp_manager/{id}', {
      params: { id: server.id },
      body: { selectedTools: ['text_slugify', 'datetime_now'] },
    })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await dialog.getByText('elsewhere_datetime_now').waitFor()
    await dialog.getByRole('button', { name: 'Approve changes' }).click()
    await page.getByText('elsewhere_datetime_now').waitFor()
    await stoa.delete('/api/v1/mcp_manager/{id}', { params: { id: server.id } })
  })
})
