import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { z } from 'zod'
import { newAgent } from '../../../test/agents/api.ts'
import { framesIn, newThread, threadsBase } from '../../../test/chat/api.ts'
import { ask, sensitive, startChatApp, upper } from '../../../test/chat/chat-app.ts'
import { AgUiEvent } from './schema/ag-ui-events.ts'
import { streamModes } from './schema/run.ts'
import { runEvents } from './schema/stream-events.ts'
import { UiChunk } from './schema/ui-chunks.ts'

const { project, agent } = await startChatApp()
const careful = await newAgent(project.admin, sensitive)
const boss = await newAgent(project.admin, { subAgentIds: [agent] })

/** The described shape has every field of the data: parsing leaves nothing out. */
function fits(shape: z.ZodType, data: unknown, name: string): void {
  const { success, data: parsed, error } = shape.safeParse(data)
  assert.ok(success, `${name} ${JSON.stringify(data)}: ${error?.message}`)
  assert.deepEqual(parsed, data, name)
}

async function streamedNames(threadId: string, body: object, raw = false): Promise<Set<string>> {
  const all = { ...body, stream_mode: streamModes, stream_subgraphs: true }
  const headers = raw ? { 'x-raw-response': 'true' } : {}
  const { text } = await project.admin.post(`${threadsBase}/${threadId}/runs/stream`, all, headers)
  const frames = framesIn(text)
  for (const { event, data } of frames) {
    const shape = runEvents.names[event.split('|')[0]!]
    assert.ok(shape, `${event} is not described`)
    fits(shape, data, event)
  }
  return new Set(frames.map(({ event }) => event.split('|')[0]!))
}

test('describes every event of a run, in every mode', async () => {
  const seen = new Set<string>()
  const collect = async (threadId: string, body: object, raw = false) => {
    for (const name of await streamedNames(threadId, body, raw)) seen.add(name)
  }
  await collect(await newThread(project.admin, { workflowId: agent }), ask(upper))
  const delegated = `/call delegate {"agent":"${agent}","task":"/say done"}`
  await collect(await newThread(project.admin, { workflowId: boss }), ask(delegated))
  const waiting = await newThread(project.admin, { workflowId: careful })
  await collect(waiting, ask(upper))
  await collect(waiting, { command: { resume: { decisions: [{ type: 'approve' }] } } })
  for (const raw of [false, true]) {
    const broken = await newThread(project.admin, { workflowId: agent })
    await collect(broken, { ...ask('/say x'), model: 'nowhere/none' }, raw)
  }
  const expected = Object.keys(runEvents.names).filter((name) => name !== 'custom')
  assert.deepEqual(
    expected.filter((name) => !seen.has(name)),
    [],
  )
})

test('a call has the name that the model was offered in every event', async () => {
  const made = await project.admin.post('/api/v1/table/collections', { name: 'Orders' })
  const { id } = made.body.data
  const calls = [
    {
      by: await newAgent(project.admin, { databaseCollectionIds: [id] }),
      name: 'database_query',
      args: { collection: id },
    },
    {
      by: await newAgent(project.admin, { tools: { mode: 'META' } }),
      name: 'execute_tool',
      args: { slug: 'text_change_case', arguments: { text: 'ada', to: 'upper' } },
    },
  ]
  for (const { by, name, args } of calls) {
    const threadId = await newThread(project.admin, { workflowId: by })
    const body = { ...ask(`/call ${name} ${JSON.stringify(args)}`), stream_mode: streamModes }
    const { text } = await project.admin.post(`${threadsBase}/${threadId}/runs/stream`, body)
    const frames = framesIn(text)
    const of = (event: string) =>
      frames.filter((frame) => frame.event === event).map(({ data }) => data as Record<string, unknown>)
    const [call] = of('tool_call')
    assert.deepEqual([call?.name, call?.arguments], [name, args])
    assert.equal(of('tool_result')[0]?.name, name)
    assert.deepEqual(
      of('tools').map((each) => each.name),
      [name, name],
    )
    assert.deepEqual(
      of('events').flatMap((each) => (String(each.event).startsWith('on_tool') ? [each.name] : [])),
      [name, name],
    )
    const task = of('tasks').find((each) => each.name === 'tools' && 'input' in each)
    assert.deepEqual(task?.input, { name, args })
  }
})

test('describes every chunk of the AI SDK and every event of AG-UI', async () => {
  for (const each of [agent, careful]) {
    const ui = await project.admin.post(`/api/v1/chat/${each}/ui`, {
      id: randomUUID(),
      messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: upper }] }],
    })
    const chunks = framesIn(ui.text.replace('data: [DONE]', 'data: "[DONE]"'))
    assert.ok(chunks.length > 4)
    for (const { data } of chunks) fits(UiChunk, data, 'chunk')
    const agUi = await project.admin.post(`/api/v1/chat/${each}/ag-ui`, {
      threadId: randomUUID(),
      runId: randomUUID(),
      messages: [{ id: 'm1', role: 'user', content: upper }],
      tools: [],
      context: [],
      state: {},
    })
    const events = framesIn(agUi.text)
    assert.ok(events.length > 4)
    for (const { data } of events) fits(AgUiEvent, data, 'event')
  }
})
