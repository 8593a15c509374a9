import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { inLongRun } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, isFirefox, openTestBrowser, pageSatisfies } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual } from '../../harness/expect.ts'
import { type HostPage, startHostPage } from '../../harness/host-page.ts'
import { createAgent } from '../../seed/seed-chat.ts'

const stoa = createStoa({ baseUrl, apiKey })
const user = stoa.as('shopper')
let host: HostPage
let agent: string

// The browser reports what it does not let a page of another origin read.
const testBrowser = openTestBrowser({
  isHost: (url) => url.startsWith(host.origin),
  provoked: /blocked by CORS policy|Cross-Origin Request Blocked/,
})

const tokenUrl = () => `/token?agent=${agent}`
const attributes = (more: Record<string, string> = {}) => ({ agent, 'token-url': tokenUrl(), ...more })
const heard = (page: Page, name: string) =>
  page.evaluate(`window.heard.filter(([each]) => each === '${name}').map(([, detail]) => detail)`) as Promise<
    { role?: string; text?: string; status?: string; threadId?: string }[]
  >
const log = (page: Page) => page.getByRole('log', { name: 'Conversation' })
async function say(page: Page, text: string): Promise<void> {
  const box = page.getByLabel('Message', { exact: true })
  await box.fill(text)
  await page.getByRole('button', { name: 'Send' }).waitFor()
  await box.press('Enter')
}
async function open(more: Record<string, string> = {}): Promise<Page> {
  const page = await testBrowser.newPage()
  await page.goto(host.url(attributes(more)))
  return page
}

