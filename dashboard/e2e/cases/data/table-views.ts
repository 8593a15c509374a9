import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { inLongRun } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, openTestBrowser } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual, eventuallyMatches } from '../../harness/expect.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()
const documents = '/api/v1/table/collections/{id}/documents'

/** A separate table: what other tests change is not seen here. */
async function openOwnTable(slug: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const seeded = await stoa.get('/api/v1/table/collections/{id}', { params: { id: 'customers' } })
  const { id } = await stoa.post('/api/v1/table/collections', {
    body: { name: slug, slug, access: 'project', mode: 'strict', schema: { fields: seeded.schema.fields } },
  })
  await stoa.post(documents, {
    params: { id },
    body: { name: 'Ada', email: `${slug}-ada@example.com`, state: 'new', orders: 3, since: '2025-03-15' },
  })
  await stoa.post(documents, {
    params: { id },
    body: { name: 'Grace', email: `${slug}-grace@example.com`, state: 'closed', orders: 5 },
  })
  const page = await testBrowser.signedIn(`/tables/${id}`, { colorScheme })
  await page.getByRole('grid').getByText('Ada', { exact: true }).waitFor()
  return page
}

const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: false }).first()
const widthOf = async (page: Page, name: string) => (await header(page, name).boundingBox())?.width ?? 0

