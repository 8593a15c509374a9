import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { newAgent } from '../../../test/agents/api.ts'
import { startScriptedApp } from '../../../test/agents/scripted-app.ts'
import { framesIn, newThread, threadsBase } from '../../../test/chat/api.ts'
import { ask } from '../../../test/chat/chat-app.ts'
import { AgUiEvent } from './schema/ag-ui-events.ts'
import { runEvents } from './schema/stream-events.ts'
import { UiChunk } from './schema/ui-chunks.ts'

/** Each model call requests another tool call, with the same text for the word `same`, until it gets no tools. */
const { app } = await startScriptedApp(({ messages, tools }) => {
  const said = messages.map(({ content }) => String(content))
  if (tools.length === 0) return { text: said.includes('silent') ? ' ' : 'So far.' }
  const text = said.includes('same') ? 'same' : String(messages.length)
  return { calls: [{ name: 'text_change_case', arguments: { text, to: 'upper' } }] }
})
const { admin } = await app.newProject()
const agentWith = (capabilities: object) =>
  newAgent(admin, {
    modelSettings: { model: 'openai/gpt-4o' },
    tools: { pinnedSlugs: ['text_change_case'] },
    capabilities,
  })
const byCalls = await agentWith({ modelCallLimit: { runLimit: 3 } })
const patient = await agentWith({})
const single = await agentWith({ modelCallLimit: { runLimit: 1 } })

async function streamed(agentId: string, text: string, headers: Record<string, string> = {}) {
  const threadId = await newThread(admin, { workflowId: agentId })
  const response = await admin.post(`${threadsBase}/${threadId}/runs/stream`, ask(text), headers)
  assert.equal(response.status, 200, response.text)
  return { threadId, end: framesIn(response.text).find(({ event }) => event === 'end')!.data }
}

async function lastMessage(threadId: string) {
  const { messages } = (await admin.get(`${threadsBase}/${threadId}`)).body.data.values
  return messages.at(-1)
}

async function lastChunk(agentId: string, text: string) {
  const { text: stream } = await admin.post(`/api/v1/chat/${agentId}/ui`, {
    id: randomUUID(),
    messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text }] }],
  })
  const chunks = framesIn(stream.replace('data: [DONE]', '')).map(({ data }) => data as { type: string })
  return UiChunk.parse(chunks.find(({ type }) => type === 'finish')) as {
    finishReason: string
    messageMetadata: Record<string, unknown>
  }
}

async function lastEvent(agentId: string, text: string) {
  const { text: stream } = await admin.post(`/api/v1/chat/${agentId}/ag-ui`, {
    threadId: randomUUID(),
    runId: randomUUID(),
    messages: [{ id: 'm1', role: 'user', content: text }],
    tools: [],
    context: [],
    state: {},
  })
  return AgUiEvent.parse(framesIn(stream).at(-1)!.data) as Record<string, unknown>
}

describe('a run that a limit ended says so', () => {
  test('in the end of its stream, and in the last message of the conversation', async () => {
    for (const [agentId, text, limit] of [
      [byCalls, 'go', 'model_calls'],
      [patient, 'same', 'repeated_calls'],
    ] as const) {
      const { threadId, end } = await streamed(agentId, text)
      assert.deepEqual(runEvents.names.end!.parse(end), { status: 'success', stoppedBy: limit })
      const { content, response_metadata: metadata } = await lastMessage(threadId)
      assert.deepEqual([content, metadata.finish_reason], ['So far.', limit])
    }
  })

  test('with an empty response', async () => {
    const { threadId, end } = await streamed(byCalls, 'silent')
    assert.deepEqual(end, { status: 'success', stoppedBy: 'model_calls' })
    const { content, response_metadata: metadata } = await lastMessage(threadId)
    assert.deepEqual([content.trim(), metadata.finish_reason], ['', 'model_calls'])
  })

  test('and not where the one call that it may make is all that it needed', async () => {
    const { threadId, end } = await streamed(single, 'go')
    assert.deepEqual(end, { status: 'success' })
    assert.equal((await lastMessage(threadId)).response_metadata.finish_reason, 'stop')
  })

  test('bare responses end as those of LangGraph do', async () => {
    const { end } = await streamed(byCalls, 'go', { 'x-raw-response': 'true' })
    assert.deepEqual(end, { status: 'success' })
  })

  test('to the AI SDK as a finish reason that is not stop', async () => {
    const finishOf = async (agentId: string, text: string) => {
      const { finishReason, messageMetadata } = await lastChunk(agentId, text)
      return [finishReason, messageMetadata.stoppedBy]
    }
    assert.deepEqual(await finishOf(byCalls, 'go'), ['length', 'model_calls'])
    assert.deepEqual(await finishOf(patient, 'same'), ['other', 'repeated_calls'])
    assert.deepEqual(await finishOf(single, 'go'), ['stop', undefined])
  })

  test('to clients of AG-UI as the result of the run', async () => {
    const { type, outcome, result } = await lastEvent(byCalls, 'go')
    assert.deepEqual(
      [type, outcome, result],
      ['RUN_FINISHED', { type: 'success' }, { stoppedBy: 'model_calls' }],
    )
    assert.equal('result' in (await lastEvent(single, 'go')), false)
  })
})
