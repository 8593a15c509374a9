import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { inLongRun } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, openTestBrowser, pageSatisfies, settled } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual, isCleanInBothThemes } from '../../harness/expect.ts'
import { converse, createAgent } from '../../seed/seed-chat.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()

const log = (page: Page) => page.getByRole('log', { name: 'Conversation' })
/** Whether the notice ends above the box in which messages are written, inside of the window. */
const isNoticeAbove = () => {
  const notice = document.querySelector('.toast')!.getBoundingClientRect()
  const box = document.querySelector('.composer')!.getBoundingClientRect()
  return notice.bottom <= box.top && notice.top >= 0 && box.bottom <= window.innerHeight
}
/** The name of the field that has the focus, or the text of the button. */
const focused = (page: Page) =>
  page.evaluate(`document.activeElement.name || document.activeElement.textContent.trim()`)

async function say(page: Page, text: string): Promise<void> {
  const box = page.getByLabel('Message', { exact: true })
  await box.fill(text)
  // Until the last response has ended the message would be queued behind it.
  await page.locator('.composer button:enabled', { hasText: 'Send' }).waitFor()
  await box.press('Enter')
}

describe('chat', () => {
  it('starts without an agent: one click creates one, and it answers', async () => {
    const page = await testBrowser.signedIn('/chats')
    await settled(page)
    await isCleanInBothThemes(page)
    await page.getByRole('button', { name: 'Create an assistant' }).click()
    await page.getByLabel('Message', { exact: true }).waitFor()
    await isCleanInBothThemes(page)
    await say(page, '/say Hello from **Stoa**')
    await log(page).getByText('Hello from Stoa').waitFor()
    await page
      .getByText(/credits$/)
      .first()
      .waitFor()
    // The title is made once, after the first response, without Markdown.
    await page.getByRole('heading', { name: '/say Hello from Stoa', level: 1 }).waitFor()
    await isCleanInBothThemes(page)
  })

  it('says which limit stopped a response, with a link to the limits of the agent', async () => {
    const agent = await createAgent(stoa, 'Limited', {
      tools: { pinnedSlugs: ['text_change_case'] },
      capabilities: { modelCallLimit: { runLimit: 2 } },
    })
    const thread = await converse(
      stoa,
      agent,
      '/call text_change_case {"text":"ada","to":"upper"}',
      '/say done',
    )
    const page = await testBrowser.signedIn(`/chats/${thread}`)
    await log(page).getByText('The agent reached its limit of model calls.').waitFor()
    await eventuallyEqual(() => log(page).getByText('Stopped', { exact: true }).count(), 1)
    await isCleanInBothThemes(page)
    await log(page).getByRole('link', { name: 'Open the limits of the agent' }).click()
    await page.waitForURL((url) => url.pathname.includes(agent) && url.hash === '#limits')
    await stoa.delete('/api/v1/workflow/manager/delete/{id}', { params: { id: agent } })
  })

  it('shows tool calls folded, with what they got and gave', async () => {
    const page = await testBrowser.signedIn('/chats')
    await page.getByRole('button', { name: /math_calculate/ }).click()
    const call = page.locator('details.tool-call')
    await call.getByText('Calculate', { exact: true }).waitFor()
    await call.getByText('Done').waitFor()
    await log(page)
      .getByText(/Tool math_calculate returned/)
      .waitFor()
    // The stored messages take the place of those that were streamed.
    await page
      .getByText(/credits$/)
      .first()
      .waitFor()
    await call.locator('summary').click()
    await call.getByText('"17 * 24"').waitFor()
    // What a developer needs of it.
    await call.getByText('math_calculate', { exact: true }).waitFor()
    await call.getByText('408').waitFor()
    await eventuallyAccessible(page)
  })

  it('streams, survives a reload in the middle, and stops with Escape', async () => {
    const page = await testBrowser.signedIn('/chats')
    await say(page, `/slow 300 /say ${'one two three four five six seven eight nine ten '.repeat(20)}`)
    await log(page)
      .getByText(/one two three/)
      .last()
      .waitFor()
    await page.reload()
    await log(page)
      .locator('.reply')
      .getByText(/one two three/)
      .waitFor()
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    await page.getByLabel('Message', { exact: true }).press('Escape')
    await log(page).getByText('Stopped').first().waitFor()
    await page.getByRole('button', { name: 'Send' }).waitFor()
  })

  it('waits for an approval: approve, edit the input, reject with a reason', async () => {
    const agent = await createAgent(stoa, 'Careful', {
      tools: { pinnedSlugs: ['text_change_case'] },
      capabilities: { humanApproval: { sensitiveToolNames: ['text_change_case'] } },
    })
    const order = '/call text_change_case {"text": "ada", "to": "upper"}'
    const page = await testBrowser.signedIn(`/chats?agent=${agent}`)
    await say(page, order)
    const approval = page.getByRole('region', { name: 'Approval of Change case' })
    await approval.getByText('The agent wants to use Change case text_change_case.').waitFor()
    await approval.getByText('The agent asks before it uses this tool').waitFor()
    await isCleanInBothThemes(page)
    await approval.getByRole('button', { name: 'Approve' }).click()
    await log(page).getByText('Tool text_change_case returned: {"text":"ADA"}').waitFor()

    // The approval of before must not be shown until the new one is read: what is edited in it would be lost.
    await page.route(/\/threads\/[0-9a-f-]{36}$/, async (route) => {
      await pause(1500)
      await route.continue()
    })
    await say(page, order)
    await approval.getByRole('button', { name: 'Edit input' }).click()
    await eventuallyEqual(() => focused(page), 'input')
    await page.keyboard.press('Escape')
    await eventuallyEqual(() => focused(page), 'Edit input')
    await page.keyboard.press('Enter')
    await approval.getByLabel('Input').fill('{"text": "grace", "to": "upper"')
    await approval.getByRole('button', { name: 'Approve with these' }).click()
    await approval.getByText(/is not JSON/).waitFor()
    await approval.getByLabel('Input').fill('{"text": "grace", "to": "upper"}')
    await eventuallyAccessible(page)
    await approval.getByRole('button', { name: 'Approve with these' }).click()
    await log(page)
      .getByText(/Tool text_change_case returned: \[A human changed the arguments.*\{"text":"GRACE"\}/s)
      .waitFor()

    await say(page, order)
    await approval.getByRole('button', { name: 'Reject' }).click()
    await approval.getByLabel('Reason').fill('Not in capitals')
    await approval.getByRole('button', { name: 'Reject' }).click()
    await log(page)
      .getByText(/Not in capitals/)
      .first()
      .waitFor()
    await page
      .locator('details.tool-call')
      .nth(2)
      .locator('summary')
      .getByText('Rejected', { exact: true })
      .waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await pageSatisfies(page, 'document.documentElement.scrollWidth <= innerWidth')
  })

  it('leads to the service of a missing account, and continues behind the consent', async () => {
    await stoa.post('/api/v1/auth_configs', {
      body: { toolkit: { slug: 'demo' }, authConfig: { type: 'use_provider_managed_auth' } },
    })
    const agent = await createAgent(stoa, 'Connected', { tools: { pinnedSlugs: ['demo_whoami'] } })
    const page = await testBrowser.signedIn(`/chats?agent=${agent}`)
    await say(page, '/call demo_whoami {}')
    const card = page.getByRole('region', { name: 'Connect demo' })
    await card.waitFor()
    await eventuallyAccessible(page)
    const opened = page.waitForEvent('popup')
    await card.getByRole('link', { name: 'Connect' }).click()
    const consent = await opened
    await consent.getByRole('button', { name: 'Continue to Demonstration' }).click()
    await consent.getByRole('link', { name: 'Allow' }).click()
    await consent.getByRole('heading', { name: 'Connected', exact: true }).waitFor()
    await consent.close()
    await card.getByRole('button', { name: 'Continue', exact: true }).click()
    await log(page)
      .getByText(/demo_whoami returned.*ada@demo.example/)
      .waitFor()
  })

  it('edits a message as a branch, and regenerates a response', async () => {
    const agent = await createAgent(stoa, 'Echo')
    const id = await converse(stoa, agent, '/say first', '/say second')
    const page = await testBrowser.signedIn(`/chats/${id}`)
    await log(page).getByText('second', { exact: true }).waitFor()
    await log(page).getByRole('button', { name: 'Edit' }).last().click()
    await page.getByLabel('Edit the message').fill('/say third')
    await page.keyboard.press('Enter')
    await log(page).getByText('third', { exact: true }).waitFor()
    await log(page).getByText('first', { exact: true }).waitFor()
    await eventuallyEqual(() => log(page).getByText('second', { exact: true }).count(), 0)
    await page.getByRole('button', { name: 'Regenerate' }).click()
    await page.getByRole('button', { name: 'Regenerate' }).waitFor()
    const branchCount = async () =>
      (await stoa.get('/api/v1/graphify/threads/{thread_id}/branches', { params: { thread_id: id } })).length
    await eventuallyEqual(branchCount, 3)
    await log(page).getByText('third', { exact: true }).waitFor()
    // Each version of the message and of the response is one click away, and looking at them adds none.
    const versions = log(page).locator('.branch-menu')
    await eventuallyEqual(
      async () => (await versions.allTextContents()).map((text) => text.trim()),
      ['Version 2/2', 'Version 2/2'],
    )
    await eventuallyAccessible(page)
    await log(page).getByRole('button', { name: 'Previous version of the message' }).press('Enter')
    await log(page).getByText('second', { exact: true }).waitFor()
    await eventuallyEqual(() => log(page).getByText('third', { exact: true }).count(), 0)
    await log(page).getByRole('button', { name: 'Next version of the message' }).click()
    await log(page).getByText('third', { exact: true }).waitFor()
    await log(page).getByRole('button', { name: 'Previous version of the response' }).click()
    await log(page).getByText('Version 1/2').waitFor()
    await eventuallyEqual(branchCount, 3)
  })

  it('compares two responses side by side: text, cost, tool calls', inLongRun, async () => {
    const agent = await createAgent(stoa, 'Calculator', { tools: { pinnedSlugs: ['math_calculate'] } })
    await createAgent(stoa, 'Without tools')
    const id = await converse(stoa, agent, '/call math_calculate {"expression": "2 + 3"}')
    const page = await testBrowser.signedIn(`/chats/${id}`)
    await log(page).getByRole('button', { name: 'Compare with another response' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Agent').selectOption('Without tools')
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Generate and compare' }).click()
    await page.getByRole('heading', { name: 'Compare', level: 1 }).waitFor()
    const right = page.getByRole('region', { name: 'Right' })
    await right.getByText(/math_calculate returned/).waitFor()
    await page.getByText('Right only').waitFor()
    await page
      .getByRole('region', { name: 'In both' })
      .getByText(/2 \+ 3/)
      .first()
      .waitFor()
    await isCleanInBothThemes(page)
    await page.locator('select[name=left]').selectOption('Branch 1')
    await page.locator('select[name=right]').selectOption('Branch 2 (current)')
    await page.getByText('Left only').waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await pageSatisfies(page, 'document.documentElement.scrollWidth <= innerWidth')
  })

  it(
    'queues messages behind a response, shows them after a reload, and takes them back',
    inLongRun,
    async () => {
      const agent = await createAgent(stoa, 'Busy')
      const page = await testBrowser.signedIn(`/chats?agent=${agent}`)
      await say(page, `/slow 200 /say ${'one two three four five six seven eight nine ten '.repeat(40)}`)
      await page.getByRole('button', { name: 'Stop' }).waitFor()
      const box = page.getByLabel('Message', { exact: true })
      const queued = log(page).getByRole('region', { name: 'Queued messages' })
      // The server takes its time with the second one: the third is not lost, and does not overtake it.
      const held = Promise.withResolvers<void>()
      await page.route(
        '**/runs',
        async (route) => {
          await held.promise
          await route.continue()
        },
        { times: 1 },
      )
      for (const text of ['/say second', '/say third']) {
        await box.fill(text)
        await box.press('Enter')
        await queued.getByText(text).waitFor()
      }
      held.resolve()
      // They can be withdrawn once they are accepted.
      await eventuallyEqual(() => queued.locator('button:enabled').count(), 2)
      await page.reload()
      await eventuallyEqual(
        () => queued.getByRole('listitem').allTextContents(),
        ['/say second', '/say third'],
      )
      await eventuallyAccessible(page)
      await queued.getByRole('button', { name: 'Withdraw the message' }).first().click()
      await eventuallyEqual(() => queued.getByRole('listitem').allTextContents(), ['/say third'])
      await box.press('Escape')
      await log(page).getByText('Stopped').first().waitFor()
      await log(page).getByText('third', { exact: true }).waitFor()
      await queued.waitFor({ state: 'detached' })
      await eventuallyEqual(() => log(page).getByText('second', { exact: true }).count(), 0)
    },
  )

  it('shows what a sub-agent does inside of the call, while it runs and from the log afterwards', async () => {
    const tools = { pinnedSlugs: ['text_change_case'] }
    const helper = await createAgent(stoa, 'Helper', { tools })
    // A sub-agent has no rights that the one before it has not.
    const agent = await createAgent(stoa, 'Lead', { tools, subAgentIds: [helper] })
    const page = await testBrowser.signedIn(`/chats?agent=${agent}`)
    const task = '/call text_change_case {"text": "ada", "to": "upper"}'
    await say(page, `/call delegate ${JSON.stringify({ agent: 'Helper', task })}`)
    const call = log(page).locator('details.tool-call').first()
    await call.getByText('Done').first().waitFor()
    await page.getByRole('button', { name: 'Send' }).waitFor()
    await call.locator('summary').first().click()
    const inner = call.getByRole('region', { name: 'Sub-agent' })
    await inner.getByText(/text_change_case returned.*ADA/).waitFor()
    await inner.locator('details.tool-call summary').click()
    await inner.getByText('"upper"').waitFor()
    await eventuallyAccessible(page)
  })

  it('keeps a response in sight that ends while nothing else can be read', inLongRun, async () => {
    const agent = await createAgent(stoa, 'Streamer')
    const page = await testBrowser.signedIn(`/chats?agent=${agent}`)
    const words = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ')
    const reply = log(page).locator('.reply .step-text')
    await say(page, `/slow 60 /say ${words}`)
    await reply.getByText(/word3/).waitFor()
    try {
      // Open streams go on, and no other connection can be made.
      await page.context().setOffline(true)
      await page.locator('.connection-bar').getByText('Reconnecting…').waitFor()
      await eventuallyEqual(() => reply.textContent(), words)
    } finally {
      await page.context().setOffline(false)
    }
    await page.getByRole('button', { name: 'Regenerate' }).waitFor()
    await eventuallyEqual(() => reply.textContent(), words)
  })

  it('sends files along, remembers a draft, and begins a line with Shift and Enter', async () => {
    const agent = await createAgent(stoa, 'Reader')
    const page = await testBrowser.signedIn(`/chats?agent=${agent}`)
    await page.getByLabel('Files for the model').setInputFiles({
      name: 'ferry.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('The ferry leaves at half past seven.'),
    })
    await page.getByRole('button', { name: 'Remove ferry.txt' }).waitFor()
    const box = page.getByLabel('Message', { exact: true })
    await box.fill('When does the ferry leave?')
    await box.press('Shift+Enter')
    await eventuallyEqual(() => box.inputValue(), 'When does the ferry leave?\n')
    await page.getByRole('link', { name: 'Inbox' }).click()
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
    await page.goBack()
    await eventuallyEqual(() => box.inputValue(), 'When does the ferry leave?\n')
    await box.press('Enter')
    await log(page)
      .getByText(/half past seven/)
      .waitFor()
    await log(page).getByText('ferry.txt', { exact: true }).waitFor()
  })

  it('keeps notices off the message box, on small screens as well', inLongRun, async () => {
    const id = await converse(stoa, await createAgent(stoa, 'Noticed'), '/say Hello')
    const page = await testBrowser.signedIn(`/chats/${id}`)
    await page.route(/feedback/, (route) => route.abort())
    await page.getByRole('button', { name: 'Good response' }).click()
    // A failure stays until it is dismissed.
    await page.locator('.toast').waitFor()
    await page.getByLabel('Message', { exact: true }).fill('Can this be sent?')
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await eventuallyEqual(() => page.evaluate(isNoticeAbove), true)
      await page.getByRole('button', { name: 'Send' }).click({ trial: true })
    }
    await eventuallyAccessible(page)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await eventuallyEqual(() => page.locator('.toast').count(), 0)
  })

  it('shows why a run failed, renames and deletes a conversation', async () => {
    const agent = await createAgent(stoa, 'Failing')
    const id = await converse(stoa, agent, '/fail')
    const page = await testBrowser.signedIn(`/chats/${id}`)
    await page.getByRole('alert').waitFor()
    await eventuallyAccessible(page)
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByLabel('Title', { exact: true }).fill('A failure')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'A failure', level: 1 }).waitFor()
    // On a phone they are among the other actions of the page.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Compare branches' }).waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Chat', level: 1 }).waitFor()
    await eventuallyEqual(() => page.getByRole('link', { name: /A failure/ }).count(), 0)
  })
})
