import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { newAgent } from '../../../test/agents/api.ts'
import { newThread, threadsBase } from '../../../test/chat/api.ts'
import { ask, startChatApp, upper } from '../../../test/chat/chat-app.ts'
import type { ApiResponse, Caller } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { approve, chainOf, newWorkflow } from '../../../test/workflows/api.ts'

/** The same decisions in the forms of every protocol: they are read in one place, and refused where they were sent. */
const { app, project } = await startChatApp()
const { admin } = project
const user = admin.as('alice')

const humanApproval = { enabled: true, sensitiveToolNames: ['text_change_case'], decidedBy: 'both' }
const tools = { pinnedSlugs: ['text_change_case'] }
const careful = await newAgent(
  admin,
  { tools, capabilities: { humanApproval } },
  { name: 'Careful', isPublic: true },
)
const branches = ['ada', 'bob'].map((id) => ({
  id,
  type: 'llm_agent',
  agentId: careful,
  inputMapping: { message: `/call text_change_case {"text":"${id}","to":"upper"}` },
}))
const twice = await newWorkflow(
  admin,
  {
    nodes: [{ id: 'start', type: 'start' }, ...branches, { id: 'end', type: 'end' }],
    edges: branches.flatMap(({ id }) => [
      { from: 'start', to: id },
      { from: id, to: 'end' },
    ]),
  },
  { name: 'twice', isPublic: true },
)
const boss = await newAgent(
  admin,
  { tools, workflowIds: [twice], capabilities: { humanApproval } },
  { name: 'Boss', isPublic: true },
)
const asks = await newWorkflow(admin, chainOf([{ ...approve, decidedBy: 'both' }]), {
  name: 'ask',
  isPublic: true,
})
const asking = await newAgent(admin, { workflowIds: [asks] }, { name: 'Asking', isPublic: true })
const created = await user.post(`/api/v1/chat/${careful}/tokens`, {})
const browser = app.callerWith({ authorization: `Bearer ${created.body.data.token}` })

type Pause = { id: string; value: { requests?: { id: string; hash?: string }[] } }
type Waiting = { agent: string; threadId: string; pauses: Pause[]; calls: string[] }

const pausesIn = async (threadId: string): Promise<Pause[]> =>
  Object.values((await user.get(`${threadsBase}/${threadId}`)).body.data.interrupts).flat() as Pause[]
const pausesOf = async ({ threadId }: Waiting) => (await pausesIn(threadId)).map(({ id }) => id)

async function waitingAt(agent: string, text: string, { by = user, count = 1 } = {}): Promise<Waiting> {
  const threadId = await newThread(by, { workflowId: agent })
  const started = await by.post(`${threadsBase}/${threadId}/runs/wait`, ask(text))
  assert.equal(started.status, 200, started.text)
  let pauses: Pause[] = []
  await until(async () => {
    pauses = await pausesIn(threadId)
    return pauses.length === count
  }, `${count} pauses: ${started.text}`)
  const calls = pauses.flatMap(({ value }) => (value.requests ?? []).map(({ id }) => id))
  return { agent, threadId, pauses, calls }
}
/** Results of tools, in order. */
const resultsOf = async ({ threadId }: Waiting): Promise<string[]> => {
  const { body } = await user.get(`${threadsBase}/${threadId}/messages?limit=100`)
  return body.data
    .filter(({ role }: { role: string }) => role === 'tool')
    .map(({ text }: { text: string }) => text)
}

const part = (toolCallId: string | undefined, approval: unknown) => ({
  type: 'dynamic-tool',
  toolName: 'text_change_case',
  toolCallId,
  state: 'approval-responded',
  input: {},
  approval,
})
const uiResponse = (by: Caller, { agent, threadId }: Waiting, parts: object[]) => {
  const messages = [
    { id: randomUUID(), role: 'user', parts: [{ type: 'text', text: 'x' }] },
    { id: randomUUID(), role: 'assistant', parts: [{ type: 'text', text: 'x' }, ...parts] },
  ]
  return by.post(`/api/v1/chat/${agent}/ui`, { id: threadId, messages })
}
const agUiResponse = (by: Caller, { agent, threadId }: Waiting, resume: object[]) =>
  by.post(`/api/v1/chat/${agent}/ag-ui`, { threadId, runId: randomUUID(), messages: [], resume })
