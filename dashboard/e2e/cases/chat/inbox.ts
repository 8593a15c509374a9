import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { inLongRun } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, openTestBrowser, pageSatisfies } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual, isCleanInBothThemes } from '../../harness/expect.ts'
import { converse, createAgent } from '../../seed/seed-chat.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()
describe('the inbox', () => {
  it('lists conversations of all end users, filtered and live', async () => {
    const agent = await createAgent(stoa, 'Support')
    await converse(stoa.as('alice'), agent, '/say Hello Alice')
    const page = await testBrowser.signedIn(`/inbox?agent=${agent}`)
    await page.getByRole('link', { name: 'alice', exact: true }).waitFor()
    // Nothing is read again unless something happens.
    let reads = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/threads/search')) reads++
    })
    await converse(stoa.as('bob'), agent, '/say Hello Bob')
    await page.getByRole('link', { name: 'bob', exact: true }).waitFor()
    assert.ok(reads < 10, `${reads} reads`)
    const edges = (await page.evaluate(
      `[...document.querySelectorAll('tbody time')].map((time) => time.getBoundingClientRect().right)`,
    )) as number[]
    assert.equal(new Set(edges).size, 1, `times end at ${edges}`)
    await isCleanInBothThemes(page)
    await page.getByLabel('Owner').fill('bob')
    await page.keyboard.press('Enter')
    await eventuallyEqual(() => page.locator('tbody tr').count(), 1)
    await page.getByLabel('State').selectOption('interrupted')
    await page.getByText('No results match these filters.').waitFor()
  })

  it('names conversations without a title by their first text, also where no one has opened them', async () => {
    const agent = await createAgent(stoa, 'Untitled')
    const id = await converse(stoa.as('dora'), agent, '/say Hello Dora')
    const page = await testBrowser.signedIn(`/inbox?agent=${agent}`)
    await page.getByRole('link', { name: '/say Hello Dora' }).waitFor()
    const user = await stoa.get('/api/v1/external-users/username/{username}', {
      params: { username: 'dora' },
    })
    await page.goto(`${baseUrl}/end-users/${user!.id}`)
    await page.getByRole('link', { name: '/say Hello Dora' }).waitFor()
    const params = { thread_id: id }
    await stoa.as('dora').patch('/api/v1/graphify/threads/{thread_id}', {
      params,
      body: { metadata: { title: 'A greeting' } },
    })
    await page.goto(`${baseUrl}/inbox?agent=${agent}`)
    await page.getByRole('link', { name: 'A greeting' }).waitFor()
  })

  it('reads a conversation without a change to it', async () => {
    const agent = await createAgent(stoa, 'Only read')
    const id = await converse(stoa.as('erin'), agent, '/say Hello Erin')
    const page = await testBrowser.signedIn(`/inbox?agent=${agent}`)
    const changes: string[] = []
    page.on('request', (request) => {
      const isRead = request.method() === 'GET' || request.url().endsWith('/search')
      if (!isRead) changes.push(`${request.method()} ${request.url()}`)
    })
    await page.getByRole('link', { name: '/say Hello Erin' }).click()
    await page.getByText('Hello Erin', { exact: true }).waitFor()
    // Later than anything that the page does as soon as it has the conversation.
    await page.getByRole('button', { name: 'Take over' }).waitFor()
    await page.waitForLoadState('networkidle')
    assert.deepEqual(changes, [])
    const params = { thread_id: id }
    const { metadata } = await stoa.as('erin').get('/api/v1/graphify/threads/{thread_id}', { params })
    assert.equal(metadata.title, undefined)
  })

  it('opens the conversation of an end user that a link to the chat names; a missing one cannot be written to', async () => {
    const agent = await createAgent(stoa, 'Linked')
    const id = await converse(stoa.as('finn'), agent, '/say Hello Finn')
    const page = await testBrowser.signedIn(`/chats/${id}`)
    await page.getByText('Hello Finn', { exact: true }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/inbox/${id}`)
    await page.getByRole('button', { name: 'Take over' }).waitFor()
    await page.goto(`${baseUrl}/chats/00000000-0000-4000-8000-000000000000`)
    await page.getByText('Thread not found').waitFor()
    assert.equal(await page.getByLabel('Message', { exact: true }).count(), 0)
    const { height } = (await page.getByRole('alert').boundingBox())!
    assert.ok(height < 200, `the error is ${height} pixels high`)
    await eventuallyAccessible(page)
  })

  it('has room for its columns whatever end users and conversations are called', inLongRun, async () => {
    const agent = await createAgent(stoa, 'Named')
    for (const title of ['\u200b', 'T'.repeat(500)])
      await stoa
        .as('e'.repeat(255))
        .post('/api/v1/graphify/threads', { body: { workflowId: agent, metadata: { title } } })
    const page = await testBrowser.signedIn(`/inbox?agent=${agent}`)
    // A title without a visible character would be a row that shows nothing to click on.
    await page.getByRole('link', { name: 'New conversation' }).waitFor()
    await eventuallyEqual(
      () =>
        page.evaluate(`(() => {
          const right = document.querySelector('table').parentElement.getBoundingClientRect().right
          return [...document.querySelectorAll('tbody time')].map((time) => time.getBoundingClientRect().right <= right)
        })()`),
      [true, true],
    )
  })

  it('gives the titles of conversations space at every width, and shows all its columns', async () => {
    const agent = await createAgent(stoa, 'An agent with a name of some length')
    const user = stoa.as('somebody.with.a.long.name@example.com')
    await user.post('/api/v1/graphify/threads', {
      body: { workflowId: agent, metadata: { title: 'Where is the order that I placed last week?' } },
    })
    const page = await testBrowser.signedIn(`/inbox?agent=${agent}`)
    await page.getByRole('link', { name: 'Where is the order' }).waitFor()
    const widths = { 390: 140, 768: 190, 1000: 190, 1081: 190, 1240: 190, 1280: 190, 1600: 190 }
    for (const [width, least] of Object.entries(widths)) {
      await page.setViewportSize({ width: Number(width), height: 800 })
      await eventuallyEqual(
        () =>
          page.evaluate(`(() => {
            const frame = document.querySelector('.table-frame')
            const title = document.querySelector('tbody td').getBoundingClientRect().width
            return [frame.scrollWidth - frame.clientWidth, title >= ${least}]
          })()`),
        [0, true],
        `${width}`,
      )
    }
  })

  it('has a thousand conversations, a page at a time', inLongRun, async () => {
    const agent = await createAgent(stoa, 'Crowded')
    const titles = Array.from({ length: 1_000 }, (_, at) => `Order ${at + 1}`)
    while (titles.length > 0)
      await Promise.all(
        titles
          .splice(0, 50)
          .map((title) =>
            stoa.post('/api/v1/graphify/threads', { body: { workflowId: agent, metadata: { title } } }),
          ),
      )
    const page = await testBrowser.signedIn(`/inbox?agent=${agent}`)
    await page.getByText('1–25 of 1,000').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('26–50 of 1,000').waitFor()
    await eventuallyEqual(() => page.locator('tbody tr').count(), 25)
    await page.getByLabel('Search by title').fill('Order 777')
    await eventuallyEqual(() => page.locator('tbody tr').count(), 1)
    await page.getByLabel('Answered by').selectOption('A human')
    await page.getByText('No results match these filters.').waitFor()
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
    const { total } = await stoa
      .with({ headers: { 'x-act-across-users': 'true' } })
      .page('/api/v1/graphify/threads/search', { method: 'post', body: { replyMode: 'human', ids: [id] } })
    assert.equal(total, 1)
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
    await pageSatisfies(page, 'document.documentElement.scrollWidth <= innerWidth')
  })
})

const converseAgain = (user: typeof stoa, id: string, content: string) =>
  user.post('/api/v1/graphify/threads/{thread_id}/runs/wait', {
    params: { thread_id: id },
    body: { input: { messages: [{ type: 'human', content }] } },
  })

describe('the feedback overview', () => {
  it('counts ratings by day and version, and leads to the message', async () => {
    const agent = await createAgent(stoa, 'Rated')
    const rate = async (user: string, text: string, body: { score: number; comment?: string }) => {
      const caller = stoa.as(user)
      const id = await converse(caller, agent, '/say Something before', `/say ${text}`)
      const messages = await caller.get('/api/v1/graphify/threads/{thread_id}/messages', {
        params: { thread_id: id },
      })
      await caller.post('/api/v1/graphify/threads/{thread_id}/messages/{messageId}/feedback', {
        params: { thread_id: id, messageId: messages.at(-1)!.id },
        body,
      })
    }
    await rate('dora', 'It is blue', { score: 1 })
    await rate('emil', 'It is red', { score: -1, comment: 'It is green' })
    const page = await testBrowser.signedIn('/inbox')
    await page.getByRole('link', { name: 'Feedback' }).click()
    await page.getByLabel('Agent', { exact: true }).selectOption('Rated')
    const versions = page.getByRole('table', { name: 'By version of the agent' })
    await eventuallyEqual(() => versions.getByRole('row').count(), 2)
    await versions.getByText('1.0.0').waitFor()
    await isCleanInBothThemes(page)
    await page.getByLabel('Rating', { exact: true }).selectOption('Bad')
    const list = page.getByRole('table', { name: 'Feedback' })
    await eventuallyEqual(() => list.locator('tbody tr').count(), 1)
    await list.getByText('It is green').waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await pageSatisfies(page, 'document.documentElement.scrollWidth <= innerWidth')
    await page.setViewportSize({ width: 1280, height: 800 })
    await list.getByRole('link', { name: 'It is red' }).click()
    await page.locator('.reply[data-linked]').getByText('It is red').waitFor()
    // An operator says so, too.
    await page.getByRole('button', { name: 'Good response' }).last().click()
    await page
      .getByRole('button', { name: /the comment|a comment/ })
      .last()
      .click()
    await page.getByRole('dialog').getByLabel('Comment').fill('The colour is wrong')
    await eventuallyAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(`${baseUrl}/feedback?agent=${agent}&comment=true`)
    await list.getByText('The colour is wrong').waitFor()
  })
})