describe('embedded chat', () => {
  before(async () => {
    host = await startHostPage({
      baseUrl,
      createToken: (agentId) => user.post('/api/v1/chat/{agentId}/tokens', { params: { agentId }, body: {} }),
    })
    await stoa.patch('/api/v1/project', { body: { allowedOrigins: [host.origin] } })
    const { id: knowledge } = await stoa.post('/api/v1/knowledge/collections', { body: { name: 'Shop' } })
    await stoa.post('/api/v1/knowledge/collections/{id}/ingest/text', {
      params: { id: knowledge },
      body: { title: 'Opening hours', content: 'The shop opens at nine.' },
    })
    agent = await createAgent(stoa, 'Shop assistant', {
      knowledgeCollectionIds: [knowledge],
      tools: { pinnedSlugs: ['text_change_case', 'text_slugify', 'demo_whoami'] },
      capabilities: {
        humanApproval: {
          sensitiveToolNames: ['text_change_case', 'text_slugify'],
          decidedByTool: { text_change_case: 'end_user' },
        },
      },
      starterPrompts: ['/say Hello from the **shop**'],
      behavior: { cannedResponses: { greeting: 'Welcome to the shop!' } },
    })
  })
  after(() => host.close())

  it('works on a page of another origin with a strict policy, in both themes and on a phone', async () => {
    const page = await open()
    await log(page).getByText('Welcome to the shop!').waitFor()
    await page.getByRole('button', { name: '/say Hello from the **shop**' }).click()
    await log(page).getByText('Hello from the shop').waitFor()
    await eventuallyAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await eventuallyAccessible(page, { rules: ['color-contrast'] })
    await page.setViewportSize({ width: 360, height: 640 })
    await pageSatisfies(page, 'document.documentElement.scrollWidth <= innerWidth')
    await eventuallyEqual(
      async () => (await heard(page, 'message')).map(({ role, text }) => [role, text]),
      [
        ['human', '/say Hello from the **shop**'],
        ['ai', 'Hello from the **shop**'],
      ],
    )
  })

  it('streams, continues after a reload in the middle of a run, and stops', async () => {
    const page = await open()
    await say(page, `/slow 300 /say ${'one two three four five six seven eight nine ten '.repeat(60)}`)
    const reply = log(page).locator('.reply')
    await reply.getByText(/one two three/).waitFor()
    await page.reload()
    await reply.getByText(/one two three/).waitFor()
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    await page.getByLabel('Message', { exact: true }).press('Escape')
    await page.getByRole('button', { name: 'Send' }).waitFor()
    await eventuallyEqual(
      async () => (await heard(page, 'run-end')).map(({ status }) => status),
      ['cancelled'],
    )
    await page.getByRole('button', { name: 'New conversation' }).click()
    await log(page).getByText('Welcome to the shop!').waitFor()
  })

  it('says that a limit stopped the assistant, and not which one, also after a reload', async () => {
    const busy = await createAgent(stoa, 'Busy assistant', {
      tools: { pinnedSlugs: ['text_change_case'] },
      capabilities: { modelCallLimit: { runLimit: 2 } },
    })
    const page = await open({ agent: busy, 'token-url': `/token?agent=${busy}`, remember: '' })
    await say(page, '/call text_change_case {"text": "ada", "to": "upper"}')
    const note = log(page).getByText('The assistant stopped before it was done.', { exact: true })
    await note.waitFor()
    await page.reload()
    await note.waitFor()
    await eventuallyAccessible(page)
    assert.doesNotMatch((await log(page).textContent())!, /limit|model_calls/)
  })

  it('waits for an approval, and shows calls by their titles alone, where the page says so', async () => {
    const page = await open()
    await say(page, '/call text_change_case {"text": "ada", "to": "upper"}')
    const card = page.getByRole('region', { name: 'Needs your approval' })
    await card.getByRole('group', { name: 'Approval of Change case' }).waitFor()
    await card.getByText('The agent asks before it uses this tool').waitFor()
    await eventuallyAccessible(page)
    await card.getByRole('button', { name: 'Approve' }).click()
    await log(page)
      .getByText(/returned: {"text":"ADA"}/)
      .waitFor()
    const call = page.locator('.call')
    assert.equal(await call.count(), 0)
    await page.evaluate(`document.querySelector('stoa-chat').setAttribute('show-tools', '')`)
    await call.getByText('Text change case', { exact: true }).waitFor()
    await eventuallyEqual(() => call.textContent(), 'Text change caseDone')
    await eventuallyAccessible(page)
  })

  it('says that the team decides, and continues when it has decided', async () => {
    const page = await open()
    await say(page, '/call text_slugify {"text": "Hello World"}')
    const card = page.getByRole('region', { name: 'Waiting for approval' })
    await card.getByText('The team decides about the next step').waitFor()
    assert.equal(await card.getByRole('button').count(), 0)
    await eventuallyAccessible(page)
    const team = stoa.with({ headers: { 'x-act-across-users': 'true' } })
    const [pause] = await team.get('/api/v1/workflow/manager/pauses', { query: { workflowId: agent } })
    await team.post('/api/v1/workflow/manager/executions/thread/{threadId}/resume', {
      params: { threadId: pause!.threadId },
      body: { resumeValue: true },
    })
    await log(page)
      .getByText(/hello-world/)
      .first()
      .waitFor()
  })

  it('shows the passages that a response is based on', async () => {
    const page = await open()
    await say(page, '/call knowledge_search {"query": "when does the shop open"}')
    const sources = page.getByRole('region', { name: 'Sources' })
    await sources.locator('summary', { hasText: 'Opening hours' }).click()
    await sources.getByText('The shop opens at nine.').waitFor()
    await eventuallyAccessible(page)
  })

  it('leads to the consent of a missing account, and continues behind it', inLongRun, async () => {
    const page = await open()
    await say(page, '/call demo_whoami {}')
    const card = page.getByRole('region', { name: 'Connect demo' })
    const opened = page.waitForEvent('popup')
    await card.getByRole('link', { name: 'Connect' }).click()
    const consent = await opened
    await consent.getByRole('button', { name: 'Continue to Demonstration' }).click()
    await consent.getByRole('link', { name: 'Allow' }).click()
    await consent.getByRole('heading', { name: 'Connected', exact: true }).waitFor()
    await consent.close()
    // The tab of a Firefox knows that it is in sight again, and continues by itself.
    if (!isFirefox) await card.getByRole('button', { name: 'Continue', exact: true }).click()
    await log(page)
      .getByText(/Tool demo_whoami returned/)
      .waitFor()
  })

  it('attaches files, and shows a human who answers', async () => {
    const page = await open()
    await page.getByLabel('Message', { exact: true }).waitFor()
    const note = { name: 'order.txt', mimeType: 'text/plain', buffer: Buffer.from('Order 1042') }
    await page.locator('input[type=file]').setInputFiles(note)
    await page.getByRole('button', { name: 'Remove order.txt' }).waitFor()
    await say(page, '/say I have read it')
    await log(page).getByText('I have read it', { exact: true }).waitFor()
    await log(page).locator('.question').getByText('order.txt').waitFor()
    const [{ threadId = '' } = {}] = await heard(page, 'thread')
    const thread = { params: { thread_id: threadId } }
    const mode = '/api/v1/graphify/threads/{thread_id}/reply-mode'
    await user.patch(mode, { ...thread, body: { mode: 'human' } })
    await say(page, 'Is there a human?')
    await page.getByText('A human from the team answers you here.').waitFor()
    const text = 'Yes, it is Ada.'
    await user.post('/api/v1/graphify/threads/{thread_id}/operator-reply', { ...thread, body: { text } })
    await log(page).locator('.operator').getByText(text).waitFor()
    await page.reload()
    await log(page).locator('.question').getByText('order.txt').waitFor()
  })

  it('replaces a token that is refused, and offers to try again what failed', async () => {
    host.tokens.push(`stoaeu_${'x'.repeat(32)}`)
    const page = await open()
    const hints: string[] = []
    page.on('console', (message) => {
      if (message.text().startsWith('<stoa-chat>')) hints.push(message.text())
    })
    await log(page).getByText('Welcome to the shop!').waitFor()
    await stoa.patch('/api/v1/project', { body: { allowedOrigins: [] } })
    await say(page, '/say It works again')
    const retry = page.getByRole('button', { name: 'Retry' })
    await retry.waitFor()
    await page.getByText('The chat could not be reached. Check your connection.').waitFor()
    await eventuallyEqual(async () => hints.length, 1)
    assert.match(hints[0]!, new RegExp(`"allowedOrigins": \\["${host.origin}"\\].* Share & embed`))
    await eventuallyAccessible(page)
    await stoa.patch('/api/v1/project', { body: { allowedOrigins: [host.origin] } })
    await retry.click()
    await log(page).getByText('It works again', { exact: true }).waitFor()
    assert.ok((await heard(page, 'error')).length > 0)
  })

  it('opens as a panel by the keyboard, and closes with Escape', inLongRun, async () => {
    const page = await open({ mode: 'panel', placeholder: 'Ask the shop' })
    const launcher = page.getByRole('button', { name: 'Chat', exact: true })
    await launcher.focus()
    await page.keyboard.press('Enter')
    const box = page.getByRole('textbox', { name: 'Message' })
    await eventuallyEqual(() => box.getAttribute('placeholder'), 'Ask the shop')
    await pageSatisfies(
      page,
      `document.querySelector('stoa-chat').shadowRoot.activeElement?.tagName === 'TEXTAREA'`,
    )
    await eventuallyAccessible(page)
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'hidden' })
    await pageSatisfies(
      page,
      `document.querySelector('stoa-chat').shadowRoot.activeElement?.className === 'launcher'`,
    )
  })
})

