import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { newThread, threadsBase } from '../../../test/chat/api.ts'
import { startChatApp } from '../../../test/chat/chat-app.ts'

const { app, project, agent, client } = await startChatApp()
const { admin } = project

type Input = { type: string; content?: unknown; id?: string }
const say = async (id: string, ...messages: Input[]) => {
  const { status, text } = await admin.post(`${threadsBase}/${id}/state`, { values: { messages } })
  assert.equal(status, 200, text)
}
const threadWith = async (...messages: Input[]) => {
  const id = await newThread(admin, { workflowId: agent })
  if (messages.length > 0) await say(id, ...messages)
  return id
}
const human = (content: unknown, id: string = randomUUID()) => ({ type: 'human', content, id })
const ai = (content: string) => ({ type: 'ai', content, id: randomUUID() })
const previewOf = async (id: string, caller = admin) => {
  const { data } = (await caller.post(`${threadsBase}/search`, { ids: [id] })).body
  assert.equal(data.length, 1)
  return data[0].preview
}

describe('the preview of a thread', () => {
  test('200: the first message of the end user, in one line of 140 characters, in lists and of one thread', async () => {
    const id = await threadWith(
      ai('Hello! How can I help?'),
      human('  Where is\n\tmy order?  '),
      human('It is late'),
    )
    assert.equal(await previewOf(id), 'Where is my order?')
    assert.equal((await admin.get(`${threadsBase}/${id}`)).body.data.preview, 'Where is my order?')
    const long = await previewOf(await threadWith(human('word '.repeat(5_000))))
    assert.ok(long.length <= 140 && /^(word )+word…$/.test(long), long)
  })

  test('200: the texts of a message with blocks; null where there is none', async () => {
    const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }
    const text = { type: 'text', text: 'What is this?' }
    assert.equal(await previewOf(await threadWith(human([image, text]))), 'What is this?')
    assert.equal(await previewOf(await threadWith(human([image]), human('And now?'))), 'And now?')
    assert.equal(await previewOf(await threadWith(ai('Hello!'))), 'Hello!')
    for (const messages of [
      [],
      [human([image])],
      [human([image, { type: 'text', text: ' \n ' }])],
      [human('\u200b')],
    ])
      assert.equal(await previewOf(await threadWith(...messages)), null)
  })

  test('200: a message that was changed has its last text, one that was removed none', async () => {
    const id = await threadWith(human('my card is 4111', 'm1'), ai('Thanks'), human('And my name?', 'm2'))
    await say(id, human('my card is [card]', 'm1'))
    assert.equal(await previewOf(id), 'my card is [card]')
    await say(id, { type: 'remove', id: 'm1' })
    assert.equal(await previewOf(id), 'And my name?')
    await say(id, { type: 'remove', id: 'm2' })
    assert.equal(await previewOf(id), 'Thanks')
  })

  test('200: of the current branch', async () => {
    const id = await threadWith(human('first', 'm1'), ai('one'))
    const fork = { message_id: 'm1', position: 'before' }
    assert.equal((await admin.post(`${threadsBase}/${id}/fork`, fork)).status, 200)
    assert.equal(await previewOf(id), null)
    await say(id, human('otherwise', 'm2'))
    assert.equal(await previewOf(id), 'otherwise')
    const behind = { message_id: 'm2', position: 'after' }
    assert.equal((await admin.post(`${threadsBase}/${id}/fork`, behind)).status, 200)
    await say(id, human('more', 'm3'))
    assert.equal(await previewOf(id), 'otherwise', 'the branch continues from there')
  })

  test('200: one of the last messages where the beginning of a conversation was removed', async () => {
    const messages = Array.from({ length: 60 }, (_, i) => human(`message ${i}`, `m${i}`))
    const id = await threadWith(...messages)
    await say(id, ...messages.slice(0, 50).map((each) => ({ type: 'remove', id: each.id })))
    await say(id, human('message 60', 'm60'))
    assert.equal(await previewOf(id), 'message 60')
  })

  test('200: only of threads of the acting user', async () => {
    const id = await threadWith(human('a secret'))
    for (const other of [admin.as('bea'), (await app.newProject()).admin]) {
      const { body, text } = await other.post(`${threadsBase}/search`, { ids: [id] })
      assert.deepEqual(body.data, [])
      assert.ok(!text.includes('secret'))
      assert.equal((await other.get(`${threadsBase}/${id}`)).status, 404)
    }
  })

  test('200: a page of threads takes no statement more than one thread', async () => {
    const ids = await Promise.all(['one', 'two', 'three'].map((text) => threadWith(human(text))))
    const search = (body: object) => app.statements.during(() => admin.post(`${threadsBase}/search`, body))
    const single = await search({ ids: ids.slice(0, 1) })
    const page = await search({ ids, sortBy: 'createdAt', sortOrder: 'asc' })
    assert.deepEqual(page.result.body.data.map(({ preview }: { preview: string }) => preview).sort(), [
      'one',
      'three',
      'two',
    ])
    assert.equal(page.sent.length, single.sent.length)
    assert.equal(page.sent.filter((text) => text.includes('thread_entry')).length, 1)
  })

  test('200: the official client of LangGraph reads threads with it', async () => {
    const id = await threadWith(human('Where is my order?'))
    const [found] = await client.threads.search({ ids: [id], limit: 1 })
    assert.equal((found as unknown as { preview: string }).preview, 'Where is my order?')
    assert.equal((await client.threads.get(id)).thread_id, id)
  })
})
