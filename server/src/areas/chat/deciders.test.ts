import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { newAgent } from '../../../test/agents/api.ts'
import { framesIn, newThread, threadsBase } from '../../../test/chat/api.ts'
import { ask, startChatApp, upper } from '../../../test/chat/chat-app.ts'
import type { Caller } from '../../../test/harness.ts'
import { base, chainOf, newWorkflow, untilStatus } from '../../../test/workflows/api.ts'

const { app, project } = await startChatApp()
const { admin } = project
const alice = admin.as('alice')
let dashboard: Caller
before(async () => {
  dashboard = await app.signIn(project)
})

type Setting = { decidedBy?: string; decidedByTool?: Record<string, string>; sensitiveToolNames?: string[] }
const agentWith = (humanApproval: Setting = {}, more: object = {}) =>
  newAgent(
    admin,
    {
      tools: { pinnedSlugs: ['text_change_case'] },
      capabilities: { humanApproval: { sensitiveToolNames: ['text_change_case'], ...humanApproval } },
      ...more,
    },
    { isPublic: true },
  )

async function browserOf(agent: string, body: object = {}): Promise<Caller> {
  const { body: made, text } = await alice.post(`/api/v1/chat/${agent}/tokens`, body)
  assert.ok(made.data, text)
  return app.callerWith({ authorization: `Bearer ${made.data.token}` })
}

type Waiting = { agent: string; threadId: string; runId: string; pause: { id: string; value: Request } }
type Request = { decidedBy: string; requests: { id: string }[] }

async function waitingAt(agent: string, by: Caller = alice, text = upper): Promise<Waiting> {
  const threadId = await newThread(by, { workflowId: agent })
  const { body } = await by.post(`${threadsBase}/${threadId}/runs/wait`, { ...ask(text), workflowId: agent })
  const [pause] = body.data.__interrupt__
  const runs = await by.get(`${threadsBase}/${threadId}/runs`)
  return { agent, threadId, runId: runs.body.data[0].run_id, pause }
}

/** Every way to approve what a run waits for. */
const ways: Record<string, (by: Caller, waiting: Waiting) => Promise<{ status: number; text: string }>> = {
  'the resume of a thread': (by, { threadId }) =>
    by.post(`${base}/executions/thread/${threadId}/resume`, { resumeValue: true }),
  'a run that waits': (by, { threadId }) =>
    by.post(`${threadsBase}/${threadId}/runs/wait`, {
      command: { resume: { decisions: [{ type: 'approve' }] } },
    }),
  'a run in the background': (by, { threadId }) =>
    by.post(`${threadsBase}/${threadId}/runs`, { command: { resume: true } }),
  'a stream': (by, { threadId, pause }) =>
    by.post(`${threadsBase}/${threadId}/runs/stream`, { command: { resume: { [pause.id]: true } } }),
  LangGraph: (by, { threadId, agent }) =>
    by.post(`/api/v1/langgraph/threads/${threadId}/runs/wait`, {
      assistant_id: agent,
      command: { resume: [{ type: 'accept' }] },
    }),
  'AG-UI': (by, { threadId, agent, pause }) =>
    by.post(`/api/v1/chat/${agent}/ag-ui`, {
      threadId,
      runId: randomUUID(),
      messages: [],
      tools: [],
      context: [],
      state: {},
      forwardedProps: {},
      resume: [{ interruptId: pause.value.requests[0]!.id, status: 'resolved', payload: { approved: true } }],
    }),
  'the AI SDK': (by, { threadId, agent, pause, runId }) => {
    const { id } = pause.value.requests[0]!
    const part = {
      type: 'dynamic-tool',
      toolName: 'text_change_case',
      toolCallId: id,
      state: 'approval-responded',
      input: {},
      approval: { id, approved: true },
    }
    const messages = [{ id: runId, role: 'assistant', parts: [part] }]
    return by.post(`/api/v1/chat/${agent}/ui`, { id: threadId, messages, trigger: 'submit-message' })
  },
}
const ofWorkflows = 'the resume of a thread'