describe('columns and views of tables', () => {
  it('are hidden and resized with the keyboard and the pointer, and remembered', async () => {
    const page = await openOwnTable('layout')
    await page.getByRole('button', { name: 'Columns', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('menuitemcheckbox', { name: 'email' }).waitFor()
    await eventuallyAccessible(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await eventuallyEqual(() => page.getByRole('columnheader', { name: /email/ }).count(), 0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Columns (1 hidden)' }).waitFor()

    const before = await widthOf(page, 'name')
    await header(page, 'name').getByRole('button').focus()
    for (let times = 0; times < 3; times++) await page.keyboard.press('Shift+ArrowRight')
    await eventuallyEqual(() => widthOf(page, 'name'), before + 60)
    const box = (await header(page, 'state').boundingBox())!
    await page.mouse.move(box.x + box.width - 1, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width + 79, box.y + 10, { steps: 4 })
    await page.mouse.up()
    await eventuallyEqual(() => widthOf(page, 'state'), box.width + 80)

    await page.reload()
    await page.getByRole('grid').getByText('Ada', { exact: true }).waitFor()
    await eventuallyEqual(() => widthOf(page, 'name'), before + 60)
    await eventuallyEqual(() => page.getByRole('columnheader', { name: /email/ }).count(), 0)
    await page.getByRole('button', { name: 'Columns (1 hidden)' }).click()
    await page.getByRole('menuitem', { name: 'Reset columns' }).click()
    await page.getByRole('columnheader', { name: /email/ }).waitFor()
    await eventuallyEqual(() => widthOf(page, 'name'), before)
  })

  it('are saved under a name for the project, with filter, order and columns', async () => {
    const page = await openOwnTable('views', 'dark')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Field', { exact: true }).selectOption('state')
    await page.getByLabel('Value').selectOption('closed')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('1 row', { exact: true }).waitFor()
    await header(page, 'orders').getByRole('button').click()
    await page.waitForURL(/sort=orders/)
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'vip' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Views', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Save as a new view/ }).click()
    await page.getByLabel('Name', { exact: true }).fill('Closed')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Views: Closed' }).waitFor()

    // Someone else opens it: another tab, with no memory of the columns.
    const other = await testBrowser.signedIn(new URL(page.url()).pathname)
    await other.getByText('2 rows', { exact: true }).waitFor()
    await other.getByRole('button', { name: 'Views', exact: true }).click()
    await eventuallyAccessible(other)
    await other.getByRole('menuitem', { name: 'Closed' }).click()
    await other.getByText('1 row', { exact: true }).waitFor()
    await other.waitForURL(/sort=orders/)
    await eventuallyEqual(() => other.getByRole('columnheader', { name: /vip/ }).count(), 0)
    await other.setViewportSize({ width: 390, height: 844 })
    await other.getByRole('button', { name: 'Filters', exact: true }).click()
    await other.getByRole('button', { name: 'Views: Closed' }).waitFor()
    await eventuallyAccessible(other)
  })
})

describe('rows of tables', () => {
  it('are edited in a form with an input for every type, which changes nothing else', async () => {
    const page = await openOwnTable('rows')
    await page.getByRole('button', { name: /open Ada$/ }).click()
    const dialog = page.getByRole('dialog')
    await eventuallyEqual(() => dialog.getByLabel('since', { exact: true }).inputValue(), '2025-03-15')
    await eventuallyEqual(() => dialog.getByLabel('orders').getAttribute('type'), 'number')
    await dialog.getByLabel('state').selectOption('active')
    await dialog.getByLabel('since', { exact: true }).fill('2026-04-01')
    await dialog.getByLabel('Time of since in UTC').fill('09:30')
    await dialog.getByLabel('company').click()
    await dialog.getByLabel('Search Companies').fill('Nordlicht')
    await dialog.getByRole('button', { name: /^Nordlicht/ }).click()
    await dialog.getByLabel('notes').fill('{')
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/notes is not JSON/).waitFor()
    await dialog.getByLabel('notes').fill('{"calls": 2}')
    await dialog.getByLabel('email').fill('rows-grace@example.com')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.locator('.field-error').waitFor()
    await dialog.getByLabel('email').fill('rows-new@example.com')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Row updated').waitFor()
    const [row] = await stoa.get(documents, {
      params: { id: 'rows' },
      query: { q: 'rows-new', expand: ['company'] },
    })
    const { name, state, orders, since, notes, expand } = row as Record<string, unknown>
    assert.deepEqual([name, state, orders, notes], ['Ada', 'active', 3, { calls: 2 }])
    assert.equal(new Date(String(since)).toISOString(), '2026-04-01T09:30:00.000Z')
    assert.equal((expand as { company: { title: string } }).company.title, 'Nordlicht')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: /open Ada$/ }).click()
    await dialog.getByRole('button', { name: 'JSON', exact: true }).click()
    await dialog.getByLabel('Row, as JSON').waitFor()
    await eventuallyAccessible(page)
  })

  it('are imported after a look at the file, each column into the field that is chosen for it', async () => {
    const page = await openOwnTable('mapped')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Import' }).click()
    await page.locator('input[type=file]').setInputFiles({
      name: 'old.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Name;Name\nJos\u00e9;x\n', 'latin1'),
    })
    await page.getByText('José').waitFor()
    await page.getByText('The file is not UTF-8').waitFor()
    await page.getByText('Two columns are called Name').waitFor()
    await page.locator('input[type=file]').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Full name;E-Mail;Orders;Remark\nLin;mapped-lin@example.com;7;call back\n'),
    })
    await page.getByText('call back').waitFor()
    await eventuallyEqual(() => page.getByLabel('Delimiter').inputValue(), ';')
    await eventuallyEqual(() => page.getByLabel('Field for E-Mail').inputValue(), 'email')
    await eventuallyEqual(() => page.getByLabel('Field for Remark').inputValue(), '')
    await page.getByText('name is required and has no column.').waitFor()
    await eventuallyAccessible(page)
    await page.getByLabel('Field for Full name').selectOption('name')
    await eventuallyEqual(() => page.getByText('name is required').count(), 0)
    await page.setViewportSize({ width: 390, height: 844 })
    await eventuallyAccessible(page)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('Done', { exact: true }).first().waitFor()
    const [row] = await stoa.get(documents, { params: { id: 'mapped' }, query: { q: 'mapped-lin' } })
    const { name, email, orders } = row as Record<string, unknown>
    assert.deepEqual([name, email, orders], ['Lin', 'mapped-lin@example.com', 7])
  })

  it(
    'are not imported from files that cannot work; an import that runs is cancelled',
    inLongRun,
    async () => {
      const page = await openOwnTable('cancelled')
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Import' }).click()
      const choose = (name: string, text: string) =>
        page
          .locator('input[type=file]')
          .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
      await choose('empty.csv', '\ufeff\n')
      await page.getByText('The file is empty.').waitFor()
      await choose('wide.csv', Array.from({ length: 60_000 }, (_, at) => `c${at}`).join(','))
      await page.getByText('The file has more than 500 columns').waitFor()
      const line = (_: unknown, at: number) => `"Row, ${at}\nof many"`
      await choose('long.csv', `name\n${Array.from({ length: 60_000 }, line).join('\n')}\n`)
      await page.getByText('Row, 0').waitFor()
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByRole('progressbar', { name: 'Import progress' }).waitFor()
      await eventuallyAccessible(page)
      // The table behind it shows the rows as they come, which leaves the page time for the click.
      const processed = page.getByRole('dialog').locator('dt', { hasText: /^Processed$/ })
      const rows = processed.locator('xpath=following-sibling::dd[1]')
      await eventuallyMatches(() => rows.textContent(), /\d,\d{3}$/)
      await page.getByRole('button', { name: 'Cancel import' }).click()
      await page.getByText(/^Stopped: It was cancelled/).waitFor()
      const { total } = await stoa.page(documents, { params: { id: 'cancelled' } })
      // The two rows that were there, and whole batches.
      assert.ok(total < 60_000 && total % 500 === 2, String(total))
    },
  )
})