const runs = ({ threadId }: Waiting, base = threadsBase) => `${base}/${threadId}/runs`
const langgraph = '/api/v1/langgraph/threads'
const resumed = (resume: unknown) => ({ command: { resume } })

type Protocol = {
  /** Sends one decision about one call. */
  send(by: Caller, waiting: Waiting, decision: unknown): Promise<ApiResponse>
  /** Place of the decision in the body. */
  at: string
}
const lists = '/command/resume/decisions/0'
const protocols: Record<string, Protocol> = {
  'a run that waits': {
    send: (by, waiting, each) => by.post(`${runs(waiting)}/wait`, resumed({ decisions: [each] })),
    at: lists,
  },
  'a run in the background': {
    send: (by, waiting, each) => by.post(runs(waiting), resumed({ decisions: [each] })),
    at: lists,
  },
  'a stream': {
    send: (by, waiting, each) => by.post(`${runs(waiting)}/stream`, resumed({ decisions: [each] })),
    at: lists,
  },
  'a list alone, from LangGraph': {
    send: (by, waiting, each) => by.post(`${runs(waiting, langgraph)}/wait`, resumed([each])),
    at: '/command/resume/0',
  },
  'the AI SDK': {
    send: (by, waiting, each) => uiResponse(by, waiting, [part(waiting.calls[0], each)]),
    at: '/messages/1/parts/1/approval',
  },
  'AG-UI': {
    send: (by, waiting, payload) =>
      agUiResponse(by, waiting, [{ interruptId: waiting.calls[0]!, status: 'resolved', payload }]),
    at: '/resume/0/payload',
  },
}

const unclear: unknown[] = [
  null,
  {},
  [],
  0,
  'perhaps',
  { approved: null },
  { approved: 'false' },
  { decision: 'approve', approved: false },
  { approved: true, decision: 'reject' },
  { type: 'approve', decision: 'reject' },
  { type: 'approve', action: 'ignore' },
  { approved: true, args: { text: 'other', to: 'upper' } },
  { approved: false, args: { text: 'other', to: 'upper' } },
]