const endOf = async ({ runId }: Waiting) => {
  const done = await untilStatus(admin.acrossUsers(), runId, 'completed', 'failed')
  return done.outputData.text as string
}

describe('who decides about a sensitive call', () => {
  test('403: the end user does not, with a chat token or a key, in any protocol', async () => {
    const agent = await agentWith()
    const browser = await browserOf(agent)
    const waiting = await waitingAt(agent, browser)
    assert.equal(waiting.pause.value.decidedBy, 'operator')
    for (const [way, approve] of Object.entries(ways))
      for (const [who, by] of Object.entries({ browser, alice, member: project.member.as('alice') })) {
        if (who === 'browser' && way === ofWorkflows) continue
        const { status, text } = await approve(by, waiting)
        assert.equal(status, 403, `${way} by ${who}: ${text}`)
        assert.match(text, /approval_not_allowed/)
      }
    const { body } = await admin.acrossUsers().get(`${base}/executions/${waiting.runId}`)
    assert.equal(body.data.status, 'paused')
    assert.equal(body.data.state.pauses[0].decidedBy, 'operator')
  })

  test('200: the team does, at the dashboard and with the key of an admin, in every protocol', async () => {
    const agent = await agentWith()
    for (const [way, approve] of Object.entries(ways)) {
      const waiting = await waitingAt(agent)
      const { status, text } = await approve(admin.acrossUsers(), waiting)
      assert.equal(status, 200, `${way}: ${text}`)
      assert.match(await endOf(waiting), /ADA/, way)
    }
    for (const by of [dashboard.acrossUsers(), dashboard.as('alice')]) {
      const waiting = await waitingAt(agent)
      assert.equal((await ways[ofWorkflows]!(by, waiting)).status, 200)
      assert.match(await endOf(waiting), /ADA/)
    }
  })

  test('409: a run that says nothing does not end the question', async () => {
    const agent = await agentWith()
    const waiting = await waitingAt(agent)
    const runs = `${threadsBase}/${waiting.threadId}/runs`
    const { body: thread } = await alice.get(`${threadsBase}/${waiting.threadId}`)
    const repeated = ask(upper, thread.data.values.messages[0].id)
    const langGraph = `/api/v1/langgraph/threads/${waiting.threadId}/runs`
    for (const by of [alice, admin.acrossUsers()])
      for (const path of [runs, `${runs}/wait`, `${runs}/stream`, `${langGraph}/wait`])
        for (const body of [{}, { input: null }, { input: { messages: [] } }, { command: {} }, repeated]) {
          const { status, text } = await by.post(path, { assistant_id: agent, ...body })
          assert.equal(status, 409, `${path} ${JSON.stringify(body)}: ${text}`)
        }
    assert.equal((await ways.LangGraph!(admin.acrossUsers(), waiting)).status, 200)
    assert.match(await endOf(waiting), /ADA/)
    const other = await waitingAt(agent)
    const ending = { input: null, multitask_strategy: 'interrupt' }
    const { status } = await alice.post(`${threadsBase}/${other.threadId}/runs/wait`, ending)
    assert.equal(status, 200)
    await untilStatus(admin.acrossUsers(), other.runId, 'cancelled')
  })

  test('the AI SDK shows buttons to those who may decide alone', async () => {
    const agent = await agentWith()
    const chunksOf = async (by: Caller, chatId: string, text: string) => {
      const message = { id: randomUUID(), role: 'user', parts: [{ type: 'text', text }] }
      const body = { id: chatId, messages: [message], trigger: 'submit-message' }
      const stream = await by.post(`/api/v1/chat/${agent}/ui`, body)
      assert.equal(stream.status, 200, stream.text)
      return stream.text
    }
    const chatId = randomUUID()
    const shown = await chunksOf(await browserOf(agent), chatId, upper)
    assert.doesNotMatch(shown, /tool-approval-request/)
    assert.match(shown, /"data-approval".*"decidedBy":"operator"/)
    const { body } = await alice.get(`/api/v1/chat/${agent}/ui/${chatId}/messages`)
    assert.doesNotMatch(JSON.stringify(body), /approval-requested/)
    assert.match(await chunksOf(admin, randomUUID(), upper), /tool-approval-request/)
  })
})

