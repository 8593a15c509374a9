import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newAgent } from '../../../test/agents/api.ts'
import { startChatApp } from '../../../test/chat/chat-app.ts'
import { messagesOf } from '../../../test/chat/langgraph-chunks.ts'

/** Searches and messages of LangGraph's clients: what they filter by, and what they get back. */
const { app, project, agent, client } = await startChatApp()
const base = '/api/v1/langgraph'

const idsOf = (threads: readonly { thread_id: string }[]) => threads.map(({ thread_id: id }) => id).sort()
const threadOf = async (assistant: string | null, metadata = {}) => {
  const { thread_id: id } = await client.threads.create({ metadata })
  if (assistant) await client.runs.wait(id, assistant, { input: messagesOf('/say hi') })
  return id
}

describe('the agent in the metadata of a thread', () => {
  test('is there from its first run, and threads are found by it', async () => {
    const kind = { kind: 'by-agent' }
    const { body } = await project.admin.get(`${base}/assistants/${agent}`)
    const other = await newAgent(project.admin, {})
    const [mine, theirs, none] = [
      await threadOf(agent, kind),
      await threadOf(other, kind),
      await threadOf(null, kind),
    ]
    const { metadata } = await client.threads.get(mine)
    assert.deepEqual(metadata, { ...kind, assistant_id: agent, graph_id: 'agent' })
    assert.deepEqual((await client.threads.get(none)).metadata, kind)
    const cases: [object, string[]][] = [
      [{ assistant_id: agent }, [mine]],
      [{ assistant_id: agent.toUpperCase() }, [mine]],
      [{ assistant_id: body.name }, [mine]],
      [{ graph_id: body.name }, [mine]],
      [{ graph_id: 'agent' }, [mine, theirs]],
      [{ graph_id: 'agent', assistant_id: other }, [theirs]],
      [{ graph_id: 'nothing' }, []],
      [{ assistant_id: null }, []],
      [{}, [mine, theirs, none]],
    ]
    for (const [filter, expected] of cases) {
      const search = { metadata: { ...kind, ...filter } }
      const text = JSON.stringify(filter)
      assert.deepEqual(idsOf(await client.threads.search({ ...search, limit: 100 })), expected.sort(), text)
      assert.equal(await client.threads.count(search), expected.length, text)
    }
  })

  test('a graph that a client has stored is found before the first run', async () => {
    const { thread_id: id } = await client.threads.create({ graphId: 'mine' })
    const found = await client.threads.search({ metadata: { graph_id: 'mine' } })
    assert.deepEqual(idsOf(found), [id])
  })
})

describe('filters', () => {
  test('assistants: by graph, metadata and name, in the requested order', async () => {
    const search = (body: object) => project.admin.post(`${base}/assistants/search`, body)
    const all = (await search({ limit: 100, sort_by: 'name', sort_order: 'asc' })).body
    assert.ok(all.length >= 2)
    const names = all.map(({ name }: { name: string }) => name)
    assert.deepEqual(names, [...names].sort())
    const filters: [{ select?: string[] } & Record<string, unknown>, number][] = [
      [{ graph_id: 'agent' }, all.length],
      [{ graph_id: 'other' }, 0],
      [{ metadata: { created_by: 'user' } }, all.length],
      [{ metadata: { created_by: 'system' } }, 0],
      [{ metadata: { isActive: false } }, 0],
      [{ metadata: { isActive: true }, select: ['assistant_id'] }, all.length],
    ]
    for (const [body, count] of filters) {
      assert.equal((await search({ ...body, limit: 100 })).body.length, count, JSON.stringify(body))
      const { select: _, ...filter } = body
      assert.equal((await project.admin.post(`${base}/assistants/count`, filter)).body, count)
    }
  })

  for (const [path, body, name] of [
    ['threads/search', { extract: { a: 'values.a' } }, 'extract'],
    ['threads/count', { assistant_id: 'x' }, 'assistant_id'],
    ['assistants/search', { config: {} }, 'config'],
    ['assistants/count', { q: 'x' }, 'q'],
  ] as const)
    test(`400: ${path} has no filter ${name}`, async () => {
      const { status, body: response } = await project.admin.post(`${base}/${path}`, body)
      assert.deepEqual([status, response.error.code], [400, 'unknown_field'])
      assert.match(response.message, new RegExp(`\\b${name}\\b`))
    })

  test('400: threads are not searched by their values', async () => {
    for (const path of ['threads/search', 'threads/count']) {
      const { status, body } = await project.admin.post(`${base}/${path}`, { values: { messages: [] } })
      assert.deepEqual([status, body.error.details[0].path], [400, '/values/messages'])
      assert.equal((await project.admin.post(`${base}/${path}`, { values: {} })).status, 200)
    }
  })
})

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const pdf = Buffer.from('%PDF-1.4 x').toString('base64')

