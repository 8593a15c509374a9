import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { apiKey, baseUrl, eventually, testServer } from '../harness/browser.ts'
import { dataPages, toolPages } from '../harness/check-pages.ts'
import { keys } from '../harness/engines/webdriver.ts'
import { launchWebKit, type WebKit } from '../harness/engines/webkit.ts'
import { owner } from '../harness/test-server.ts'
import { seed } from '../seed/seed.ts'
import { createAgent } from '../seed/seed-chat.ts'

const stoa = createStoa({ baseUrl, apiKey })
let webkit: WebKit

const named = (selector: string, name: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((each) => each.checkVisibility() &&
    (each.getAttribute('aria-label') ?? each.textContent).trim() === ${JSON.stringify(name)})`
const button = (name: string) => named('button', name)
const heading = (name: string) => named('h1', name)
const message = named('textarea', 'Message')
const conversation = `document.querySelector('[role="log"]').textContent`

async function open(path: string): Promise<void> {
  await webkit.page.goto(baseUrl + path)
  await webkit.page.waitFor(`document.querySelector('h1') && !document.querySelector('main .skeleton')`)
}

describe('the dashboard in WebKit', () => {
  before(async () => {
    webkit = await launchWebKit()
    await webkit.page.setWindowSize(1280, 860)
  })
  after(() => webkit?.close())
  afterEach(async () => {
    assert.deepEqual(await webkit.page.faults(), [])
  })

  it('opens the link of the first account, signs out, and signs in', async () => {
    const { page } = webkit
    await page.goto(testServer.setUpLink)
    await page.type(`document.querySelector('[name=name]')`, owner.name)
    await page.type(`document.querySelector('[name=email]')`, owner.email)
    await page.type(`document.querySelector('[name=password]')`, owner.password + keys.enter)
    await page.waitFor(`document.body.textContent.includes('Get started')`)
    await page.click(button(owner.name))
    await page.click(named('[role=menuitem]', 'Sign out'))
    await page.waitFor(heading('Sign in'))
    await page.type(`document.querySelector('[name=email]')`, owner.email)
    await page.type(`document.querySelector('[name=password]')`, owner.password + keys.enter)
    await page.waitFor(`document.querySelector('nav.sidebar')`)
  })

  it('opens every page, none of which is wider than the window', async () => {
    await seed(testServer)
    const { page } = webkit
    await open('/')
    const check = async () => {
      for (const { path, heading: title } of [...dataPages, ...toolPages]) {
        // Inside the app, as a link does: the page stays the one that notes its faults.
        await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
        await page.waitFor(heading(title))
        await page.waitFor(`!document.querySelector('main .skeleton')`)
        const [content = 0, screen = 0] = await page.evaluate<number[]>(
          '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
        )
        assert.ok(content <= screen, `${path} is ${content} wide in a window of ${screen}`)
        assert.deepEqual(await page.faults(), [], path)
      }
    }
    await check()
    // As narrow as its toolbar allows.
    await page.setWindowSize(390, 860)
    await check()
    await page.setWindowSize(1280, 860)
  })

  it('streams a response, and waits for an approval', async () => {
    const agent = await createAgent(stoa, 'Approver', {
      tools: { pinnedSlugs: ['text_change_case'] },
      capabilities: { humanApproval: { sensitiveToolNames: ['text_change_case'] } },
    })
    const { id } = await stoa.post('/api/v1/graphify/threads', { body: { workflowId: agent } })
    await open(`/chats/${id}`)
    const { page } = webkit
    await page.type(message, `/slow 100 /say ${'one two three '.repeat(20)}`)
    const height = await page.evaluate<number>(`(${message}).offsetHeight`)
    assert.ok(height > 60, `the box is ${height} high`)
    await page.press(keys.enter)
    await page.waitFor(
      `${conversation}.includes('one two three one') && (${button('Stop')} || ${button('StopEsc')})`,
    )
    await page.waitFor(button('Regenerate'))
    await page.type(message, '/call text_change_case {"text": "ada", "to": "upper"}')
    await page.press(keys.enter)
    await page.click(button('Approve'))
    await page.waitFor(`${conversation}.includes('ADA')`)
  })

  it('edits a cell of a table by its keys', async () => {
    const { id } = await stoa.get('/api/v1/table/collections/{id}', { params: { id: 'customers' } })
    await open(`/tables/${id}?sort=name:asc`)
    const { page } = webkit
    await page.click(
      `[...document.querySelectorAll('[role=grid] td')].find((cell) => cell.textContent.trim() === 'Customer 001')`,
    )
    await page.press(`${keys.down}${keys.enter}`)
    await page.waitFor(`document.activeElement.matches('[role=grid] td input')`)
    await page.press(`Edited in WebKit${keys.enter}`)
    await eventually(
      async () =>
        (
          await stoa.get('/api/v1/table/collections/{id}/documents', {
            params: { id },
            query: { q: 'customer2@example.com' },
          })
        )[0]?.name === 'Edited in WebKit',
      'the save',
    )
  })

  it('adds a node to a workflow, and runs it', async () => {
    await open('/workflows')
    const { page } = webkit
    await page.press('c')
    await page.waitFor(`document.activeElement.matches('dialog input')`)
    await page.press(`In WebKit${keys.enter}`)
    await page.waitFor(`document.querySelectorAll('.react-flow__node').length === 2`)
    await page.press('a')
    await page.waitFor(
      `document.activeElement.matches('dialog[aria-label="Add a node"] input, dialog input')`,
    )
    await page.press('Set fields')
    await page.waitFor(
      `document.querySelector('[role=option][aria-selected=true]')?.textContent.includes('Set fields')`,
    )
    await page.press(keys.enter)
    await page.waitFor(`document.querySelectorAll('.react-flow__node').length === 3`)
    await page.waitFor(`document.body.textContent.includes('Saved')`)
    await page.press('r')
    await page.waitFor(`document.querySelector('dialog[open]')?.textContent.includes('Run the workflow')`)
    await page.press(keys.enter)
    await page.waitFor(`document.querySelectorAll('.node-card[data-status="completed"]').length === 3`)
  })
})
