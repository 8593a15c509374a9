import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { someOf } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, eventually, openTestBrowser, settled } from '../../harness/browser.ts'
import { hostileTexts } from '../../seed/hostile-texts.ts'

type Created = Record<string, string>
type Shown = { path: string; texts: readonly string[] }

async function post(path: string, body: object | FormData, headers: Record<string, string> = {}) {
  const isForm = body instanceof FormData
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, ...(isForm ? {} : { 'content-type': 'application/json' }), ...headers },
    body: isForm ? body : JSON.stringify(body),
  })
  const text = await response.text()
  assert.equal(response.status, 200, `${path}: ${text}`)
  return (JSON.parse(text) as { data: Created }).data
}

const first = hostileTexts[0]!
const all = hostileTexts.join('\n\n')
// Of what a list shows on its first page.
const some = hostileTexts.filter((_, i) => i % 10 === 3)

async function storeRows(): Promise<Shown> {
  const { id } = await post('/table/collections', {
    name: 'Hostile',
    schema: { fields: [{ name: 'text', type: 'text' }] },
  })
  for (const text of hostileTexts) await post(`/table/collections/${id}/documents`, { text })
  return { path: `/tables/${id}`, texts: hostileTexts.slice(-10) }
}

async function storeMessages(): Promise<Shown> {
  const agent = { prompt: all, modelSettings: { model: 'local/demo' } }
  const { id: workflowId } = await post('/workflow/manager/create', {
    name: first,
    description: all.slice(0, 400),
    workflowType: 'agent',
    agent,
  })
  await fetch(`${baseUrl}/api/v1/workflow/manager/activeStatus/${workflowId}`, {
    method: 'PATCH',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ activeStatus: true }),
  })
  const { id } = await post('/graphify/threads', { workflowId })
  // The demonstration model repeats its prompt, so that the same texts come as its response, rendered as Markdown.
  await post(`/graphify/threads/${id}/runs/wait`, {
    input: { messages: [{ type: 'human', content: `/say ${all}` }] },
  })
  return { path: `/chats/${id}`, texts: [first, hostileTexts.at(-1)!] }
}

async function storeFiles(): Promise<Shown> {
  const names = some.map((text) => `${text.replaceAll('/', '∕')}.txt`)
  for (const name of names) {
    const form = new FormData()
    form.set('file', new Blob([all]), name)
    await post('/file/upload/single/document', form)
  }
  return { path: '/files', texts: [] }
}

/** Everything that has a name, a description or a result. */
async function storeNames(): Promise<Shown[]> {
  for (const text of some) await post('/api-keys', { name: text.slice(0, 60), role: 'member' })
  const user = await post('/external-users', { name: 'hostile', metadata: { text: all, [first]: first } })
  const skill = await post('/skills/create', { name: 'hostile', description: first, instructions: all })
  const knowledge = await post('/knowledge/collections', { name: first, description: first })
  await post(`/knowledge/collections/${knowledge.id}/ingest/text`, { title: first, content: all })
  const { logId } = await post('/tools/execute/text_change_case', {
    arguments: { text: all.slice(0, 5_000), to: 'lower' },
  })
  return [
    { path: '/keys', texts: [some[0]!.slice(0, 60)] },
    { path: `/end-users/${user.id}`, texts: [first] },
    { path: `/skills/${skill.id}`, texts: [first] },
    { path: '/knowledge', texts: [first] },
    { path: `/knowledge/${knowledge.id}`, texts: [first] },
    { path: `/tool-runs/${logId}`, texts: [first.toLowerCase()] },
    { path: '/agents', texts: [first] },
    { path: '/chats', texts: [] },
    { path: '/events', texts: [] },
    { path: '/audit', texts: [] },
  ]
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

/** As text of the page, or in a field of it. */
async function isShown(page: Page, texts: readonly string[]): Promise<boolean> {
  const text = await page.locator('main').textContent()
  const values = await page.evaluate<string>(
    "[...document.querySelectorAll('input, textarea')].map(({ value }) => value).join(' ')",
  )
  const all = inOneLine(`${text} ${values}`)
  return texts.every((each) => all.includes(inOneLine(each).slice(0, 40)))
}

const isAttacked = (page: Page) => page.evaluate('window.attacked !== undefined')

describe('texts that attack the page which shows them', () => {
  const testBrowser = openTestBrowser()
  let shown: Shown[] = []
  before(async () => {
    shown = [await storeRows(), await storeMessages(), await storeFiles(), ...(await storeNames())]
  })

  it('are shown as they are, run nothing and make no element', async () => {
    const page = await testBrowser.signedIn('/')
    let dialogs = 0
    page.on('dialog', (dialog) => {
      dialogs++
      void dialog.dismiss()
    })
    for (const { path, texts } of someOf(shown, 7)) {
      await page.goto(baseUrl + path)
      await settled(page)
      await eventually(() => isShown(page, texts), `${path} shows the texts`)
      assert.equal(await isAttacked(page), false, path)
      const made = await page.evaluate(
        `document.querySelectorAll('main iframe, main object, main embed, main math, main [onerror], main [onload], main [href^="javascript:"]').length`,
      )
      assert.equal(made, 0, `${path} has elements of the texts`)
    }
    assert.equal(dialogs, 0)
  })
})
