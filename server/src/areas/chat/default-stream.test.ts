import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newAgent } from '../../../test/agents/api.ts'
import { type Frame, framesIn, newThread, threadsBase } from '../../../test/chat/api.ts'
import { ask, contents, type Said, sensitive, startChatApp, upper } from '../../../test/chat/chat-app.ts'
import { messagesOf, read, textsOf } from '../../../test/chat/langgraph-chunks.ts'

/** Streams that name no `stream_mode`. */
const { project, agent, client, origin } = await startChatApp()
const { admin } = project
const bare = { 'x-raw-response': 'true' }

async function threadOf(length: number): Promise<string> {
  const id = await newThread(admin, { workflowId: agent })
  const messages = Array.from({ length }, (_, at) => ({
    type: at % 2 ? 'ai' : 'human',
    content: `message ${at}`,
  }))
  while (messages.length > 0) {
    const values = { messages: messages.splice(0, 100) }
    const { status, text } = await admin.post(`${threadsBase}/${id}/state`, { values })
    assert.equal(status, 200, text)
  }
  return id
}

// Large frames are written as fast as a connection takes them, so there is one.
const streamOf = async (id: string, body: object, headers = {}): Promise<string> => {
  const response = await fetch(`${origin}${threadsBase}/${id}/runs/stream`, {
    method: 'POST',
    headers: { 'x-api-key': project.adminKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return text
}
const namesOf = (frames: readonly Frame[]) => [...new Set(frames.map(({ event }) => event))]
const updatesOf = (frames: readonly Frame[]) =>
  frames
    .filter(({ event }) => event === 'updates')
    .flatMap(({ data }) => Object.entries(data as Record<string, { messages: Said[] }>))

const [short, long] = await Promise.all([threadOf(2), threadOf(500)])

test('a run in a thread of 500 messages sends as much as one in a thread of two', async () => {
  const sizes: number[] = []
  for (const id of [short, long]) {
    await streamOf(id, ask('/say first'))
    const text = await streamOf(id, ask(upper, 'the same id'))
    sizes.push(Buffer.byteLength(text))
    assert.doesNotMatch(text, /message 1"|first/)
  }
  // Ids, times and credits differ by a few digits.
  assert.ok(Math.abs(sizes[0]! - sizes[1]!) < 100, `${sizes}`)
  assert.ok(sizes[0]! < 20_000, `${sizes}`)
})

test('the deltas have every new message with its id, and what the state has at the end', async () => {
  const frames = framesIn(await streamOf(short, { input: messagesOf(upper) }))
  assert.deepEqual(namesOf(frames), [
    'metadata',
    'updates',
    'messages',
    'tool_call',
    'tool_result',
    'usage',
    'end',
  ])
  const added = updatesOf(frames)
  assert.deepEqual(
    added.map(([node]) => node),
    ['input', 'agent', 'tools', 'agent'],
  )
  const { values } = (await admin.get(`${threadsBase}/${short}/state`)).body.data
  assert.deepEqual(
    added.flatMap(([, { messages }]) => messages),
    values.messages.slice(-4),
  )
})

test('values are sent on request, alone or beside the deltas', async () => {
  for (const mode of ['values', ['values', 'updates']]) {
    const frames = framesIn(await streamOf(long, { ...ask('/say more'), stream_mode: mode }))
    const last = frames.filter(({ event }) => event === 'values').at(-1)!.data as { messages: Said[] }
    assert.ok(last.messages.length > 500)
    assert.equal(contents(last).at(-1), 'more')
    assert.equal(namesOf(frames).includes('updates'), Array.isArray(mode))
  }
})

test('a client that comes back gets the rest of the deltas, behind each id', async () => {
  const response = await admin.post(`${threadsBase}/${short}/runs/stream`, ask('/say one two three'))
  const frames = framesIn(response.text)
  const path = `/api/v1/graphify${response.headers.location}`
  const { run_id: run } = frames[0]!.data as { run_id: string }
  for (const [at, { id }] of frames.entries()) {
    // The last event of the log has usage and end, also for a reader that has seen them.
    if (id === '' || at >= frames.length - 2) continue
    for (const url of [path, `${threadsBase}/${short}/runs/${run}/stream`]) {
      const rest = framesIn((await admin.get(url, { 'last-event-id': id })).text)
      assert.deepEqual(rest.slice(1), frames.slice(at + 1), `${url} behind ${id}`)
    }
  }
})

test('a run that waits, and its continuation, send deltas', async () => {
  const careful = await newAgent(admin, sensitive)
  const id = await threadOf(40)
  const frames = framesIn(await streamOf(id, { ...ask(upper), workflowId: careful }))
  assert.deepEqual(namesOf(frames).slice(-3), ['interrupt', 'usage', 'end'])
  const rest = await streamOf(id, { command: { resume: true } })
  assert.deepEqual(
    updatesOf(framesIn(rest)).map(([node]) => node),
    ['tools', 'agent'],
  )
  assert.doesNotMatch(rest, /message 1"/)
})

test('the stream of a thread has the deltas of its runs, and their state on request', async () => {
  const eventsOf = async (query: string) => {
    const id = await threadOf(4)
    const stop = new AbortController()
    const response = await fetch(`${origin}${threadsBase}/${id}/stream${query}`, {
      headers: { 'x-api-key': project.adminKey },
      signal: stop.signal,
    })
    const run = admin.post(`${threadsBase}/${id}/runs/wait`, ask('/say hi'))
    let text = ''
    for await (const piece of response.body!) {
      text += Buffer.from(piece).toString()
      if (text.includes('event: end') && text.endsWith('\n\n')) break
    }
    stop.abort()
    await run
    return namesOf(framesIn(text))
  }
  assert.deepEqual(await eventsOf(''), ['metadata', 'updates', 'messages', 'usage', 'end'])
  assert.ok((await eventsOf('?stream_mode=run_modes,state_update')).includes('values'))
  assert.deepEqual(await eventsOf('?stream_mode=state_update'), ['metadata', 'values', 'usage', 'end'])
})

describe('clients of LangGraph get the state', () => {
  test('as from a server of LangGraph: without a mode, or with an empty list of them', async () => {
    const { thread_id: threadId } = await client.threads.create()
    for (const streamMode of [undefined, []]) {
      const chunks = await read(
        client.runs.stream(threadId, agent, {
          input: messagesOf('/say hi'),
          ...(streamMode ? { streamMode: streamMode as 'values'[] } : {}),
        }),
      )
      assert.deepEqual([...new Set(chunks.map(({ event }) => event))], ['metadata', 'values', 'usage', 'end'])
      const { run_id: runId } = chunks[0]!.data as { run_id: string }
      const joined = await read(client.runs.joinStream(threadId, runId))
      assert.equal(textsOf(joined.filter(({ event }) => event === 'values').at(-1)!.data).at(-1), 'hi')
    }
    const raw = framesIn(await streamOf(short, ask('/say raw'), bare))
    assert.deepEqual(namesOf(raw), ['metadata', 'values', 'usage', 'end'])
  })

  test('and no node of ours in their updates', async () => {
    const chunks = framesIn(await streamOf(short, { ...ask('/say hi'), stream_mode: 'updates' }, bare))
    assert.deepEqual(
      updatesOf(chunks).map(([node]) => node),
      ['agent'],
    )
  })
})
