import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { inLongRun, someOf } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, dataDir, eventually, openTestBrowser, settled } from '../../harness/browser.ts'
import { watchNetwork } from '../../harness/budgets/network-use.ts'
import { goTo } from '../../harness/check-pages.ts'
import { copyRows } from '../../harness/copy-rows.ts'
import { eventuallyEqual } from '../../harness/expect.ts'
import { objectPages } from '../../harness/object-pages.ts'
import { copies, filledLists } from '../../seed/copied-lists.ts'

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

  it(
    'shows the cell that is moved to below its head, and no key is lost while it moves',
    inLongRun,
    async () => {
      const { id } = await stoa.get('/api/v1/table/collections/{id}', { params: { id: 'readings' } })
      const page = await testBrowser.signedIn(`/tables/${id}?sort=createdAt`)
      await page.getByRole('grid').getByText('Reading 1', { exact: true }).click()
      const keys = [
        'Control+End',
        'Home',
        'PageUp',
        'PageUp',
        'Control+Home',
        'PageDown',
        'ArrowUp',
        'ArrowUp',
      ]
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
    },
  )
})

// A ledger is counted by pages, not as a whole.
const isCounted = (path: string) => path !== '/usage/ledger'
/** Of calls of the API: a list reads a page, not what is in it one by one. */
const maxCalls = 14
const maxKilobytes = 64

describe(`lists of ${rowCount} objects`, () => {
  it('show a page of them, say how many there are, lead on, and are narrowed by filters', async () => {
    const { id: projectId } = await stoa.get('/api/v1/project')
    await objectPages(stoa)
    const lists = await filledLists(stoa, apiKey)
    await copyRows({ dataDir, projectId, count: rowCount }, copies)
    const page = await testBrowser.signedIn('/')
    const main = page.getByRole('main')
    const network = await watchNetwork(page)
    for (const { path, narrowed } of someOf(lists, 7)) {
      network.forget()
      await page.goto(baseUrl + path)
      if (isCounted(path))
        await main
          .getByText(/10,\d{3}/)
          .first()
          .waitFor()
      await settled(page)
      const calls = network.use((url) => url.startsWith(`${baseUrl}/api/`))
      assert.ok(calls.requests <= maxCalls, `${path}: ${calls.requests} calls`)
      assert.ok(calls.kilobytes <= maxKilobytes, `${path}: ${calls.kilobytes} KB`)
      assert.ok((await elements(page)) < maxElements, `${path}: ${await elements(page)} elements`)
      const rows = main.locator('tbody tr')
      await rows.first().waitFor()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.waitForURL(/page=2|cursor=/)
      await rows.first().waitFor()
      if (!narrowed) continue
      await goTo(page, '/settings', 'Settings')
      await page.evaluate(`history.pushState({}, '', ${JSON.stringify(`${path}?${narrowed.query}`)})`)
      if (narrowed.rows === 0) await page.getByText('No results match these filters').waitFor()
      await eventuallyEqual(() => rows.count(), narrowed.rows, `${path}?${narrowed.query}`)
    }
  })
})
