import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { apiKey, baseUrl, dataDir, eventually, openTestBrowser, settled } from '../../harness/browser.ts'
import { copyRows } from '../../harness/copy-rows.ts'
import { eventuallyEqual } from '../../harness/expect.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()
const rowCount = 10_000
// Far below one element per row, and enough for those that are on the screen.
const maxElements = 2_000

const elements = (page: Page) => page.evaluate("document.querySelectorAll('*').length") as Promise<number>

async function importedTable(): Promise<string> {
  const { id } = await stoa.post('/api/v1/table/collections', {
    body: { name: 'Readings', access: 'project', schema: { fields: [{ name: 'title', type: 'text' }] } },
  })
  const lines = Array.from({ length: rowCount }, (_, at) => `Reading ${at + 1}`)
  const path = '/api/v1/table/collections/{id}/documents/import'
  const { id: importId } = await stoa.upload(path, {
    params: { id },
    query: { format: 'csv' },
    file: new Blob([`title\n${lines.join('\n')}\n`], { type: 'text/csv' }),
  })
  await eventually(
    async () => (await stoa.get(`${path}/{importId}`, { params: { id, importId } })).status === 'completed',
    'the import',
  )
  return id
}

describe(`a table of ${rowCount} rows`, () => {
  it('draws those that are seen, at its beginning and at its end', async () => {
    const page = await testBrowser.signedIn(`/tables/${await importedTable()}?sort=createdAt`)
    const grid = page.getByRole('grid')
    await grid.getByText('Reading 1', { exact: true }).waitFor()
    assert.ok((await elements(page)) < maxElements, `${await elements(page)} elements`)
    await grid.locator('[data-cell]').first().click()
    await page.keyboard.press('Control+End')
    await grid.getByText(`Reading ${rowCount}`, { exact: true }).waitFor()
    assert.ok((await elements(page)) < maxElements, `${await elements(page)} elements`)
    assert.equal(await grid.getByText('Reading 1', { exact: true }).count(), 0)
  })

  it('shows the cell that is moved to below its head, and no key is lost while it moves', async () => {
    const { id } = await stoa.get('/api/v1/table/collections/{id}', { params: { id: 'readings' } })
    const page = await testBrowser.signedIn(`/tables/${id}?sort=createdAt`)
    await page.getByRole('grid').getByText('Reading 1', { exact: true }).click()
    const keys = ['Control+End', 'Home', 'PageUp', 'PageUp', 'Control+Home', 'PageDown', 'ArrowUp', 'ArrowUp']
    for (const key of keys) await page.keyboard.press(key)
    const active = () =>
      page.evaluate(`(() => {
        const cell = document.activeElement.getBoundingClientRect()
        const head = document.querySelector('.grid-head').getBoundingClientRect()
        return [document.activeElement.dataset.cell, cell.top >= head.bottom - 1]
      })()`)
    await eventuallyEqual(active, ['13:0', true])
    for (let pressed = 0; pressed < 13; pressed++) await page.keyboard.press('ArrowUp')
    await eventuallyEqual(active, ['0:0', true])
  })
})

const id = 'uuidv7()'
const isDone = "status = 'succeeded'"
const copies = [
  {
    table: 'external_user',
    changes: { id, name: "'copied-' || n" },
    where: "source = 'username'",
    after: `insert into external_user_stats (project_id, external_user_id)
            select project_id, id from external_user where name like 'copied-%'`,
  },
  { table: 'audit_entry', changes: { id } },
  { table: 'tool_execution', changes: { id }, where: isDone },
  { table: 'llm_call', changes: { id }, where: isDone },
  { table: 'usage_entry', changes: { id, work_id: "'copied-' || n" } },
  { table: 'file', changes: { id } },
  { table: 'workflow_execution', changes: { id }, where: "status is not null and mode = 'production'" },
  { table: 'webhook_delivery', changes: { id, event_id: id }, where: "status <> 'pending'" },
  { table: 'sandbox_execution', changes: { id }, where: isDone },
  { table: 'thread', changes: { id, root_id: id } },
]

/** What the copies are of, where no test before has left one; returns where each is listed. */
async function listsOf(): Promise<string[]> {
  await stoa.post('/api/v1/graphify/threads', { body: { metadata: { title: 'Returning a bike' } } })
  const hook = await stoa.post('/api/v1/webhooks', { body: { url: 'https://receiver.invalid/hook' } })
  await stoa.post('/api/v1/webhooks/{id}/test', { params: { id: hook.id } })
  return [
    '/end-users',
    '/audit',
    '/tool-runs',
    '/models/calls',
    '/files',
    '/usage/ledger',
    '/workflow-executions',
    `/webhooks/${hook.id}`,
    '/sandbox/executions',
    '/inbox',
  ]
}

// A ledger is counted by pages, not as a whole.
const counted = (page: Page) => page.getByText(/10,\d{3}/).first()
const isCounted = (path: string) => path !== '/usage/ledger'

describe(`lists of ${rowCount} objects`, () => {
  it('show a page of them, say how many there are, and lead on', async () => {
    const { id: projectId } = await stoa.get('/api/v1/project')
    const lists = await listsOf()
    await copyRows({ dataDir, projectId, count: rowCount }, copies)
    const page = await testBrowser.signedIn('/')
    for (const path of lists) {
      await page.goto(baseUrl + path)
      if (isCounted(path)) await counted(page).waitFor()
      await settled(page)
      assert.ok((await elements(page)) < maxElements, `${path}: ${await elements(page)} elements`)
      const first = page.locator('[data-row-link]').first()
      await first.waitFor()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.waitForURL(/page=2|cursor=/)
      await first.waitFor()
    }
    await page.goto(`${baseUrl}/end-users?q=copied-9999`)
    await page.getByRole('link', { name: 'copied-9999', exact: true }).waitFor()
  })
})
