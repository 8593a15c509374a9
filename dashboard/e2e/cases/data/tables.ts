import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { inLongRun } from '../../../../server/test/size.ts'
import {
  apiKey,
  baseUrl,
  eventually,
  isFirefox,
  openTestBrowser,
  pageSatisfies,
} from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual, isCleanInBothThemes } from '../../harness/expect.ts'
import { asMember } from '../../harness/override-responses.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()
const documents = '/api/v1/table/collections/{id}/documents'

async function openTable(slug: string, search = '', options = {}): Promise<Page> {
  const { id } = await stoa.get('/api/v1/table/collections/{id}', { params: { id: slug } })
  const page = await testBrowser.signedIn(`/tables/${id}${search}`, options)
  await page.getByRole('grid').waitFor()
  return page
}

const first = async (q: string) =>
  (await stoa.get(documents, { params: { id: 'customers' }, query: { q } }))[0]!

describe('tables', () => {
  it('are created, and their fields are declared, tried on the rows and changed', async () => {
    const page = await testBrowser.signedIn('/tables?new=1')
    await page.getByLabel('Name', { exact: true }).fill('Tickets')
    await page.getByRole('dialog').getByRole('button', { name: 'Create table' }).click()
    await page.getByRole('heading', { name: 'Fields of Tickets' }).waitFor()
    await page.getByRole('button', { name: 'Add field' }).click()
    await page.getByLabel('Name', { exact: true }).fill('not a name')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.field-error').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('title')
    await page.getByRole('button', { name: 'Add field' }).click()
    const second = page.locator('.field-editor').nth(1)
    await second.getByLabel('Name', { exact: true }).fill('state')
    await second.getByLabel('Type').selectOption('select')
    await second.getByLabel('Options').fill('open\ndone')
    await eventuallyAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'No rows yet' }).waitFor()

    await page.getByRole('button', { name: 'Add row' }).first().click()
    await page.getByLabel('title').fill('The printer is on fire')
    await page.getByRole('dialog').getByRole('button', { name: 'Add row' }).click()
    await page.getByRole('grid').getByText('The printer is on fire').waitFor()
    await page.getByRole('button', { name: 'Fields' }).click()
    await page.locator('.field-editor').nth(1).getByLabel('Required').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Existing rows do not match').waitFor()
    const table = await stoa.get('/api/v1/table/collections/{id}', { params: { id: 'tickets' } })
    assert.deepEqual(
      table.schema.fields.map(({ name, type, required }) => [name, type, required]),
      [
        ['title', 'text', false],
        ['state', 'select', false],
      ],
    )
  })

  it('open a row with its tabs in sight, and its first field in focus', inLongRun, async () => {
    const page = await openTable('customers', '?q=customer31@example.com')
    await page.getByRole('button', { name: 'Open Customer 031' }).click()
    const history = page.getByRole('dialog').getByRole('button', { name: 'History' })
    // A form that is higher than the screen leaves them their height.
    await eventuallyEqual(async () => ((await history.boundingBox())?.height ?? 0) >= 20, true)
    const isSeen = await history.evaluate((tab) => {
      const { left, top, width, height } = tab.getBoundingClientRect()
      return tab.ownerDocument.elementFromPoint(left + width / 2, top + height / 2) === tab
    })
    assert.equal(isSeen, true)
    await eventuallyEqual(() => page.evaluate('document.activeElement.tagName'), 'INPUT')
    await eventuallyEqual(
      () => page.evaluate("document.querySelector('dialog[open] .dialog-body').scrollTop"),
      0,
    )
  })

  it('are a grid for the keyboard: arrows, Enter, Escape, undo; the server has the last word', async () => {
    const page = await openTable('customers', '?sort=name:asc')
    await page.getByText('Customer 001').click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Second customer')
    await page.keyboard.press('Enter')
    await page.getByRole('grid').getByText('Second customer').waitFor()
    await eventually(
      async () => (await first('customer2@example.com')).name === 'Second customer',
      'the save',
    )
    // The sorted list is not reloaded, so the row below stays where it was.
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('F2')
    await page.keyboard.type('customer9@example.com')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    // Nothing covers it, wherever one points.
    await pageSatisfies(
      page,
      `[0.1, 0.5, 0.9].every((part) => {
        const { left, top, width, height } = document.querySelector('.grid-error').getBoundingClientRect()
        return document.elementFromPoint(left + width * part, top + height * part)?.className === 'grid-error'
      })`,
    )
    await page.keyboard.press('Escape')
    await page.getByText('customer2@example.com').waitFor()
    await page.keyboard.press('Control+z')
    await eventually(async () => (await first('customer2@example.com')).name === 'Customer 002', 'the undo')
    await page.keyboard.press('Control+End')
    await page.getByText('Customer 260').waitFor()
  })

  it('name the end users to whom rows belong', inLongRun, async () => {
    const params = { id: 'customers' }
    const made = await stoa.as('table-owner').post(documents, {
      params,
      body: { name: 'Owned', email: 'owned@example.com' },
    })
    assert.ok(!('proposal' in made))
    const page = await openTable('customers', '?q=owned@example.com')
    const owner = page.getByRole('grid').getByRole('link', { name: 'table-owner' })
    await owner.waitFor()
    await eventuallyAccessible(page)
    assert.ok((await owner.getAttribute('href'))!.endsWith(made.ownerId))
    await stoa.delete('/api/v1/table/collections/{collectionId}/documents/{documentId}', {
      params: { collectionId: 'customers', documentId: made.id },
    })
  })

  it('filter and sort in the URL, and show what others change as it happens', async () => {
    const page = await openTable('customers')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Field', { exact: true }).selectOption('orders')
    await page.getByLabel('Comparison').selectOption('_between')
    await page.getByLabel('Value').fill('80, 89')
    await page.getByRole('button', { name: 'Add condition' }).click()
    await page.getByLabel('Field', { exact: true }).nth(1).selectOption('vip')
    await page.getByLabel('Value').nth(1).selectOption('true')
    await eventuallyAccessible(page)
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Filter (2)' }).waitFor()
    await page.waitForURL(/filter=/)
    const filter = new URL(page.url()).searchParams.get('filter')!
    const found = await stoa.page(documents, { params: { id: 'customers' }, query: { filter } })
    await page.getByText(`${found.total} rows`).waitFor()
    await page.getByRole('button', { name: 'name' }).click()
    await page.waitForURL(/sort=name/)
    await eventuallyAccessible(page)

    const row = found.data[0]!
    await page.getByText('Live', { exact: true }).waitFor()
    await stoa.patch('/api/v1/table/collections/{collectionId}/documents/{documentId}', {
      params: { collectionId: 'customers', documentId: row.id! },
      body: { state: 'closed', name: 'Changed elsewhere' },
    })
    await page.getByRole('grid').getByText('Changed elsewhere').waitFor()
  })

  it('keep versions of a row, any of which can be restored', async () => {
    const row = await first('customer30@example.com')
    const params = { collectionId: 'customers', documentId: row.id! }
    const path = '/api/v1/table/collections/{collectionId}/documents/{documentId}'
    await stoa.patch(path, { params, body: { name: 'Wrong name' } })
    const page = await openTable('customers', '?q=customer30@example.com', { colorScheme: 'dark' })
    await page.getByRole('button', { name: 'Open Wrong name' }).click()
    await page.getByRole('button', { name: 'History' }).click()
    await page.locator('ins', { hasText: 'Customer 030' }).waitFor()
    await eventuallyAccessible(page)
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByRole('grid').getByText('Customer 030').waitFor()
    await eventuallyEqual(async () => (await stoa.get(path, { params })).name, 'Customer 030')
  })

  it('import files with a report of faulty rows, export them, and delete rows', async () => {
    const page = await openTable('customers')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Import' }).click()
    await page.getByLabel('On error').selectOption('skip')
    const csv = 'name,email,orders\nImported one,imported1@example.com,3\nImported two,not an address,many\n'
    await page.locator('input[type=file]').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    })
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('Completed, some rows were skipped').waitFor()
    await page
      .getByRole('cell', { name: /email .*orders|orders .*email|email|orders/ })
      .first()
      .waitFor()
    await eventuallyAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
    // Stopped at the first fault, it counts what it names.
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Import' }).click()
    await page.locator('input[type=file]').setInputFiles({
      name: 'faulty.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name,email\nOne,not an address\nTwo,neither\n'),
    })
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText(/^Stopped: 2 rows are faulty/).waitFor()
    const invalid = page.getByRole('dialog').locator('dt', { hasText: /^Failed$/ })
    await eventuallyEqual(() => invalid.locator('xpath=following-sibling::dd[1]').textContent(), '2')
    await page.getByRole('button', { name: 'Done' }).click()

    await page.getByLabel('Search all fields').fill('imported1')
    await page.getByText('1 row', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    const exported = page.getByRole('menuitem', { name: 'Export as CSV' })
    // Playwright hears nothing of downloads of an installed Firefox.
    if (isFirefox) await exported.click()
    else {
      const [download] = await Promise.all([page.waitForEvent('download'), exported.click()])
      assert.equal(download.suggestedFilename(), 'customers.csv')
    }
    await page.getByLabel('Select Imported one').check()
    await page.getByRole('button', { name: 'Delete 1' }).click()
    await page.getByRole('button', { name: 'Delete row' }).click()
    await page.getByText('0 rows').waitFor()
  })

  it('are named by the files that they use', inLongRun, async () => {
    const used = (await first('customer1@example.com')) as { id: string; contract: string }
    const page = await testBrowser.signedIn(`/files/${used.contract}`)
    const usedBy = page.getByRole('region', { name: 'Used by' })
    await usedBy.getByRole('link', { name: 'Customers' }).first().waitFor()
    await isCleanInBothThemes(page)
    await usedBy
      .getByRole('link', { name: /^Customer \d+$/ })
      .first()
      .click()
    await page
      .getByRole('grid')
      .getByText(/Customer \d+/)
      .first()
      .waitFor()
    await eventuallyEqual(() => page.getByRole('grid').getByRole('row').count(), 2)
  })

  it('take proposals, which admins approve or reject, and not over what was changed since unseen', async () => {
    const path = '/api/v1/table/collections/{collectionId}/documents/{documentId}'
    const why = { 'x-propose': 'true', 'x-propose-reason': 'The customer wrote to us' }
    const row = await first('customer40@example.com')
    const params = { collectionId: 'customers', documentId: row.id! }
    const propose = (body: Record<string, unknown>) =>
      stoa.with({ headers: why }).patch(path, { params, body })
    const [company] = await stoa.get(documents, { params: { id: 'companies' }, query: { q: 'Nordlicht' } })
    await propose({ name: 'Approved name', company: company!.id! })
    const page = await testBrowser.signedIn('/')
    await page.getByRole('link', { name: /^\d+ pending table changes?$/ }).click()
    await page.getByRole('link', { name: 'Update 1 row' }).waitFor()
    await page.getByRole('link', { name: /Approvals\s*\d+ pending/ }).waitFor()
    await isCleanInBothThemes(page)
    await page.goto(`${baseUrl}/tables`)
    await page.getByRole('link', { name: /^Approvals \(\d+\)$/ }).waitFor()
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('link', { name: 'Approvals (1)' }).click()
    await page.getByRole('heading', { name: 'Approvals for Customers' }).waitFor()
    await page.getByText('The customer wrote to us').waitFor()
    await isCleanInBothThemes(page)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.locator('ins', { hasText: 'Approved name' }).waitFor()
    // The row, and the rows that it is related to before and after, are named and linked.
    await page.getByRole('link', { name: 'Customer 040' }).waitFor()
    await page.locator('del').getByRole('link', { name: 'Harbour & Sons' }).waitFor()
    const related = page.locator('ins').getByRole('link', { name: 'Nordlicht' })
    assert.match(decodeURIComponent((await related.getAttribute('href'))!), new RegExp(company!.id!))
    await isCleanInBothThemes(page)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('Approved', { exact: true }).waitFor()
    await page.locator('ins').getByRole('link', { name: 'Nordlicht' }).waitFor()
    await eventuallyEqual(async () => (await stoa.get(path, { params })).name, 'Approved name')

    await propose({ name: 'Rejected name' })
    await stoa.patch(path, { params, body: { orders: 7 } })
    await page.getByRole('link', { name: 'Next approval' }).click()
    await page.getByText('Changed since it was requested').waitFor()
    const approve = page.getByRole('button', { name: 'Approve', exact: true })
    await eventuallyEqual(() => approve.isDisabled(), true)
    await page.getByLabel('Approve even though rows have changed since').check()
    await eventuallyEqual(() => approve.isDisabled(), false)
    await page.getByLabel('Note').fill('Not without a signature')
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByText('Rejected', { exact: true }).waitFor()
    await page.getByText('Not without a signature').waitFor()
    await eventuallyEqual(async () => (await stoa.get(path, { params })).name, 'Approved name')
    await propose({ name: 'Seen by a member' })
    await asMember(page)
    await page.goto(`${baseUrl}/tables/customers/proposals`)
    await page.getByRole('link', { name: 'Update 1 row' }).click()
    await page.getByText('Only project admins can approve or reject').waitFor()
    await eventuallyEqual(() => page.getByRole('button', { name: 'Reject' }).count(), 0)
  })
})
