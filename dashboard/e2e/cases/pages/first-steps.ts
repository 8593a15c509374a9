import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { baseUrl, openTestBrowser, settled, testServer } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual } from '../../harness/expect.ts'

const stoa = createStoa(testServer).with({ headers: { 'x-act-across-users': 'true' } })

/** How much there is of what the sample consists of, of all users. */
async function amounts() {
  const query = { limit: 1 } as const
  const threads = await stoa.post('/api/v1/graphify/threads/search', { body: { limit: 1_000 } })
  return {
    users: (await stoa.page('/api/v1/external-users', { query })).total,
    workflows: (await stoa.page('/api/v1/workflow/manager/list', { query })).total,
    tables: (await stoa.page('/api/v1/table/collections', { query })).total,
    knowledge: (await stoa.page('/api/v1/knowledge/collections', { query })).total,
    pauses: (await stoa.page('/api/v1/workflow/manager/pauses', { query })).total,
    threads: threads.length,
    authConfigs: (await stoa.page('/api/v1/auth_configs', { query })).total,
    accounts: (await stoa.page('/api/v1/connected_accounts', { query })).total,
  }
}

describe('the first ten minutes', () => {
  const testBrowser = openTestBrowser()
  let before: Awaited<ReturnType<typeof amounts>>

  it('adds sample data on one click, for which no provider key is needed', async () => {
    before = await amounts()
    const page = await testBrowser.signedIn()
    await page.getByRole('button', { name: 'Add sample data' }).click()
    await page.getByRole('button', { name: 'Remove sample data' }).waitFor()
    const added = await amounts()
    assert.deepEqual(added, {
      users: before.users + 1,
      workflows: before.workflows + 3,
      tables: before.tables + 2,
      knowledge: before.knowledge + 1,
      pauses: before.pauses + 1,
      threads: before.threads + 1,
      authConfigs: before.authConfigs + 1,
      accounts: before.accounts + 1,
    })
    const user = await createStoa(testServer)
      .as('sample-data')
      .post('/api/v1/tools/execute/{toolSlug}', {
        params: { toolSlug: 'demo_whoami' },
        body: { arguments: {} },
      })
    assert.deepEqual(user.data, { username: 'ada', email: 'ada@demo.example', name: 'Ada Lovelace' })
    await page.getByRole('link', { name: '1 pending approval' }).waitFor()
    await eventuallyAccessible(page)
  })

  it('leads to an answer with its source, a tool run, a workflow run and a row, and checks each off', async () => {
    const page = await testBrowser.signedIn()
    const step = (title: string) => page.locator('.first-step', { hasText: title })
    await page.getByRole('link', { name: 'Open chat' }).click()
    await page.getByRole('button', { name: 'Within how many days can a bike be returned?' }).click()
    await page.getByText(/within 30 days after delivery.*\[Returns and refunds\]/).waitFor()

    await page.goto(baseUrl)
    await page.getByRole('link', { name: 'Open a tool' }).click()
    await page.getByLabel('expression').fill('17 * 24')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('408').first().waitFor()

    await page.goto(baseUrl)
    const toWorkflows = step('Run a workflow').getByRole('link', { name: 'Workflows' })
    await eventuallyEqual(() => toWorkflows.getAttribute('href'), '/workflows?type=static')
    await toWorkflows.click()
    await page.getByRole('link', { name: 'Sample: order total' }).waitFor()
    // An agent is talked to: the one of the sample would be first.
    assert.equal(await page.getByRole('link', { name: 'Sample: shop assistant' }).count(), 0)
    await page.getByRole('link', { name: 'Sample: order total' }).click()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('price').fill('69')
    await dialog.getByLabel('quantity').fill('2')
    await dialog.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('Completed').first().waitFor()

    await page.goto(baseUrl)
    for (const title of ['Get an answer', 'Run a tool', 'Run a workflow'])
      await step(title).getByLabel('done').waitFor()
    await step('Add a row').getByLabel('to do').waitFor()
    await settled(page)
    await step('Add a row').getByRole('link', { name: 'Tables' }).click()
    await page.getByRole('link', { name: 'Sample orders' }).click()
    await page.getByRole('button', { name: 'Add row' }).first().click()
    const row = page.getByRole('dialog')
    await row.getByLabel('number').fill('1049')
    await row.getByRole('button', { name: 'Add row' }).click()
    await page.getByText('1049').first().waitFor()

    // All of it is done, an API call by the test itself as well: nothing is left to be shown.
    await page.goto(baseUrl)
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
    await eventuallyEqual(() => page.getByRole('heading', { name: 'Get started' }).count(), 0)
  })

  it('shows what happened, in the chosen time zone', async () => {
    const page = await testBrowser.signedIn()
    await page.getByLabel('Tool runs').check()
    await page.getByRole('slider', { name: 'Tool runs' }).waitFor()
    await page.getByLabel('Range').selectOption('7d')
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await page.reload()
    await eventuallyEqual(() => page.getByLabel('Time zone').inputValue(), 'Asia/Tokyo')
    await eventuallyEqual(() => page.getByLabel('Range').inputValue(), '7d')
    await page.getByLabel('Time zone').selectOption('UTC')
  })

  it('shows the timeline of an end user, and leads from the audit log to its objects', async () => {
    const page = await testBrowser.signedIn()
    await page.goto(`${baseUrl}/end-users?q=sample-data`)
    await page.getByRole('link', { name: 'sample-data' }).click()
    const timeline = page.getByRole('list', { name: 'Timeline' })
    await timeline.getByRole('link', { name: 'Sample: order total' }).waitFor()
    await timeline.getByText('paused').waitFor()
    await eventuallyAccessible(page)
    await page.getByRole('radio', { name: 'Chats' }).check()
    await eventuallyEqual(() => timeline.getByRole('listitem').count(), 1)
    await timeline.getByRole('link', { name: 'Returning a bike' }).click()
    await page.getByRole('heading', { name: 'Returning a bike' }).first().waitFor()
    // Entries do not have the names of end users and of what belongs to them; the page does.
    await page.goto(`${baseUrl}/audit?q=external_user.created`)
    await page.getByRole('link', { name: 'sample-data' }).first().waitFor()
    await page.goto(`${baseUrl}/audit?q=knowledge_collection.created`)
    await page.getByRole('link', { name: 'Sample handbook' }).first().waitFor()
    // What has no name of its own is called by what the entry says; what was deleted since is no link.
    await stoa.post('/api/v1/usage/adjustments', { body: { credits: 12, reason: 'A gift' } })
    await page.goto(`${baseUrl}/audit?q=usage.adjusted`)
    await page.getByRole('link', { name: '12 credits: A gift' }).first().waitFor()
    const { id } = await stoa.post('/api/v1/table/collections', { body: { name: 'Short-lived' } })
    await stoa.delete('/api/v1/table/collections/{id}', { params: { id } })
    await page.goto(`${baseUrl}/audit?q=${id}`)
    await page.getByText('collection.created').waitFor()
    // Looked up when someone is about to press it.
    await page
      .getByRole('table')
      .getByRole('link', { name: /short-lived/i })
      .hover()
    await eventuallyEqual(
      () =>
        page
          .getByRole('table')
          .getByRole('link', { name: /short-lived/i })
          .count(),
      0,
    )
    assert.equal(
      await page
        .getByRole('table')
        .getByText(/^short-lived$/i)
        .count(),
      2,
    )
    await page.goto(`${baseUrl}/audit?q=workflow.created`)
    await page.getByRole('link', { name: 'Sample: shop assistant' }).first().click()
    await page.getByRole('heading', { name: 'Sample: shop assistant', level: 1 }).waitFor()
  })

  it('creates a project, switches to it, and has none of the data of the other', async () => {
    const page = await testBrowser.signedIn()
    await page.getByRole('button', { name: 'Project Default: switch' }).click()
    await page.getByRole('menuitem', { name: 'Create project' }).press('Enter')
    await page.getByRole('dialog', { name: 'Create a project' }).getByLabel('Name').fill('Staging')
    await eventuallyAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByText('Activity and health of Staging.').waitFor()
    await page.getByRole('button', { name: 'Add sample data' }).waitFor()
    await page.getByRole('button', { name: 'Project Staging: switch' }).click()
    await page.getByRole('menuitem', { name: 'Default' }).press('Enter')
    await page.getByText('Activity and health of Default.').waitFor()
  })

  it('removes all of the sample on one click, and nothing that others have made with it', async () => {
    const [config] = await stoa.get('/api/v1/auth_configs', { query: { q: 'Sample: demo service' } })
    const others = createStoa(testServer).as('has-own-account')
    const body = { authConfigId: config!.id }
    const account = await others.post('/api/v1/connected_accounts/demo', { body })
    // More than one page of newer conversations, which are not of the sample.
    const newer = Array.from({ length: 100 }, () => others.post('/api/v1/graphify/threads', { body: {} }))
    await Promise.all(newer)
    const page = await testBrowser.signedIn()
    await page.goto(`${baseUrl}/settings`)
    await page.getByRole('button', { name: 'Remove sample data' }).click()
    await page.getByRole('button', { name: 'Add sample data' }).waitFor()
    const params = { id: account.id }
    assert.equal((await others.get('/api/v1/connected_accounts/{id}', { params })).status, 'ACTIVE')
    const { users, authConfigs, accounts, threads, ...rest } = await amounts()
    assert.deepEqual(
      {
        users: users - 1,
        authConfigs: authConfigs - 1,
        accounts: accounts - 1,
        threads: threads - newer.length,
        ...rest,
      },
      before,
    )
    await stoa.delete('/api/v1/connected_accounts/{id}', { params })
    await stoa.delete('/api/v1/auth_configs/{id}', { params: config! })
    const [user] = await stoa.get('/api/v1/external-users', { query: { q: 'has-own-account' } })
    await stoa.delete('/api/v1/external-users/{id}', { params: user! })
    assert.deepEqual(await amounts(), before)
  })
})