describe('a decision about a call', () => {
  for (const [name, { send, at }] of Object.entries(protocols)) {
    test(`422: ${name} refuses what is unclear, names its place, and nothing is decided`, async () => {
      for (const by of [user, browser]) {
        const waiting = await waitingAt(careful, upper, { by })
        for (const each of unclear) {
          const { status, body, text } = await send(by, waiting, each)
          const what = `${JSON.stringify(each)}: ${text}`
          assert.deepEqual([status, body.error?.code], [422, 'workflow_input_invalid'], what)
          assert.ok(body.error.details[0].path.startsWith(at), what)
          assert.ok(body.message.startsWith(body.error.details[0].path), what)
          if (!at.startsWith('/command')) assert.doesNotMatch(text, /command/, what)
        }
        assert.equal((await pausesOf(waiting)).length, 1)
      }
    })

    test(`200: ${name} reads a rejection as one`, async () => {
      for (const by of [user, browser]) {
        const waiting = await waitingAt(careful, upper, { by })
        const { status, text } = await send(by, waiting, { approved: false })
        assert.equal(status, 200, text)
        const { body } = await user.get(`${threadsBase}/${waiting.threadId}/runs?limit=1`)
        await user.get(`${runs(waiting)}/${body.data[0].run_id}/join`)
        assert.match((await resultsOf(waiting)).join(), /rejected/)
      }
    })
  }

  test('422: a list is as long as the calls, where it names none', async () => {
    const waiting = await waitingAt(careful, `${upper}\n${upper}`)
    assert.equal(waiting.calls.length, 2)
    const some: unknown[] = [
      [],
      [true],
      [true, false, true],
      [{ id: waiting.calls[1], type: 'approve' }, true, true],
    ]
    for (const list of some)
      for (const value of [list, { decisions: list }, { [waiting.pauses[0]!.id]: { decisions: list } }]) {
        const { status, text } = await user.post(`${runs(waiting, langgraph)}/wait`, resumed(value))
        assert.equal(status, 422, `${JSON.stringify(value)}: ${text}`)
      }
    const named = resumed({ decisions: [{ id: waiting.calls[1], type: 'approve' }] })
    assert.equal((await user.post(`${runs(waiting)}/wait`, named)).status, 200)
    const [first, second] = await resultsOf(waiting)
    assert.match(first!, /rejected/)
    assert.match(second!, /ADA/)
  })

  test('422: the AI SDK and AG-UI name the part of an answer that is wrong', async () => {
    const waiting = await waitingAt(careful, `${upper}\n${upper}`)
    const [one, two] = waiting.calls
    const long = 'x'.repeat(5_000)
    const yes = { interruptId: one, status: 'resolved', payload: { approved: true } }
    const cases: [ApiResponse, string][] = [
      [
        await uiResponse(user, waiting, [
          part(one, { approved: true }),
          part(two, { approved: false, reason: long }),
        ]),
        '/messages/1/parts/2/approval/reason',
      ],
      [
        await uiResponse(user, waiting, [part(one, { approved: true }), part(one, { approved: true })]),
        '/messages/1/parts/2/toolCallId',
      ],
      [await uiResponse(user, waiting, [part(one, {})]), '/messages/1/parts/1/approval/approved'],
      [
        await agUiResponse(user, waiting, [
          yes,
          { ...yes, interruptId: two, payload: { type: 'edit', args: { text: 5, to: 'upper' } } },
        ]),
        '/resume/1/payload/args/text',
      ],
      [await agUiResponse(user, waiting, [yes, { ...yes, status: 'cancelled' }]), '/resume/1/payload'],
      [
        await agUiResponse(user, waiting, [yes, { interruptId: one, status: 'cancelled' }]),
        '/resume/1/interruptId',
      ],
    ]
    for (const [{ status, body, text }, path] of cases)
      assert.deepEqual([status, body.error?.details?.[0]?.path], [422, path], text)
    assert.equal((await pausesOf(waiting)).length, 1)
  })
})

describe('one answer to several questions', () => {
  const invalid = { type: 'edit', args: { text: 5, to: 'upper' } }

  test('422: a later one that is invalid leaves the earlier ones open, in every protocol', async () => {
    const waiting = await waitingAt(boss, '/call workflow_twice {}', { count: 2 })
    const [one, two] = waiting.calls
    assert.equal(waiting.pauses.length, 2)
    const [first, second] = waiting.pauses.map(({ id }) => id)
    const decisions = [
      { id: one, type: 'approve' },
      { id: two, ...invalid },
    ]
    const responses: [ApiResponse, string][] = [
      [
        await user.post(`${runs(waiting)}/wait`, resumed({ decisions })),
        '/command/resume/decisions/1/args/text',
      ],
      [
        await user.post(`${runs(waiting, langgraph)}/wait`, resumed({ [first!]: true, [second!]: invalid })),
        `/command/resume/${second}/args/text`,
      ],
      [
        await uiResponse(user, waiting, [part(one, { approved: true }), part(two, { approved: null })]),
        '/messages/1/parts/2/approval/approved',
      ],
      [
        await agUiResponse(user, waiting, [
          { interruptId: one, status: 'resolved', payload: true },
          { interruptId: two, status: 'resolved', payload: invalid },
        ]),
        '/resume/1/payload/args/text',
      ],
    ]
    for (const [{ status, body, text }, path] of responses)
      assert.deepEqual([status, body.error?.details?.[0]?.path], [422, path], text)
    assert.deepEqual(await pausesOf(waiting), [first, second])
    const audited = await admin.get('/api/v1/audit-log?action=execution.resumed&limit=100')
    assert.ok(!audited.text.includes(first!))
    const both = decisions.map((each, at) => (at === 0 ? each : { id: two, type: 'reject' }))
    const { status, text } = await user.post(`${runs(waiting)}/wait`, resumed({ decisions: both }))
    assert.equal(status, 200, text)
    assert.match((await resultsOf(waiting)).join(), /rejected.*(ADA|BOB)|(ADA|BOB).*rejected/)
  })
})