describe('decidedBy', () => {
  test('end_user: the customer decides, and the team does not', async () => {
    const agent = await agentWith({ decidedBy: 'end_user' })
    for (const [way, approve] of Object.entries(ways)) {
      const browser = await browserOf(agent)
      const waiting = await waitingAt(agent, browser)
      assert.equal((await approve(admin.acrossUsers(), waiting)).status, 403, way)
      for (const by of [dashboard.acrossUsers(), dashboard.as('alice')])
        assert.equal((await approve(by, waiting)).status, 403, way)
      const { status, text } = await approve(way === ofWorkflows ? alice : browser, waiting)
      assert.equal(status, 200, `${way}: ${text}`)
      assert.match(await endOf(waiting), /ADA/, way)
    }
  })

  test('both: either of them; a token that excludes decisions still cannot', async () => {
    const agent = await agentWith({ decidedByTool: { TEXT_CHANGE_CASE: 'both' } })
    for (const by of [await browserOf(agent), admin.acrossUsers()]) {
      const waiting = await waitingAt(agent)
      assert.equal((await ways.LangGraph!(by, waiting)).status, 200)
      assert.match(await endOf(waiting), /ADA/)
    }
    const waiting = await waitingAt(agent)
    const excluded = await browserOf(agent, { canApprove: false })
    assert.equal((await ways.LangGraph!(excluded, waiting)).status, 403)
  })

  test('a token never widens it, and a tool can be narrower than its agent', async () => {
    const agent = await agentWith({ decidedBy: 'both', decidedByTool: { text_change_case: 'operator' } })
    const browser = await browserOf(agent, { canApprove: true })
    assert.equal((await ways.LangGraph!(browser, await waitingAt(agent, browser))).status, 403)
  })

  test('a workflow is decided about by those who decide about each tool in it', async () => {
    const change = { toolSlug: 'text_change_case', inputMapping: { text: 'ada', to: 'upper' } }
    const graph = chainOf([{ id: 'change', type: 'action', ...change }])
    const flow = await newWorkflow(admin, graph, { name: 'Change', isPublic: true })
    const cases: [Setting, string][] = [
      [{ decidedBy: 'end_user', decidedByTool: { Text_Change_Case: 'operator' } }, 'operator'],
      [{ decidedBy: 'both', decidedByTool: { text_change_case: 'end_user' } }, 'end_user'],
      [{ decidedByTool: { workflow_change: 'both', text_change_case: 'operator' } }, 'operator'],
      [{ decidedBy: 'operator', decidedByTool: { text_change_case: 'both' } }, 'operator'],
      [{ decidedByTool: { text_change_case: 'both' } }, 'operator'],
    ]
    for (const [setting, decidedBy] of cases) {
      const agent = await agentWith(setting, { workflowIds: [flow] })
      const { pause } = await waitingAt(agent, alice, '/call workflow_change {}')
      assert.equal(pause.value.decidedBy, decidedBy, JSON.stringify(setting))
    }
  })

  test('an agent that works for another cannot let more people decide than that one', async () => {
    const inner = await newAgent(
      admin,
      {
        tools: { pinnedSlugs: ['text_change_case'] },
        capabilities: {
          humanApproval: {
            sensitiveToolNames: ['text_change_case'],
            decidedByTool: { text_change_case: 'both' },
          },
        },
      },
      { name: 'Inner', isPublic: true },
    )
    const outer = await agentWith({}, { subAgentIds: [inner] })
    const task = `/call delegate ${JSON.stringify({ agent: 'Inner', task: upper })}`
    assert.equal((await waitingAt(outer, alice, task)).pause.value.decidedBy, 'operator')
    const open = await agentWith({ decidedBy: 'both' }, { subAgentIds: [inner] })
    assert.equal((await waitingAt(open, alice, task)).pause.value.decidedBy, 'both')
  })

  test('calls of one response that different people decide about are two questions', async () => {
    const agent = await newAgent(
      admin,
      {
        tools: { pinnedSlugs: ['text_change_case', 'text_slugify'] },
        capabilities: {
          humanApproval: {
            sensitiveToolNames: ['text_change_case', 'text_slugify'],
            decidedByTool: { text_slugify: 'end_user' },
          },
        },
      },
      { isPublic: true },
    )
    const both = `${upper}\n/call text_slugify {"text":"Hello World"}`
    const waiting = await waitingAt(agent, alice, both)
    assert.deepEqual([waiting.pause.value.decidedBy, waiting.pause.value.requests.length], ['operator', 1])
    assert.equal((await ways.LangGraph!(alice, waiting)).status, 403)
    const first = await ways.LangGraph!(admin.acrossUsers(), waiting)
    assert.match(first.text, /"decidedBy":"end_user"/)
    assert.equal((await ways.LangGraph!(admin.acrossUsers(), waiting)).status, 403)
    assert.equal((await ways.LangGraph!(alice, waiting)).status, 200)
    const { body } = await alice.get(`${threadsBase}/${waiting.threadId}/messages`)
    assert.match(JSON.stringify(body), /ADA.*hello-world/)
  })

  test('422: another value is refused, with its place', async () => {
    for (const setting of [{ decidedBy: 'anyone' }, { decidedByTool: { x: 'anyone' } }]) {
      const agent = { prompt: 'x', capabilities: { humanApproval: setting } }
      const { status, text } = await admin.post(`${base}/create`, { name: 'x', workflowType: 'agent', agent })
      assert.ok(status === 400 || status === 422, text)
      assert.match(text, /humanApproval\/decidedBy/)
    }
  })
})

