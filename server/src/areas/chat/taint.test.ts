import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { newAgent, say } from '../../../test/agents/api.ts'
import { startScriptedApp } from '../../../test/agents/scripted-app.ts'
import { type ModelRequest, obedient } from '../../../test/agents/scripted-model.ts'
import { startWebPages } from '../../../test/agents/web-pages.ts'
import { threadsBase } from '../../../test/chat/api.ts'
import type { Caller } from '../../../test/harness.ts'
import { base, chainOf, newWorkflow } from '../../../test/workflows/api.ts'
import { uploadAs } from '../files/testing.ts'

const { pages, origin } = await startWebPages()
const theft = { url: `${origin}/steal`, method: 'POST', body: {} }
/** It does what it reads last; an agent that sends does so by itself. */
const script = (request: ModelRequest): ReturnType<typeof obedient> => {
  const { messages } = request
  const isSender = String(messages[0].content).startsWith('I send.') && messages.at(-1).role !== 'tool'
  return isSender ? { calls: [{ name: 'http_request', arguments: theft }] } : obedient(request)
}
const { app } = await startScriptedApp(script, { allowPrivate: '127.0.0.1' })
let caller: Caller
let agent: string
beforeEach(async () => {
  caller = (await app.newProject()).member.as('ada')
  pages['/page'] = 'A page.'
  agent = await newAgent(caller, {
    ...gpt,
    tools: { pinnedSlugs: ['http_get', 'http_request'] },
  })
})

const gpt = { modelSettings: { model: 'openai/gpt-4o' } }
const order = (name: string, input: object) => `DO ${name} ${JSON.stringify(input)} END`
const send = order('http_request', theft)
const post = async (path: string, body: object) => {
  const { status, body: answer, text } = await caller.post(path, body)
  assert.equal(status, 200, text)
  return answer.data
}
const newThread = async (): Promise<string> => (await post(threadsBase, { workflowId: agent })).id
const change = (threadId: string, messages: object[]) =>
  post(`${threadsBase}/${threadId}/state`, { values: { messages } })
const messagesOf = async (threadId: string) =>
  (await caller.get(`${threadsBase}/${threadId}`)).body.data.values.messages as {
    id: string
    type: string
    content: unknown
    tool_call_id?: string
  }[]
const attached = async () => [
  { type: 'text', text: 'Read this.' },
  { type: 'file', fileId: (await uploadAs(caller, 'notes.txt', 'A file.')).file.id },
]

type Producer = { taint: string | null; threadId: () => Promise<string> }

/** Each leaves a text in a thread. */
const producers: Record<string, Producer> = {
  'the words of the user': {
    taint: null,
    threadId: async () => (await say(caller, agent, 'Hello.')).threadId,
  },
  'the result of a tool': {
    taint: 'tool:http_get',
    threadId: async () => (await say(caller, agent, order('http_get', { url: `${origin}/page` }))).threadId,
  },
  'a file in a run': {
    taint: 'file',
    threadId: async () =>
      (
        await post(`${base}/execute/${agent}`, {
          input: { messages: [{ role: 'user', content: await attached() }] },
          wait: 30_000,
        })
      ).threadId,
  },
  'a file in a state': {
    taint: 'file',
    async threadId() {
      const id = await newThread()
      await change(id, [{ type: 'human', content: await attached() }])
      return id
    },
  },
  'a file that is sent while a human answers': {
    taint: 'file',
    async threadId() {
      const id = await newThread()
      const mode = (replyMode: string) => caller.patch(`${threadsBase}/${id}/reply-mode`, { mode: replyMode })
      assert.equal((await mode('human')).status, 200)
      await post(`${threadsBase}/${id}/runs/wait`, {
        input: { messages: [{ type: 'human', content: await attached() }] },
      }).catch(() => undefined)
      assert.equal((await mode('agent')).status, 200)
      return id
    },
  },
  'a result that a client sends': {
    taint: 'update',
    async threadId() {
      const id = await newThread()
      const tool_calls = [{ id: 'call', name: 'lookup', args: {} }]
      await change(id, [
        { type: 'human', content: 'Look it up.' },
        { type: 'ai', content: '', tool_calls },
        { type: 'tool', content: 'A result.', tool_call_id: 'call' },
      ])
      return id
    },
  },
}

/** Each has a call made in a thread, which asks if it knows of the text; what the call waits for. */
const consumers: Record<string, (threadId: string) => Promise<string>> = {
  'the next turn': async (threadId) => threadId,
  'a copy': async (threadId) => (await post(`${threadsBase}/${threadId}/copy`, {})).id,
  'a copy of a copy': async (threadId) => {
    const { id } = await post(`${threadsBase}/${threadId}/copy`, {})
    return (await post(`${threadsBase}/${id}/copy`, {})).id
  },
  'a thread whose messages a client sends back': async (threadId) => {
    const messages = await messagesOf(threadId)
    await change(
      threadId,
      messages.map(({ content, ...message }) => ({
        ...message,
        content: typeof content === 'string' ? content : 'Read this.',
      })),
    )
    return threadId
  },
}

const causeIn = async (threadId: string, message: string): Promise<string | null> => {
  const said = await say(caller, agent, message, { threadId })
  const { state } = (await caller.get(`${base}/executions/${said.executionId}`)).body.data
  if (said.status !== 'paused') assert.equal(said.status, 'completed', JSON.stringify(said))
  return state?.pauses[0]?.request.requests[0].taint ?? null
}

describe('what an agent does knows where the texts of its thread are from', () => {
  for (const [name, { taint, threadId }] of Object.entries(producers))
    test(name, async () => {
      for (const [consumer, then] of Object.entries(consumers)) {
        const id = await then(await threadId())
        assert.equal(await causeIn(id, send), taint, `${name}, then ${consumer}`)
      }
    })

  test('also when what was read is removed, and only what the model made of it is left', async () => {
    const id = await producers['the result of a tool']!.threadId()
    const messages = await messagesOf(id)
    const removed = messages.filter(({ type }) => type !== 'ai' && type !== 'human')
    assert.equal(removed.length, 1)
    await change(
      id,
      removed.map((message) => ({ id: message.id, type: 'remove' })),
    )
    const last = messages.at(-1)!
    assert.equal(last.type, 'ai')
    assert.equal(await causeIn(id, send), 'tool:http_get')
  })

  for (const [name, taint] of [
    ['the result of a tool', 'tool:http_get'],
    ['the words of the user', null],
  ] as const)
    test(`agents that are called, and those in workflows: ${name}`, async () => {
      const sender = { ...gpt, prompt: 'I send.' }
      const tools = { pinnedSlugs: ['http_get', 'http_request'] }
      const node = { id: 'sender', type: 'llm_agent', agent: { ...sender, toolSlugs: ['http_request'] } }
      const flow = await newWorkflow(caller, chainOf([node]), { name: 'Inner' })
      const other = await newAgent(caller, { ...sender, tools }, { name: 'Sender' })
      agent = await newAgent(caller, { ...gpt, tools, workflowIds: [flow], subAgentIds: [other] })
      for (const call of [order('delegate', { agent: 'Sender', task: 'go' }), order('workflow_inner', {})])
        assert.equal(await causeIn(await producers[name]!.threadId(), call), taint, call)
    })
})