describe('messages', () => {
  const blocks: Record<string, unknown>[] = [
    { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${png}`, detail: 'low' } },
    { type: 'image_url', image_url: `data:image/png;base64,${png}` },
    { type: 'image', source_type: 'base64', mime_type: 'image/png', data: png, metadata: { name: 'a.png' } },
    { type: 'image', source_type: 'url', url: `data:image/png;base64,${png}` },
    { type: 'image', mimeType: 'image/png', data: png },
    { type: 'image', base64: png, mime_type: 'image/png' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
    {
      type: 'file',
      source_type: 'base64',
      mime_type: 'application/pdf',
      data: pdf,
      metadata: { filename: 'b.pdf' },
    },
    {
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data: pdf },
      title: 'b.pdf',
    },
    { type: 'file', file: { filename: 'b.pdf', file_data: `data:application/pdf;base64,${pdf}` } },
  ]
  test('return images and PDFs in the form in which they were sent', async () => {
    const content = [{ type: 'text', text: '/say seen' }, ...blocks]
    const { thread_id: id } = await client.threads.create()
    await client.threads.updateState(id, { values: { messages: [{ type: 'human', content }] } })
    const { values } = await client.threads.getState<{ messages: { content: unknown }[] }>(id)
    assert.deepEqual(values.messages[0]!.content, content)
    assert.deepEqual(((await client.threads.get(id)).values as typeof values).messages[0]!.content, content)
    // To the model, each is what it is.
    const stored = await project.admin.get(`/api/v1/graphify/threads/${id}/messages`)
    assert.equal(stored.body.data[0].text, '/say seen')
  })

  for (const [form, message] of Object.entries({
    constructor: {
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', 'HumanMessage'],
      kwargs: { id: 'm1', content: '/say serialised', additional_kwargs: {}, response_metadata: {} },
    },
    stored: { type: 'human', data: { id: 'm1', content: '/say serialised', additional_kwargs: {} } },
  }))
    test(`are read as LangChain serialises them: ${form}`, async () => {
      const { thread_id: id } = await client.threads.create()
      await client.runs.wait(id, agent, { input: { messages: [message] } })
      const { values } = await client.threads.getState<{ messages: Record<string, unknown>[] }>(id)
      const [first, last] = [values.messages[0]!, values.messages.at(-1)!]
      assert.deepEqual([first.id, first.type, first.content], ['m1', 'human', '/say serialised'])
      assert.deepEqual([last.type, last.content], ['ai', 'serialised'])
    })

  test('400 and 422: a serialised message is checked like any other', async () => {
    const { thread_id: id } = await client.threads.create()
    const send = (message: object) =>
      project.admin.post(`${base}/threads/${id}/state`, { values: { messages: [message] } })
    const serialised = (name: string, kwargs: object) => ({
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', name],
      kwargs,
    })
    for (const [message, status] of [
      [serialised('OtherMessage', { content: 'x' }), 422],
      [serialised('HumanMessage', { content: '' }), 422],
      [serialised('HumanMessage', { content: 5 }), 400],
      [{ type: 'human', data: { content: 5 } }, 400],
    ] as const)
      assert.equal((await send(message)).status, status, JSON.stringify(message))
    assert.equal((await send(serialised('AIMessage', { content: 'x' }))).status, 200)
  })
})

test('AG-UI: images and files of the older form are read', async () => {
  const threadId = crypto.randomUUID()
  const content = [
    { type: 'text', text: '/say seen' },
    { type: 'binary', mimeType: 'image/png', data: png },
    { type: 'binary', mimeType: 'application/pdf', url: 'https://example.com/b.pdf', filename: 'b.pdf' },
  ]
  const { status, text } = await project.admin.post(`/api/v1/chat/${agent}/ag-ui`, {
    threadId,
    runId: 'r1',
    messages: [{ id: 'm1', role: 'user', content }],
    tools: [],
    context: [],
    state: {},
    forwardedProps: {},
  })
  assert.equal(status, 200, text)
  const { body } = await app.app.http
    .inject({
      url: `${base}/threads/${threadId}`,
      headers: { 'x-api-key': project.adminKey, host: 'localhost' },
    })
    .then((response) => ({ body: response.json() }))
  const [first] = body.values.messages
  assert.deepEqual(first.content, [
    content[0],
    { type: 'file', mimeType: 'image/png', data: png },
    { type: 'file', mimeType: 'application/pdf', filename: 'b.pdf', url: 'https://example.com/b.pdf' },
  ])
})
