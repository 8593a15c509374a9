import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { apiKey, baseUrl, openTestBrowser, settled } from '../../harness/browser.ts'
import {
  eventuallyAccessible,
  eventuallyEqual,
  eventuallyMatches,
  isCleanInBothThemes,
} from '../../harness/expect.ts'
import { asDrifted } from '../../harness/override-responses.ts'

const stoa = createStoa({ baseUrl, apiKey, headers: { 'x-act-across-users': 'true' } })
const testBrowser = openTestBrowser()
const result = (page: Page) => page.getByLabel('Result as a tree')
const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true })

describe('toolkits', () => {
  it('are found as one types, walked by keyboard, opened and switched off', async () => {
    const page = await testBrowser.signedIn('/toolkits')
    await page.getByText(/1–48 of 1,\d{3}/).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('slack')
    await page.waitForURL(/q=slack/)
    // Not the one that was in the full list before.
    await page.locator('.catalogue:not([data-stale]) > li:first-child', { hasText: 'Slack' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/toolkits\/slack$/)
    await page.getByText('OAuth 2', { exact: true }).waitFor()
    // The first look at the tools of the whole catalogue reads it into memory.
    await settled(page)
    await page.getByLabel('Search by what a tool does').fill('add reaction')
    await page.waitForURL(/q=add/)
    await page
      .getByRole('link', { name: /^Add Reaction/ })
      .first()
      .waitFor()
    // The previous content is dimmed until the response has come.
    await page.waitForFunction(() => document.querySelector('[data-stale]') === null)
    await isCleanInBothThemes(page)
    await page.getByRole('switch', { name: 'Slack: on' }).click()
    await page.getByText('Disabled in this project').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Not connected').waitFor()
  })

  it('are imported from a description after a look at what would come of it', async () => {
    const page = await testBrowser.signedIn('/toolkits?new=import')
    const document = {
      openapi: '3.1.0',
      info: { title: 'Parcels', version: '2.0.0' },
      servers: [{ url: 'https://parcels.example' }],
      paths: { '/parcels': { get: { operationId: 'listParcels', summary: 'All parcels' } } },
    }
    const dialog = page.getByRole('dialog')
    await dialog.getByText('From file').click()
    await dialog
      .getByLabel('Drop a JSON or YAML file here')
      .setInputFiles([
        { name: 'api.json', mimeType: 'application/json', buffer: Buffer.from('{"openapi": "3.1.0"}') },
      ])
    await dialog.getByLabel('Slug', { exact: true }).fill('parcels')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByRole('alert').getByText('invalid_api_description').waitFor()
    await dialog.getByText('Paste').click()
    await dialog.getByLabel('Document').fill(JSON.stringify(document))
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('parcels_list_parcels').waitFor()
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Import 1 tool' }).click()
    await page.getByRole('heading', { name: 'Parcels', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Actions for Parcels' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByLabel('Also delete its tools').check()
    await page.getByRole('button', { name: 'Delete toolkit' }).click()
    await page.getByRole('heading', { name: 'Toolkits', level: 1 }).waitFor()
  })
})

describe('a toolkit that was read from a URL', () => {
  const operation = (name: string, more: object = {}) => ({
    get: { operationId: name, summary: name, responses: { 200: { description: 'fine' } }, ...more },
  })
  const needed = { name: 'since', in: 'query', required: true, schema: { type: 'string' } }
  const versions = [
    { '/parcels': operation('listParcels'), '/vans': operation('listVans') },
    { '/parcels': operation('listParcels', { parameters: [needed] }), '/ships': operation('listShips') },
  ]

  it('is read again, and what would change is seen before it is taken over', async (t) => {
    let current = 0
    const origin = createServer((_request, response) => {
      const info = { title: 'Harbour', version: `${current + 1}.0.0` }
      const servers = [{ url: 'https://harbour.example' }]
      const document = { openapi: '3.1.0', info, servers, paths: versions[current] }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(document))
    }).listen(0, '127.0.0.1')
    await once(origin, 'listening')
    t.after(() => void origin.close())
    const url = `http://127.0.0.1:${(origin.address() as AddressInfo).port}/openapi.json`
    await stoa.post('/api/v1/toolkits/import/openapi', { body: { slug: 'harbour', url } })
    const page = await testBrowser.signedIn('/toolkits/harbour')
    const dialog = page.getByRole('dialog')
    const readAgain = async () => {
      await page.getByRole('button', { name: 'Actions for Harbour' }).click()
      await page.getByRole('menuitem', { name: 'Refresh from source' }).click()
    }
    await readAgain()
    await dialog.getByText('No changes').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByLabel('Check for changes').selectOption('hourly')
    await page.getByText('Harbour is checked every hour').waitFor()
    const { watch } = await stoa.get('/api/v1/toolkits/byId/{id}', { params: { id: 'harbour' } })
    assert.equal(watch?.check, 'hourly')
    current = 1
    await readAgain()
    const changes = dialog.getByLabel('Changes')
    await changes.getByText('newly required: since').waitFor()
    await eventuallyMatches(
      () => changes.textContent(),
      /list_vans removed.*list_parcels changed.*list_ships added/,
    )
    await dialog.getByText('Existing calls of 2 tools may fail').waitFor()
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Update to new version' }).click()
    await page.getByText('Harbour updated to version 2.0.0').waitFor()
    await page.getByRole('link', { name: /listShips/ }).waitFor()
    await stoa.delete('/api/v1/toolkits/byId/{id}', { params: { id: 'harbour' }, query: { cascade: true } })
  })
})

describe('a built-in toolkit that was refreshed', () => {
  it('shows that, shows what its service changed since, and resets after confirmation', async () => {
    const page = await testBrowser.signedIn()
    await asDrifted(page, 'slack')
    await page.goto(`${baseUrl}/toolkits/slack`)
    await page.getByText('imported for this project').first().waitFor()
    const drift = page.getByRole('status').filter({ hasText: 'has changed its API' })
    await eventuallyMatches(() => drift.textContent(), /2 added.*1 removed.*sent to files\.example\.com/)
    await isCleanInBothThemes(page)
    await page.getByRole('button', { name: 'Reset to the built-in version' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Accounts, auth configs and settings are retained').waitFor()
    await dialog.getByRole('button', { name: 'Reset toolkit' }).click()
    // The server knows that it was not.
    await dialog.getByRole('alert').getByText('was not refreshed').waitFor()
  })
})

describe('tools', () => {
  it('are listed with the name and the slug of their toolkit', async () => {
    const page = await testBrowser.signedIn('/tools?q=demo_whoami')
    const cell = page.getByRole('cell', { name: /^Demonstration\s*demo$/ })
    const toolkit = cell.getByRole('link', { name: 'Demonstration', exact: true })
    await toolkit.waitFor()
    await eventuallyAccessible(page)
    await toolkit.click()
    await page.getByRole('heading', { name: 'Demonstration', level: 1 }).waitFor()
  })

  it('are run by a form made of their schema, as JSON, and dry', async () => {
    const page = await testBrowser.signedIn('/tools/net_price')
    await run(page).click()
    await page.getByText('is required').first().waitFor()
    await page.getByLabel('gross *').fill('119')
    await page.getByLabel('country').selectOption('FR')
    await page.getByRole('button', { name: 'Add to lines' }).click()
    await page.getByLabel('name *').fill('Notebook')
    await page.getByLabel('isRounded').selectOption('true')
    await page.getByLabel('labels').fill('{"kind": ')
    await page.getByText('Not JSON').waitFor()
    await page.getByLabel('labels').fill('{"kind": "paper"}')
    await run(page).click()
    await result(page).getByText('99.16').waitFor()
    await page
      .getByText(/2 credits/)
      .first()
      .waitFor()
    await isCleanInBothThemes(page)
    await page.getByText('JSON', { exact: true }).first().click()
    const editor = page.getByLabel('Arguments, as JSON')
    await eventuallyMatches(
      async () => (await editor.textContent())!.replaceAll(/\s/g, ''),
      /"lines":\[\{"name":"Notebook"\}\],"options":\{"isRounded":true\}/,
    )
    await editor.fill('{ "gross": 238 }')
    await page.getByRole('button', { name: 'Dry run' }).click()
    await page.getByText('Dry run OK').waitFor()
    await page.getByRole('button', { name: 'View code' }).click()
    await page.getByRole('button', { name: 'Anthropic', exact: true }).click()
    await page.getByText('"input_schema"').waitFor()
  })

  it('keep their runs, from which arguments are taken and fixtures are made', async () => {
    const page = await testBrowser.signedIn('/tools/math_calculate')
    await page.getByLabel('expression *').fill('6 * 7')
    await run(page).click()
    await result(page).getByText('42').waitFor()
    await page.getByRole('button', { name: 'Save as fixture' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('six by seven')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Replay six by seven' }).click()
    await page.getByRole('dialog').getByText('Unchanged').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByLabel('expression *').fill('')
    await page.getByRole('button', { name: 'Reuse arguments' }).first().click()
    const expression = page.getByLabel('expression *')
    await eventuallyEqual(() => expression.inputValue(), '6 * 7', 'the arguments are taken')
    await page.getByRole('link', { name: 'View log' }).click()
    await page.getByRole('heading', { name: 'Run of Calculate', level: 1 }).waitFor()
    await page.getByLabel('Arguments').getByText('6 * 7').waitFor()
    await isCleanInBothThemes(page)
    const first = page.url()
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Run again' }).click()
    // The new run has the same inputs.
    await page.waitForURL((url) => url.href !== first)
    await page.getByLabel('Arguments').getByText('6 * 7').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goBack()
    await page.waitForURL(first)
    await page.goto(`${baseUrl}/tool-runs?state=false`)
    await page.getByRole('link', { name: 'math_calculate' }).first().click()
    await page.getByText('Attempts').waitFor()
  })

  it('are written, tried before they are saved, and changed in a new version', async () => {
    const page = await testBrowser.signedIn('/new-tool?toolkit=shop')
    await page.getByLabel('JavaScript source').fill('return { doubled: state.n * 2 }')
    await page.getByLabel('Test arguments, as JSON').fill('{ "n": 21 }')
    await page.getByRole('button', { name: 'Test run' }).click()
    await result(page).getByText('42').waitFor()
    await page.getByLabel('Input schema, as JSON').fill('{ "type": "nonsense" }')
    await page.getByLabel('Name', { exact: true }).fill('Double')
    await page.getByLabel('Slug').fill('double_it')
    await page.getByLabel('Description').fill('Doubles a number.')
    await page.getByRole('button', { name: 'Create tool' }).click()
    await page.getByRole('alert').getByText('schema_violation').waitFor()
    await page
      .getByLabel('Input schema, as JSON')
      .fill('{ "type": "object", "properties": { "n": { "type": "number" } }, "required": ["n"] }')
    await isCleanInBothThemes(page)
    await page.getByRole('button', { name: 'Create tool' }).click()
    await page.getByRole('heading', { name: 'Double', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Version').fill('2.0.0')
    await page.getByLabel('JavaScript source').fill('return { doubled: state.n + state.n }')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'Double', level: 1, exact: true }).waitFor()
    await page.getByLabel('Version').selectOption('1.0.0')
    await page.getByLabel('n *').fill('4')
    await run(page).click()
    await result(page).getByText('8').waitFor()
    const [log] = await stoa.get('/api/v1/tools/execution-logs', { query: { toolSlug: 'double_it' } })
    assert.equal(log?.version, '1.0.0')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete tool' }).click()
    await page.getByRole('heading', { name: /shop/i, level: 1 }).waitFor()
  })
})