describe('a question of a workflow in a chat', () => {
  test('422: what is unclear is refused in every protocol, and a rejection rejects', async () => {
    const question = '/call workflow_ask {"name":"Ada"}'
    const ways: Record<string, [(waiting: Waiting, value: unknown) => Promise<ApiResponse>, string]> = {
      own: [(waiting, value) => user.post(`${runs(waiting)}/wait`, resumed(value)), '/command/resume'],
      LangGraph: [
        (waiting, value) =>
          user.post(`${runs(waiting, langgraph)}/wait`, resumed({ [waiting.pauses[0]!.id]: value })),
        '/command/resume/',
      ],
      'AG-UI': [
        (waiting, payload) =>
          agUiResponse(user, waiting, [{ interruptId: waiting.pauses[0]!.id, status: 'resolved', payload }]),
        '/resume/0/payload',
      ],
    }
    for (const [name, [send, at]] of Object.entries(ways)) {
      const waiting = await waitingAt(asking, question)
      for (const value of [
        ...unclear.filter((each) => !Object.hasOwn(Object(each), 'args')),
        [true, true],
        [null],
        [{}],
      ]) {
        const { status, body, text } = await send(waiting, value)
        assert.equal(status, 422, `${name} ${JSON.stringify(value)}: ${text}`)
        assert.ok(body.error.details[0].path.startsWith(at), text)
      }
      assert.equal((await pausesOf(waiting)).length, 1)
      assert.equal((await send(waiting, { approved: false })).status, 200)
      assert.match((await resultsOf(waiting)).join(), /rejected/)
    }
    const cancelled = await waitingAt(asking, question)
    const [{ id: interruptId }] = cancelled.pauses as [Pause]
    const contradicts = { interruptId, status: 'cancelled', payload: { approved: true } }
    const refused = await agUiResponse(user, cancelled, [contradicts])
    assert.deepEqual([refused.status, refused.body.error.details[0].path], [422, '/resume/0/payload'])
    assert.equal((await agUiResponse(user, cancelled, [{ interruptId, status: 'cancelled' }])).status, 200)
    assert.match((await resultsOf(cancelled)).join(), /rejected/)
  })
})

test('422: a message that is refused is named where the AI SDK and AG-UI have it', async () => {
  const id = randomUUID()
  const parts = [
    { type: 'step-start' },
    { type: 'text', text: 'x' },
    { type: 'file', mediaType: 'image/png' },
  ]
  const ui = await user.post(`/api/v1/chat/${careful}/ui`, {
    id,
    messages: [{ id: 'm', role: 'user', parts }],
  })
  assert.deepEqual([ui.status, ui.body.error.details[0].path], [422, '/messages/0/parts/2/url'], ui.text)
  assert.doesNotMatch(ui.text, /input\/messages/)
  const messages = [
    { id: 'a', role: 'user', content: '/say hi' },
    { id: 'b', role: 'user', content: [{ type: 'hologram' }] },
    { id: 'c', role: 'assistant', content: 'x' },
  ]
  const agUi = await user.post(`/api/v1/chat/${careful}/ag-ui`, { threadId: id, runId: 'r', messages })
  assert.equal(agUi.status, 422, agUi.text)
  assert.match(agUi.body.error.details[0].path, /^\/messages\/1\/content\/0/)
})