describe('a workflow that waits for a human', () => {
  const asks = (more: object = {}) =>
    chainOf([{ id: 'ask', type: 'human_wait', humanMessage: 'Refund?', ...more }], { output: 'paid' })
  const start = async (graph: ReturnType<typeof asks>) => {
    const id = await newWorkflow(admin, graph)
    const { body } = await alice.post(`${base}/execute/${id}`, { input: {}, wait: 20_000 })
    assert.equal(body.data.status, 'paused', JSON.stringify(body))
    return body.data as { threadId: string; executionId: string }
  }
  const resume = (by: Caller, threadId: string) =>
    by.post(`${base}/executions/thread/${threadId}/resume`, { resumeValue: true })

  test('403: the end user cannot decide unless its node says so', async () => {
    const { threadId, executionId } = await start(asks())
    assert.equal((await resume(alice, threadId)).status, 403)
    assert.equal((await resume(dashboard.as('alice'), threadId)).status, 200)
    await untilStatus(admin.acrossUsers(), executionId, 'completed')
    const open = await start(asks({ decidedBy: 'end_user' }))
    assert.equal((await resume(admin.acrossUsers(), open.threadId)).status, 403)
    assert.equal((await resume(alice, open.threadId)).status, 200)
  })

  test('403: a customer cannot decide in a chat with an agent that executes it', async () => {
    const flow = await newWorkflow(admin, asks(), { name: 'refund', isPublic: true })
    const agent = await agentWith({}, { workflowIds: [flow] })
    const browser = await browserOf(agent)
    const waiting = await waitingAt(agent, browser, '/call workflow_refund {}')
    const decide = (by: Caller) =>
      by.post(`${threadsBase}/${waiting.threadId}/runs/wait`, { command: { resume: { approved: true } } })
    assert.equal((await decide(browser)).status, 403)
    assert.equal((await decide(admin.acrossUsers())).status, 200)
  })
})

test('frames of a stream name who decides', async () => {
  const agent = await agentWith()
  const threadId = await newThread(alice, { workflowId: agent })
  const { text } = await alice.post(`${threadsBase}/${threadId}/runs/stream`, {
    ...ask(upper),
    workflowId: agent,
  })
  const interrupt = framesIn(text).find(({ event }) => event === 'interrupt')
  assert.equal((interrupt!.data as { value: Request }).value.decidedBy, 'operator')
})
