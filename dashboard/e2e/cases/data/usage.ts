import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { inLongRun } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, openTestBrowser, settled, testServer } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual, eventuallyMatches } from '../../harness/expect.ts'
import { inProgress, spend, userIdsOf } from '../../seed/spend.ts'

const stoa = createStoa({ baseUrl, apiKey })

describe('usage', () => {
  const testBrowser = openTestBrowser()
  let alice = ''
  let projectId = ''
  before(async () => {
    const [found = ''] = await userIdsOf(stoa, ['alice'])
    alice = found
    projectId = (await stoa.get('/api/v1/project')).id
  })

  it('shows credits by day, split and ranged by the URL, to the keyboard as well', async () => {
    const page = await testBrowser.signedIn('/usage')
    await page.getByText('Unlimited', { exact: true }).first().waitFor()
    const chart = page.getByRole('slider', { name: 'Credits by day' })
    await chart.waitFor()
    await page.getByLabel('Group by').selectOption('model')
    await page.locator('.legend').getByText('openai/gpt-5').waitFor()
    await page.getByLabel('Range').selectOption('7')
    await page.getByText(/in 7 days/).waitFor()
    await eventuallyEqual(() => new URL(page.url()).search, '?by=model&days=7')
    await chart.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Home')
    await page.locator('.chart-tooltip').waitFor()
    await eventuallyMatches(
      () => chart.getAttribute('aria-valuetext'),
      /credits\. .*openai\/gpt-image-1 [\d.]+ credits/,
    )
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    await page.getByRole('table', { name: 'Credits by day' }).waitFor()
    await eventuallyEqual(
      () => page.getByRole('table', { name: 'Credits by day' }).locator('tbody tr').count(),
      7,
    )
    const { data } = await stoa.page('/api/v1/usage', { query: { groupBy: 'type', limit: 1 } })
    const [largest] = data as { group: string }[]
    assert.equal(largest!.group, 'media')
  })

  it('is granted and corrected by admins; the first grant ends the unlimited balance', async () => {
    const page = await testBrowser.signedIn('/usage?new=grant')
    await page.getByText('The first grant ends the unlimited balance.').waitFor()
    await eventuallyAccessible(page)
    await page.getByRole('spinbutton', { name: 'Credits' }).fill('0')
    await page.getByLabel('Reason').fill('Budget')
    await page.getByRole('button', { name: 'Grant', exact: true }).click()
    await page.locator('.field-error').waitFor()
    await page.getByRole('spinbutton', { name: 'Credits' }).fill('10000')
    await page.getByLabel('Frequency').selectOption('monthly')
    await page.getByRole('button', { name: 'Grant', exact: true }).click()
    await page.getByRole('region', { name: 'Credits', exact: true }).getByText('10,000').first().waitFor()

    await page.getByRole('button', { name: 'Adjust balance' }).click()
    await page.getByLabel('Type', { exact: true }).selectOption('take')
    await page.getByRole('spinbutton', { name: 'Credits' }).fill('250.5')
    await page.getByLabel('Reason').fill('Counted by hand')
    await page.getByRole('textbox', { name: 'End user' }).fill('nobody at all')
    await page.getByRole('dialog').getByRole('button', { name: 'Adjust balance' }).click()
    await page.getByRole('alert').getByText('external_user_not_found').waitFor()
    await page.getByRole('textbox', { name: 'End user' }).fill('bob@example.com')
    await page.getByRole('dialog').getByRole('button', { name: 'Adjust balance' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const balance = await stoa.get('/api/v1/usage/balance')
    assert.deepEqual([balance.balance, balance.monthlyGrant, balance.unlimited], [9749.5, 10000, false])

    const [bob = ''] = await userIdsOf(stoa, ['bob@example.com'])
    await page.goto(`${baseUrl}/end-users/${bob}`)
    const { creditsUsed } = await stoa.get('/api/v1/external-users/{id}', { params: { id: bob } })
    assert.ok(creditsUsed >= 250.5)
    await page.getByText(`${creditsUsed.toLocaleString('en-US')} in total`).waitFor()
    await page.goto(baseUrl)
    await page.getByRole('link', { name: /Credits available.*9,749\.5/ }).waitFor()
  })

  it('has a ledger that is filtered, paged by cursor, opened, downloaded and proven', async () => {
    const page = await testBrowser.signedIn('/usage/ledger')
    const total = page.locator('.pagination [role="status"]')
    const all = (await stoa.page('/api/v1/usage', { query: { limit: 1 } })).total
    await page.getByText(`${all} entries`).waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.waitForURL(/cursor=/)
    await page.reload()
    await page.getByRole('button', { name: 'Previous' }).click()
    await page.waitForURL((url) => !url.search.includes('cursor'))

    await page.getByLabel('End user, name or ID').fill('alice')
    await page.keyboard.press('Enter')
    await page.getByText('End user: alice').waitFor()
    await page.getByLabel('Type', { exact: true }).selectOption('tool')
    const query = { eUID: alice, type: 'tool' } as const
    const narrowed = (await stoa.page('/api/v1/usage', { query: { ...query, limit: 1 } })).total
    await page.getByText(`${narrowed} entries`).waitFor()
    assert.ok(narrowed > 5 && narrowed < all, await total.textContent().then(String))

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const csv = await readFile(await (await downloading).path(), 'utf8')
    assert.equal(csv.trim().split('\r\n').length, narrowed + 1)

    await page.locator('[data-row-link]').first().click()
    await page.getByRole('dialog').getByText('1 call', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Reconcile' }).click()
    await page.getByText('No discrepancies found').waitFor()
    await eventuallyAccessible(page)
  })

  it('leads from an entry of the ledger to the work that it was for', inLongRun, async () => {
    await stoa.post('/api/v1/tools/execute/{toolSlug}', {
      params: { toolSlug: 'math_calculate' },
      body: { arguments: { expression: '6 * 7' } },
    })
    const page = await testBrowser.signedIn('/usage/ledger?type=tool')
    await page.locator('[data-row-link]').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: 'Calculate' }).waitFor()
    await dialog.getByRole('link', { name: /^Tool run/ }).click()
    await page.getByRole('heading', { name: 'Run of Calculate', level: 1 }).waitFor()
  })

  it('has a ledger whose days are those of the chosen time zone', inLongRun, async () => {
    const page = await testBrowser.signedIn('/usage/ledger')
    await page.evaluate(`localStorage.setItem('stoa.time-zone', 'Asia/Tokyo')`)
    const requested = page.waitForRequest((request) => /\/usage\?.*from=/.test(request.url()))
    await page.goto(`${baseUrl}/usage/ledger?from=2026-03-01&to=2026-03-02`)
    const { searchParams } = new URL((await requested).url())
    assert.deepEqual(
      [searchParams.get('from'), searchParams.get('to')],
      ['2026-02-28T15:00:00.000Z', '2026-03-01T15:00:00.000Z'],
    )
    // A breakdown is of days of UTC; its entries are the same in any time zone.
    await page.goto(`${baseUrl}/usage?days=7`)
    const link = page.getByRole('main').locator('a[href*="/usage/ledger?"]').first()
    await link.waitFor()
    assert.match((await link.getAttribute('href'))!, /from=\d{4}-\d\d-\d\dT00%3A00%3A00Z/)
    await link.click()
    await page.locator('[data-row-link]').first().waitFor()
    await eventuallyEqual(() => page.getByLabel('Created: range').inputValue(), 'own')
  })

  it('is limited by caps, which are set, raised on request and removed', async () => {
    const page = await testBrowser.signedIn('/usage/caps?new=1')
    await page.getByRole('dialog').getByRole('button', { name: 'Create cap' }).click()
    await page.locator('.field-error').getByText('Enter a number').waitFor()
    await eventuallyEqual(async () => (await stoa.page('/api/v1/usage/caps')).total, 0)
    await page.getByLabel('Applies to', { exact: true }).last().selectOption('external_user')
    await page.getByLabel('End user').fill('alice')
    await page.getByRole('spinbutton', { name: 'Credits' }).fill('1')
    await page.getByLabel('Action when reached').selectOption('approve')
    await eventuallyAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Create cap' }).click()
    const caps = page.getByRole('table', { name: 'Caps' })
    await caps.getByRole('link', { name: 'alice' }).waitFor()

    const work = { workId: 'too-much', type: 'tool', credits: 40, userId: alice }
    await spend(testServer, projectId, [{ ...work, at: new Date().toISOString() }])
    for (const path of ['/', '/usage']) {
      await page.goto(baseUrl + path)
      const banner = page.getByRole('status', { name: 'Caps that block usage' })
      await banner.getByText('A usage cap is blocking usage').waitFor()
      await banner.getByRole('link', { name: 'alice' }).waitFor()
      await eventuallyAccessible(page)
      await banner.getByRole('link', { name: 'Caps' }).click()
      await caps.getByText('Blocking').waitFor()
    }
    await page.getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Extra credits').fill('3000')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Approved: 3,000').waitFor()

    const actions = page.getByRole('button', { name: 'Actions for the cap of alice' })
    await actions.click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByLabel('Credits per month').fill('5000')
    await page.getByRole('button', { name: 'Save' }).click()
    await caps.getByText('of 8,000').waitFor()
    await actions.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete cap' }).click()
    await page.getByText('No caps').waitFor()
  })

  it('shows the holds of running work', async () => {
    await spend(testServer, projectId, inProgress(alice))
    const page = await testBrowser.signedIn('/usage/holds')
    await page.getByRole('table', { name: 'Open holds' }).getByText('120', { exact: true }).waitFor()
    await page.getByLabel('Age', { exact: true }).selectOption('600')
    await page.getByText('1–1 of 1').waitFor()
    await settled(page)
    await eventuallyAccessible(page)
  })
})
