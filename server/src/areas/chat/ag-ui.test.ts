import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type BaseEvent, HttpAgent, type Message } from '@ag-ui/client'
import { newAgent } from '../../../test/agents/api.ts'
import { startScriptedModel } from '../../../test/agents/scripted-model.ts'
import { threadsBase } from '../../../test/chat/api.ts'
import { chunk, sendFrames, usageOf } from '../../../test/fakes/model-upstream.ts'
import { startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'

/** The official client of AG-UI, which verifies the order of events, against the product. */
let app: TestApp
let project: TestProject
let origin: string
let helper: string

/** A model that reasons before it responds. */
const thinking = await startScriptedModel(() => (response) => {
  const pieces = [{ reasoning_content: 'Two and ' }, { reasoning_content: 'two.' }, { content: 'Four.' }]
  sendFrames(response, [...pieces.map((each) => chunk(each)), chunk({}, 'stop', usageOf(5, 3))])
})

before(async () => {
  app = await startTestApp({ hasPieces: false, llm: thinking.llm })
  app.app.runs.start()
  project = await app.newProject()
  origin = await app.listen()
  helper = await newAgent(project.admin, { tools: { pinnedSlugs: ['text_change_case'] } })
})
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
  await thinking.stop()
})

const upper = '/call text_change_case {"text":"ada","to":"upper"}'

const agentFor = (agentId: string, threadId: string = randomUUID()) =>
  new HttpAgent({
    url: `${origin}/api/v1/chat/${agentId}/ag-ui`,
    headers: { 'x-api-key': project.adminKey },
    threadId,
  })

/** Says something, and waits for the end of the run; the events as the client has verified them. */
async function say(agent: HttpAgent, text: string, parameters: Parameters<HttpAgent['runAgent']>[0] = {}) {
  agent.addMessage({ id: randomUUID(), role: 'user', content: text })
  return run(agent, parameters)
}

async function run(agent: HttpAgent, parameters: Parameters<HttpAgent['runAgent']>[0] = {}) {
  const events: (BaseEvent & Record<string, unknown>)[] = []
  await agent.runAgent(parameters, {
    onEvent: ({ event }) => void events.push(event as BaseEvent & Record<string, unknown>),
  })
  return events
}

const contents = (agent: HttpAgent) =>
  agent.messages.map(({ role, ...message }) => [role, contentOf(message)])
const contentOf = (message: object) => (message as { content?: unknown }).content ?? ''
const typesOf = (events: readonly BaseEvent[]) => [...new Set(events.map(({ type }) => String(type)))]

test('a reply with tokens, in a thread that continues', async () => {
  const agent = agentFor(helper, 'a chat of the page')
  const events = await say(agent, '/say one two three')
  assert.deepEqual(contents(agent), [
    ['user', '/say one two three'],
    ['assistant', 'one two three'],
  ])
  const finished = events.at(-1)! as unknown as {
    threadId: string
    outcome: { type: string }
    metadata: { threadId: string; usage: { runCredits: number } }
  }
  assert.deepEqual([finished.threadId, finished.outcome], ['a chat of the page', { type: 'success' }])
  assert.equal(typeof finished.metadata.usage.runCredits, 'number')
  await say(agent, '/say four')
  const { body } = await project.admin.get(`${threadsBase}/${finished.metadata.threadId}/messages`)
  assert.deepEqual(
    body.data.map(({ text }: { text: string }) => text),
    ['/say one two three', 'one two three', '/say four', 'four'],
  )
})

test('tool calls with arguments and results', async () => {
  const agent = agentFor(helper)
  const events = await say(agent, upper)
  assert.deepEqual(
    agent.messages.map(({ role }) => role),
    ['user', 'assistant', 'tool', 'assistant'],
  )
  const [call] = (agent.messages[1] as Extract<Message, { role: 'assistant' }>).toolCalls!
  assert.deepEqual(JSON.parse(call!.function.arguments), { text: 'ada', to: 'upper' })
  assert.match(String(contentOf(agent.messages[2]!)), /ADA/)
  assert.ok(typesOf(events).includes('STEP_FINISHED'))
})

test('state: what the page has stored, and the todo list of the agent', async () => {
  const planner = await newAgent(project.admin, { capabilities: { todoList: { enabled: true } } })
  const agent = agentFor(planner)
  agent.setState({ theme: 'dark' })
  const todos = [{ content: 'look', status: 'pending' }]
  await say(agent, `/call write_todos ${JSON.stringify({ todos })}`)
  assert.deepEqual(agent.state, { theme: 'dark', todos })
  const other = agentFor(planner, agent.threadId)
  await say(other, '/say hi')
  assert.deepEqual((other.state as { theme: string }).theme, 'dark')
})

test('a failure is an error of the run, and a refusal one of the request', async () => {
  const agent = agentFor(helper)
  const failures: string[] = []
  agent.subscribe({ onRunErrorEvent: ({ event }) => void failures.push(`${event.code}: ${event.message}`) })
  await say(agent, '/fail')
  assert.equal(failures.length, 1)
  assert.match(failures[0]!, /^\w+: \w+/)
  const events = await say(agent, '/say better')
  assert.equal(String(events.at(-1)!.type), 'RUN_FINISHED')
  await assert.rejects(say(agentFor(randomUUID()), '/say x'), /404/)
})

