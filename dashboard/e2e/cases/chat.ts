import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { apiKey, baseUrl, openTestBrowser, settled } from '../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual, isCleanInBothThemes } from '../harness/expect.ts'
import { converse, createAgent } from '../seed/seed-chat.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()

const log = (page: Page) => page.getByRole('log', { name: 'Conversation' })
async function say(page: Page, text: string): Promise<void> {
  const box = page.getByLabel('Message', { exact: true })
  await box.fill(text)
  // Until the last response has ended there is a button that stops it.
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
    await page.getByRole('heading', { name: '/say Hello from', level: 1 }).waitFor()
    await isCleanInBothThemes(page)
  })

  it('shows tool calls folded, with what they got and gave', async () => {
    const page = await testBrowser.signedIn('/chats')
    await page.getByRole('button', { name: /math_calculate/ }).click()
    const call = page.locator('details.tool-call')
    await call.getByText('Done').waitFor()
    await log(page)
      .getByText(/Tool math_calculate returned/)
      .waitFor()
    await call.locator('summary').click()
    await call.getByText('"17 * 24"').waitFor()
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
    const approval = page.getByRole('region', { name: 'Approval of text_change_case' })
    await approval.getByText('The agent asks before it uses this tool').waitFor()
    await isCleanInBothThemes(page)
    await approval.getByRole('button', { name: 'Approve' }).click()
    await log(page).getByText('Tool text_change_case returned: {"text":"ADA"}').waitFor()

    await say(page, order)
    await approval.getByRole('button', { name: 'Edit input' }).click()
    await approval.getByLabel('Input').fill('{"text": "grace", "to": "upper"')
    await approval.getByRole('button', { name: 'Approve with these' }).click()
    await approval.getByText(/is not JSON/).waitFor()
    await approval.getByLabel('Input').fill('{"text": "grace", "to": "upper"}')
    await eventuallyAccessible(page)
    await approval.getByRole('button', { name: 'Approve with these' }).click()
    await log(page).getByText('Tool text_change_case returned: {"text":"GRACE"}').waitFor()

    await say(page, order)
    await approval.getByRole('button', { name: 'Reject' }).click()
    await approval.getByLabel('Reason').fill('Not in capitals')
    await approval.getByRole('button', { name: 'Reject' }).click()
    await log(page)
      .getByText(/Not in capitals/)
      .first()
      .waitFor()
    await page.locator('details.tool-call').nth(2).getByText('Rejected').waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
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
    await eventuallyEqual(
      async () =>
        (await stoa.get('/api/v1/graphify/threads/{thread_id}/branches', { params: { thread_id: id } }))
          .length,
      3,
    )
    await log(page).getByText('third', { exact: true }).waitFor()
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

  it('shows why a run failed, renames and deletes a conversation', async () => {
    const agent = await createAgent(stoa, 'Failing')
    const id = await converse(stoa, agent, '/fail')
    const page = await testBrowser.signedIn(`/chats/${id}`)
    await page.getByRole('alert').waitFor()
    await eventuallyAccessible(page)
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByLabel('Title').fill('A failure')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'A failure', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Chat', level: 1 }).waitFor()
    await eventuallyEqual(() => page.getByRole('link', { name: /A failure/ }).count(), 0)
  })
})
