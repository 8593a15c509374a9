import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAgent } from '../../../test/agents/api.ts'
import { framesIn, newThread, threadsBase } from '../../../test/chat/api.ts'
import { startChatApp } from '../../../test/chat/chat-app.ts'

const { project, origin, start, untilRun } = await startChatApp()
const { admin } = project

const calls =
  '/call sleep_wait {"seconds":50}\n/call http_request {"url":"https://example.com","method":"POST"}'

type Shown = { type: string; content: string; name?: string; status?: string; tool_calls?: { id: string }[] }

/** A thread in which the first of two calls is being made; the other waits for its end. */
async function threadInCall() {
  const workflowId = await newAgent(admin, {
    tools: { pinnedSlugs: ['sleep_wait', 'http_request'] },
    capabilities: { humanApproval: { enabled: true, alwaysAllowedToolNames: ['http_request'] } },
  })
  const id = await newThread(admin, { workflowId })
  const { run } = await start(id, calls)
  const path = `${threadsBase}/${id}`
  const headers = { 'x-api-key': project.adminKey }
  const response = await fetch(`${origin}${path}/runs/${run.run_id}/stream`, { headers })
  let text = ''
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece
    if (framesIn(text).some(({ event }) => event === 'tool_call')) break
  }
  return { path, run, id }
}

test('a call that a cancel cuts off says that it may have taken effect; one that had not begun has no result', async () => {
  const { path, run, id } = await threadInCall()
  await admin.post(`${path}/runs/${run.run_id}/cancel?wait=true`)
  const { messages } = (await admin.get(`${path}/state`)).body.data.values as { messages: Shown[] }
  assert.deepEqual(
    messages.filter(({ type }) => type === 'tool').map(({ name, status }) => [name, status]),
    [['sleep_wait', 'error']],
  )
  assert.match(messages.at(-1)!.content, /"interrupted".*not known whether it took effect/)
  const { text } = await admin.get(`${path}/runs/${run.run_id}/stream?stream_mode=messages-tuple`)
  const results = framesIn(text).filter(({ event }) => event === 'tool_result')
  assert.equal(results.length, 1, text)
  const next = await start(id, '/say on')
  await untilRun(id, next.run.run_id, 'success')
})

test('a rollback takes it back as well', async () => {
  const { path, run } = await threadInCall()
  await admin.post(`${path}/runs/${run.run_id}/cancel?wait=true&action=rollback`)
  assert.deepEqual((await admin.get(`${path}/state`)).body.data.values.messages, [])
})
