import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { inLongRun } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, openTestBrowser } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual } from '../../harness/expect.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()
const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true }).last()

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message').fill(text)
  await page.getByRole('button', { name: /^Send/ }).click()
}

async function openMenu(page: Page, item: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Presets/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe('the playground of models with the tools of the project', () => {
  it('shows no other tools while it searches for one, so that Enter chooses none of them', async () => {
    const page = await testBrowser.signedIn('/playground')
    await page.getByRole('button', { name: 'Add tool' }).click()
    const options = page.getByRole('dialog', { name: 'Select a tool' }).getByRole('option')
    await options.first().waitFor()
    const gate = Promise.withResolvers<void>()
    await page.route(
      ({ searchParams }) => searchParams.get('q') === 'net price',
      async (route) => {
        await gate.promise
        await route.continue()
      },
    )
    await page.getByPlaceholder('Search by what a tool does').fill('net price')
    await eventuallyEqual(() => options.filter({ hasNotText: 'Net price' }).count(), 0)
    gate.resolve()
    await page.getByRole('option', { name: /Net price/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove Net price' }).waitFor()
    await page.close()
  })

  it('runs a picked tool by itself, and stores the conversation', async () => {
    const page = await testBrowser.signedIn('/playground')
    await page.getByRole('button', { name: 'Add tool' }).click()
    await page.getByPlaceholder('Search by what a tool does').fill('net price')
    await page.getByRole('option', { name: /Net price/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove Net price' }).waitFor()
    await say(page, '/call net_price {"gross": 119}')
    await page.getByText(/^Tool net_price returned:/).waitFor()
    await page.getByText(/Succeeded in/).waitFor()
    const call = page.locator('details', { hasText: 'Tool call net_price' })
    await call.locator('summary').click()
    await call.getByText('"gross": 119').waitFor()
    await eventuallyAccessible(page)
    await call.getByRole('link', { name: 'View tool run' }).waitFor()
    // A fault of the arguments is a result, which the model gets as well.
    await say(page, '/call net_price {"gross": "many"}')
    await page.getByText('Failed', { exact: true }).waitFor()
    await page.getByText(/^Tool net_price returned:.*gross/).waitFor()

    await page.getByRole('button', { name: 'New conversation' }).click()
    await page.getByRole('heading', { name: 'Start a conversation' }).waitFor()
    await say(page, '/say a second one')
    await response(page).getByText('a second one').waitFor()
    await page.getByRole('button', { name: 'History' }).click()
    const first = page.getByRole('button', { name: /^\/call net_price/ })
    await first.waitFor()
    await page.getByRole('button', { name: /^\/say a second one/ }).waitFor()
    await eventuallyAccessible(page)
    await first.click()
    await page
      .getByText(/^Tool net_price returned:/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Remove Net price' }).waitFor()

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Delete /say a second one' }).click()
    await page.getByText('This cannot be undone').waitFor()
    await eventuallyAccessible(page)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await eventuallyEqual(() => page.getByText('/say a second one').count(), 0)
    // Keys see no conversations.
    const query = { kind: 'playground_conversation' } as const
    await eventuallyEqual(async () => (await stoa.page('/api/v1/saved-items', { query })).total, 0)
  })

  it('asks before it runs a destructive tool', async () => {
    const base = '/api/v1/table/collections'
    const { id: collection } = await stoa.post(base, { body: { name: 'Playground rows' } })
    const documents = `${base}/{id}/documents` as const
    const params = { id: collection }
    await stoa.post(documents, { params, body: { n: 1 } })
    const [row] = await stoa.get(documents, { params })
    const count = async () => (await stoa.page(documents, { params })).total
    const page = await testBrowser.signedIn('/playground')
    await page.getByRole('button', { name: 'Add tool' }).click()
    await page.getByPlaceholder('Search by what a tool does').fill('table_delete')
    await page.getByRole('option', { name: /Delete a document/ }).click()
    await page.getByRole('button', { name: 'Remove Delete a document' }).waitFor()
    await say(page, `/call table_delete ${JSON.stringify({ collection, id: row!.id })}`)
    await page.getByText('Needs approval').waitFor()
    await page.getByText('It is destructive, so it runs only').waitFor()
    await eventuallyAccessible(page)
    assert.equal(await count(), 1)
    // The same conversation in a second window, before it is decided on.
    const second = await testBrowser.signedIn('/playground')
    await second.getByRole('button', { name: 'History' }).click()
    await second.getByRole('button', { name: /^\/call table_delete/ }).click()
    await second.getByText('Needs approval').waitFor()
    await page.evaluate(`{
      const button = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Run tool')
      button.click()
      button.click()
    }`)
    await page.getByText(/Succeeded in/).waitFor()
    assert.equal(await count(), 0)
    await second.getByRole('button', { name: 'Run tool' }).click()
    await second.getByText(/Succeeded in/).waitFor()
    const logs = await stoa.page('/api/v1/tools/execution-logs', { query: { q: 'table_delete' } })
    assert.equal(logs.total, 1, 'approved twice by a double click, and in two windows')
    await page.getByRole('button', { name: 'Send the result' }).click()
    await page.getByText(/^Tool table_delete returned:/).waitFor()
  })

  it('asks before it runs a tool of which nothing is known', inLongRun, async () => {
    await stoa.post('/api/v1/tools', {
      body: {
        slug: 'send_note',
        name: 'Send note',
        description: 'Sends a note to the front desk.',
        toolkitSlug: 'shop',
        inputParameters: { type: 'object' },
        noAuth: true,
        script: {
          language: 'javascript',
          source: 'return { sent: true }',
          allowedHosts: ['api.example.com'],
        },
      },
    })
    const page = await testBrowser.signedIn('/playground')
    await page.getByRole('button', { name: 'Add tool' }).click()
    await page.getByPlaceholder('Search by what a tool does').fill('send_note')
    await page.getByRole('option', { name: /Send note/ }).click()
    await page.getByRole('button', { name: 'Remove Send note' }).waitFor()
    await say(page, '/call send_note {}')
    await page.getByText('It may change data, so it runs only').waitFor()
    await page.getByText('Needs approval').waitFor()
    const logs = await stoa.page('/api/v1/tools/execution-logs', { query: { q: 'send_note' } })
    assert.equal(logs.total, 0)
    await page.getByRole('button', { name: 'Run tool' }).click()
    await page.getByText(/Succeeded in/).waitFor()
  })

  it('saves settings as presets for the project: loaded, updated, renamed and deleted', async () => {
    const page = await testBrowser.signedIn('/playground', { colorScheme: 'dark' })
    const system = page.getByLabel('System prompt')
    await system.fill('Answer like a harbour master.')
    await page.getByRole('button', { name: 'Add tool' }).click()
    await page.getByPlaceholder('Search by what a tool does').fill('net price')
    await page.getByRole('option', { name: /Net price/ }).click()
    await page.getByRole('button', { name: 'Remove Net price' }).waitFor()
    await openMenu(page, /^Save as a new preset/)
    await page.getByLabel('Name', { exact: true }).fill('Harbour')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Presets: Harbour' }).waitFor()
    await system.fill('Answer in rhymes.')
    await openMenu(page, /^Save as a new preset/)
    await page.getByLabel('Name', { exact: true }).fill('harbour')
    await page.keyboard.press('Enter')
    await page.getByText('"harbour" already exists').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Remove Net price' }).click()

    await openMenu(page, /^Harbour/)
    await eventuallyEqual(() => system.inputValue(), 'Answer like a harbour master.')
    await page.getByRole('button', { name: 'Remove Net price' }).waitFor()
    await system.fill('Answer as a pilot.')
    await openMenu(page, /^Update "Harbour"/)
    await page.getByText('"Harbour" updated').waitFor()
    await openMenu(page, /^All presets/)
    await page.getByRole('button', { name: 'Rename Harbour' }).click()
    await page.getByLabel('New name of Harbour').fill('Pilot')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Pilot/ }).waitFor()
    await eventuallyAccessible(page)
    const query = { kind: 'playground_preset' } as const
    const [saved] = await stoa.get('/api/v1/saved-items', { query })
    const { name, data } = await stoa.get('/api/v1/saved-items/{id}', { params: { id: saved!.id } })
    await eventuallyEqual(
      () => [name, data.system, data.toolSlugs],
      ['Pilot', 'Answer as a pilot.', ['net_price']],
    )
    await page.getByRole('button', { name: 'Delete Pilot' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('None are saved.').waitFor()
  })
})