test('approvals are interrupts: approved, edited, rejected, and answered twice', async () => {
  const careful = await newAgent(project.admin, {
    tools: { pinnedSlugs: ['text_change_case'] },
    capabilities: { humanApproval: { enabled: true, sensitiveToolNames: ['text_change_case'] } },
  })
  const edited = { type: 'edit', args: { text: 'bob', to: 'upper' } }
  const cases: ['resolved' | 'cancelled', unknown, RegExp][] = [
    ['resolved', { approved: true }, /ADA/],
    ['resolved', edited, /BOB/],
    ['resolved', { approved: false }, /^(?!.*ADA)/],
    ['cancelled', undefined, /^(?!.*ADA)/],
  ]
  for (const [status, payload, expected] of cases) {
    const agent = agentFor(careful)
    await say(agent, upper)
    const [interrupt] = agent.pendingInterrupts
    assert.deepEqual(
      [interrupt!.reason, interrupt!.metadata!.toolSlug],
      ['tool_approval', 'text_change_case'],
    )
    await assert.rejects(say(agent, '/say x'), /pending interrupt/)
    agent.setMessages(agent.messages.slice(0, -1))
    const resume = [{ interruptId: interrupt!.id, status, ...(payload ? { payload } : {}) }]
    await run(agent, { resume })
    assert.deepEqual(agent.pendingInterrupts, [])
    assert.match(String(contentOf(agent.messages.find(({ role }) => role === 'tool')!)), expected)
    await assert.rejects(run(agent, { resume }), /409/)
  }
})

test('422, 409: a payload that is no approval approves nothing', async () => {
  const { admin } = project
  const careful = await newAgent(admin, {
    tools: { pinnedSlugs: ['text_change_case'] },
    capabilities: { humanApproval: { enabled: true, sensitiveToolNames: ['text_change_case'] } },
  })
  const agent = agentFor(careful)
  await say(agent, upper)
  const { id: interruptId } = agent.pendingInterrupts[0]!
  const resumeWith = (...resume: object[]) => {
    const body = { threadId: agent.threadId, runId: randomUUID(), messages: [], resume }
    return admin.post(`/api/v1/chat/${careful}/ag-ui`, body)
  }
  const payloads = [
    undefined,
    null,
    0,
    'no',
    {},
    [],
    { approved: null },
    { approved: 'false' },
    { text: 'no' },
    { approved: false, type: 'approve' },
    { decision: 'later' },
  ]
  for (const payload of payloads) {
    const { status, text } = await resumeWith({ interruptId, status: 'resolved', payload })
    assert.equal(status, 422, `${JSON.stringify(payload)}: ${text}`)
  }
  const approved = { interruptId, status: 'resolved', payload: { approved: true } }
  for (const other of [
    [{ ...approved, payload: { id: 'another', approved: true } }],
    [approved, { ...approved, interruptId: 'another' }],
    [approved, { interruptId, status: 'cancelled' }],
  ])
    assert.match(
      (await resumeWith(...other)).text,
      /must be the id of the interrupt|is decided about twice|no interrupt/,
    )
  const { text } = await resumeWith({ interruptId, status: 'resolved', payload: { decision: 'reject' } })
  assert.match(text, /A human rejected this call/)
  assert.doesNotMatch(text, /ADA/)
})

test('an abort cancels the run; with on_disconnect it continues', async () => {
  for (const [more, expected] of [
    [{}, 'cancelled'],
    [{ forwardedProps: { on_disconnect: 'continue' } }, 'success'],
  ] as const) {
    const agent = agentFor(helper)
    agent.subscribe({ onTextMessageContentEvent: () => agent.abortRun() })
    await say(agent, '/slow 40 /say a b c d e f', more)
    await until(async () => {
      const { body } = await project.admin.get(`${threadsBase}/${agent.threadId}/runs`)
      return body.data[0]?.status === expected
    })
  }
})

test('agents inside of the agent are subagents', async () => {
  const inner = await newAgent(project.admin, {}, { name: 'Inner' })
  const outer = await newAgent(project.admin, { subAgentIds: [inner] }, { name: 'Outer' })
  const agent = agentFor(outer)
  const events = await say(agent, `/call delegate {"agent":"Inner","task":"/say inside"}`)
  const started = events.find(({ type }) => String(type) === 'SUBAGENT_STARTED')!
  assert.equal(started.name, 'Inner')
  const text = events
    .filter((event) => String(event.type) === 'TEXT_MESSAGE_CONTENT' && event.subagentRunId)
    .map(({ delta }) => delta)
    .join('')
  assert.equal(text, 'inside')
})

test('reasoning is a message of its kind, before the response', async () => {
  const reasoner = await newAgent(project.admin, { modelSettings: { model: 'openai/gpt-4o' } })
  const agent = agentFor(reasoner)
  const events = await say(agent, 'How much is it?')
  const text = (type: string) =>
    events.flatMap((event) => (event.type === type ? [String(event.delta)] : [])).join('')
  assert.equal(text('REASONING_MESSAGE_CONTENT'), 'Two and two.')
  assert.equal(text('TEXT_MESSAGE_CONTENT'), 'Four.')
  const types = typesOf(events)
  const order = ['REASONING_START', 'REASONING_MESSAGE_START', 'REASONING_END', 'TEXT_MESSAGE_START']
  const places = order.map((type) => types.indexOf(type))
  assert.deepEqual(
    [...places].toSorted((a, b) => a - b),
    places,
    types.join(' '),
  )
  assert.ok(!places.includes(-1), types.join(' '))
})
