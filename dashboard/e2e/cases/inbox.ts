import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { apiKey, baseUrl, openTestBrowser } from '../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual, isCleanInBothThemes } from '../harness/expect.ts'
import { converse, createAgent } from '../seed/seed-chat.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()
describe('the inbox', () => {
  it('lists conversations of all end users, filtered and live', async () => {
    const agent = await createAgent(stoa, 'Support')
    await converse(stoa.as('alice'), agent, '/say Hello Alice')
    const page = await testBrowser.signedIn(`/inbox?agent=${agent}`)
    await page.getByText('alice').waitFor()
    await converse(stoa.as('bob'), agent, '/say Hello Bob')
    await page.getByText('bob').waitFor()
    await isCleanInBothThemes(page)
    await page.getByLabel('Owner').fill('bob')
    await page.keyboard.press('Enter')
    await eventuallyEqual(() => page.locator('[data-row]').count(), 1)
    await page.getByLabel('State').selectOption('interrupted')
    await page.getByText('No results.').waitFor()
  })

  it('is taken over, replied to by an operator, and returned to the agent, as the user sees it', async () => {
    const agent = await createAgent(stoa, 'Support')
    const user = stoa.as('carol')
    const id = await converse(user, agent, '/say Hello Carol')
    const page = await testBrowser.signedIn(`/inbox/${id}`)
    await page.getByText('Hello Carol', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Take over' }).click()
    await page.getByLabel('Reply').fill('A human here.')
    await page.keyboard.press('Enter')
    await page.getByRole('log').getByText('A human here.').waitFor()
    // The user answers, and no run starts.
    await user.post('/api/v1/graphify/threads/{thread_id}/runs/wait', {
      params: { thread_id: id },
      body: { input: { messages: [{ type: 'human', content: 'Thank you, human' }] } },
    })
    await page.getByText('Thank you, human').waitFor()
    await eventuallyAccessible(page)
    await page.getByRole('button', { name: 'Hand back to the agent' }).click()
    await page.getByRole('button', { name: 'Take over' }).waitFor()
    // What the agent says next is seen as it is said.
    const run = converseAgain(user, id, '/slow 100 /say I am back and I say a little more than before')
    await page
      .getByText(/I am back and/)
      .last()
      .waitFor()
    await run
    await page.setViewportSize({ width: 360, height: 740 })
  })
})

const converseAgain = (user: typeof stoa, id: string, content: string) =>
  user.post('/api/v1/graphify/threads/{thread_id}/runs/wait', {
    params: { thread_id: id },
    body: { input: { messages: [{ type: 'human', content }] } },
  })