describe('a shared agent', () => {
  it('is switched on in its settings, has a page for visitors, and a preview', async () => {
    const id = await createAgent(stoa, 'Front desk', { starterPrompts: ['/say Come in'] })
    const page = await testBrowser.signedIn(`/workflows/${id}/settings`)
    const card = page.getByRole('region', { name: 'Share & embed' })
    await card.getByText(`<stoa-chat agent="${id}"`).waitFor()
    await card.getByLabel('Public page').check()
    await card.getByLabel('Messages per visitor per day').fill('2')
    await card.getByRole('button', { name: 'Save page' }).click()
    const link = card.getByRole('link', { name: `/chat/${id}` })
    await link.waitFor()
    await eventuallyAccessible(page)
    await card.getByRole('button', { name: 'Preview' }).click()
    await card.getByRole('button', { name: '/say Come in' }).waitFor()

    const visitor = await testBrowser.newPage()
    await visitor.goto(`${baseUrl}/chat/${id}`)
    await visitor.getByRole('button', { name: '/say Come in' }).click()
    await log(visitor).getByText('Come in', { exact: true }).waitFor()
    await eventuallyAccessible(visitor)
    await visitor.reload()
    await log(visitor).getByText('Come in', { exact: true }).waitFor()
    await say(visitor, '/say Twice')
    await log(visitor).getByText('Twice', { exact: true }).waitFor()
    await say(visitor, '/say Too often')
    await visitor.getByText('You can send 2 messages a day here').waitFor()

    await card.getByLabel('Public page').uncheck()
    await card.getByRole('button', { name: 'Save page' }).click()
    await link.waitFor({ state: 'detached' })
    await eventuallyEqual(async () => (await visitor.goto(`${baseUrl}/chat/${id}`))?.status(), 404)
  })
})
