import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { inLongRun } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, openTestBrowser } from '../../harness/browser.ts'
import { bundleClients } from '../../harness/client-page.ts'
import { eventuallyEqual, eventuallyMatches } from '../../harness/expect.ts'
import { type HostPage, startHostPage } from '../../harness/host-page.ts'
import { createAgent } from '../../seed/seed-chat.ts'

const stoa = createStoa({ baseUrl, apiKey })
const user = stoa.as('developer')
let host: HostPage
let agent: string

const testBrowser = openTestBrowser({
  isHost: (url) => url.startsWith(host.origin),
  // Zod, which these packages use, tries whether it may compile what it checks.
  provoked: /requires 'TrustedScript'/,
})

const upper = '/call text_change_case {"text": "ada", "to": "upper"}'
const slow = `/slow 150 /say ${'one two three four five six seven eight nine ten '.repeat(3).trim()}`

async function open(query: Record<string, string>): Promise<Page> {
  const page = await testBrowser.newPage()
  await page.goto(host.url({ server: baseUrl, agent, ...query }))
  await status(page, 'ready')
  return page
}
const status = (page: Page, expected: string) =>
  eventuallyEqual(() => page.locator('output').textContent(), expected)
const texts = (page: Page) => page.getByRole('list', { name: 'Messages' }).locator('li p').allTextContents()
async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

describe('hooks for React of other packages, on a page with a chat token', () => {
  before(async () => {
    host = await startHostPage({
      baseUrl,
      ownScript: await bundleClients(),
      createToken: (agentId) => user.post('/api/v1/chat/{agentId}/tokens', { params: { agentId }, body: {} }),
    })
    const { allowedOrigins } = await stoa.get('/api/v1/project')
    await stoa.patch('/api/v1/project', { body: { allowedOrigins: [...allowedOrigins, host.origin] } })
    agent = await createAgent(stoa, 'For hooks', {
      tools: { pinnedSlugs: ['text_change_case'] },
      capabilities: { humanApproval: { sensitiveToolNames: ['text_change_case'], decidedBy: 'end_user' } },
    })
  })
  after(() => host.close())

  it('useChat streams, has its messages after a reload, and resumes a run and an approval', async () => {
    const page = await open({ hook: 'useChat', chat: randomUUID() })
    await say(page, '/say Hello')
    await eventuallyEqual(() => texts(page), ['/say Hello', 'Hello'])
    await say(page, slow)
    await eventuallyMatches(async () => (await texts(page)).at(-1)!, /^one two three/)
    await page.reload()
    await eventuallyEqual(
      () => texts(page),
      ['/say Hello', 'Hello', slow, slow.slice('/slow 150 /say '.length)],
    )
    await say(page, upper)
    const call = page.getByRole('region', { name: 'text_change_case' })
    await eventuallyEqual(() => call.getAttribute('data-state'), 'approval-requested')
    await page.reload()
    await call.getByRole('button', { name: 'Approve' }).click()
    await eventuallyEqual(() => call.getAttribute('data-state'), 'output-available')
    await eventuallyMatches(async () => (await texts(page)).at(-1)!, /ADA/)
    await status(page, 'ready')
    await page.getByRole('button', { name: 'Regenerate' }).click()
    await eventuallyEqual(() => call.getAttribute('data-state'), 'approval-requested')
    await call.getByRole('button', { name: 'Reject' }).click()
    await eventuallyEqual(() => call.getAttribute('data-state'), 'output-denied')
    await status(page, 'ready')
    await page.reload()
    await eventuallyEqual(() => call.getAttribute('data-state'), 'output-denied')
    assert.equal(await page.getByRole('alert').count(), 0)
  })

  it(
    'useStream submits, joins its run after a reload, is resumed behind an interrupt, and has branches',
    inLongRun,
    async () => {
      const page = await open({ hook: 'useStream' })
      await say(page, '/say Hello')
      await eventuallyEqual(() => texts(page), ['/say Hello', 'Hello'])
      await status(page, 'ready')
      await say(page, slow)
      await eventuallyMatches(async () => (await texts(page)).at(-1)!, /^one two three/)
      await page.reload()
      await eventuallyEqual(
        () => texts(page),
        ['/say Hello', 'Hello', slow, slow.slice('/slow 150 /say '.length)],
      )
      await status(page, 'ready')
      await say(page, upper)
      const card = page.getByRole('region', { name: 'Interrupt' })
      await eventuallyEqual(() => card.locator('p').textContent(), 'text_change_case')
      await page.reload()
      await card.getByRole('button', { name: 'Approve' }).click()
      await eventuallyMatches(async () => (await texts(page)).at(-1)!, /ADA/)
      await status(page, 'ready')
      await eventuallyEqual(() => card.count(), 0)
      await page.getByRole('button', { name: 'Edit' }).first().click()
      await eventuallyEqual(() => texts(page), ['/say edited', 'edited'])
      await page.getByLabel('Branch').selectOption('1')
      await eventuallyEqual(async () => (await texts(page)).slice(0, 2), ['/say Hello', 'Hello'])
      assert.equal(await page.getByRole('alert').count(), 0)
    },
  )

  it('useStream stops a run', async () => {
    const page = await open({ hook: 'useStream' })
    await say(page, `/slow 300 /say ${'word '.repeat(300)}`)
    await eventuallyMatches(async () => (await texts(page)).at(-1)!, /^word/)
    await page.getByRole('button', { name: 'Stop' }).click()
    await status(page, 'ready')
    const thread = new URL(page.url()).searchParams.get('thread')!
    await eventuallyEqual(async () => {
      const [run] = await user.get('/api/v1/graphify/threads/{thread_id}/runs', {
        params: { thread_id: thread },
      })
      return run!.status
    }, 'cancelled')
  })
})
