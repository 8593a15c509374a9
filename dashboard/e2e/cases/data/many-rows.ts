import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { sizeOf } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, eventually, openTestBrowser } from '../../harness/browser.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()
const rowCount = sizeOf({ short: 2_000, long: 10_000 })
// Far below one element per row, and enough for those that are on the screen.
const maxElements = 2_000

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
    const elements = () => page.evaluate("document.querySelectorAll('*').length") as Promise<number>
    assert.ok((await elements()) < maxElements, `${await elements()} elements`)
    await grid.locator('[data-cell]').first().click()
    await page.keyboard.press('Control+End')
    await grid.getByText(`Reading ${rowCount}`, { exact: true }).waitFor()
    assert.ok((await elements()) < maxElements, `${await elements()} elements`)
    assert.equal(await grid.getByText('Reading 1', { exact: true }).count(), 0)
  })
})
