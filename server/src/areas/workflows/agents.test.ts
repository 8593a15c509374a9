import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ended, newAgent, say } from '../../../test/agents/api.ts'
import { startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'
import { base } from '../../../test/workflows/api.ts'

let app: TestApp
let project: TestProject
before(async () => {
  app = await startTestApp()
  app.app.runs.start()
  project = await app.newProject()
})
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
})

const messagesOf = async (threadId: string) => {
  const { threads } = app.app
  const thread = await threads.get(app.db, project.scope, threadId)
  return threads.entries.messages(app.db, thread)
}

test('an agent answers, and its conversation is stored in a new thread', async () => {
  const agent = await newAgent(project.member)
  const execution = await say(project.member, agent, '/say Hello there')
  assert.equal(execution.status, 'completed', JSON.stringify(execution))
  assert.equal(execution.outputData.text, 'Hello there')
  assert.equal(execution.outputData.finishReason, 'stop')
  const messages = await messagesOf(execution.threadId)
  assert.deepEqual(
    messages.map(({ role, content }) => [role, content]),
    [
      ['human', '/say Hello there'],
      ['ai', 'Hello there'],
    ],
  )
  const thread = await app.app.threads.get(app.db, project.scope, execution.threadId)
  assert.deepEqual([thread.status, thread.currentExecutionId, thread.workflowId], ['idle', null, agent])
})

test('an agent that was changed is executed as it is now', async () => {
  const agent = await newAgent(project.member)
  const versionOf = async () => {
    const { executionId } = await say(project.member, agent, '/say Hello')
    return (await project.member.get(`${base}/executions/${executionId}`)).body.data.version
  }
  const first = await versionOf()
  assert.equal(await versionOf(), first)
  const spec = { prompt: 'You help more.', modelSettings: { model: 'local/demo' } }
  assert.equal((await project.member.patch(`${base}/update/${agent}`, { agent: spec })).status, 200)
  assert.equal(
    (await project.member.patch(`${base}/activeStatus/${agent}`, { activeStatus: true })).status,
    200,
  )
  assert.notEqual(await versionOf(), first)
})

test('an agent calls its tools, several in one step, and says what they returned', async () => {
  const agent = await newAgent(project.member, {
    tools: { pinnedSlugs: ['text_change_case', 'math_calculate'] },
  })
  const said = await say(
    project.member,
    agent,
    '/call text_change_case {"text":"ada","to":"upper"}\n/call math_calculate {"expression":"1+2"}',
  )
  assert.equal(said.status, 'completed', JSON.stringify(said))
  assert.match(
    said.outputData.text,
    /^Tool text_change_case returned: \{"text":"ADA"\}\nTool math_calculate returned: /,
  )
  const messages = await messagesOf(said.threadId)
  assert.deepEqual(
    messages.map(({ role }) => role),
    ['human', 'ai', 'tool', 'tool', 'ai'],
  )
  const detail = await project.member.get(`${base}/executions/${said.executionId}`)
  assert.equal(detail.status, 200, detail.text)
  const steps: string[][] = detail.body.data.steps.map(({ type, name, status }: Record<string, string>) => [
    type,
    name,
    status,
  ])
  // Tools of one step are executed concurrently, and are recorded in the order in which they end.
  assert.deepEqual(
    [steps[0], ...steps.slice(1, 3).sort(([, a], [, b]) => (a! < b! ? 1 : -1)), ...steps.slice(3)],
    [
      ['model', 'local/demo', 'completed'],
      ['tool', 'text_change_case', 'completed'],
      ['tool', 'math_calculate', 'completed'],
      ['model', 'local/demo', 'completed'],
    ],
  )
  assert.equal(said.usage.credits, detail.body.data.usage.credits)
  assert.ok(said.usage.credits > 0)
})

test('a later execution in the thread continues the conversation', async () => {
  const agent = await newAgent(project.member)
  const first = await say(project.member, agent, '/say one')
  const second = await say(project.member, agent, '/say two', { threadId: first.threadId })
  assert.equal(second.threadId, first.threadId)
  assert.equal((await messagesOf(first.threadId)).length, 4)
})

test('404: the thread of another user, in which nothing is executed', async () => {
  const agent = await newAgent(project.admin, {}, { isPublic: true })
  const theirs = await say(project.admin.as('bob'), agent, '/say one')
  const refused = await project.admin.as('eve').post(`${base}/execute/${agent}`, {
    input: { message: '/say mine' },
    threadId: theirs.threadId,
  })
  assert.deepEqual([refused.status, refused.body.error.code], [404, 'thread_not_found'], refused.text)
  assert.equal((await messagesOf(theirs.threadId)).length, 2)
  const chat = await project.admin.as('eve').post(`/api/v1/graphify/threads/${theirs.threadId}/runs`, {
    input: { messages: [{ type: 'human', content: '/say mine' }] },
    workflowId: agent,
    if_not_exists: 'create',
  })
  assert.deepEqual([chat.status, chat.body.error.code], [404, 'thread_not_found'], chat.text)
})

test('a tool that was not offered is refused', async () => {
  const agent = await newAgent(project.member, {
    tools: { pinnedSlugs: ['text_change_case'] },
  })
  const said = await say(project.member, agent, '/call file_list {}')
  // The demo model calls only what it is offered.
  assert.equal(said.status, 'completed')
  assert.equal((await messagesOf(said.threadId)).length, 2)
})

test('an agent fails with the code of its model', async () => {
  const agent = await newAgent(project.member)
  const said = await say(project.member, agent, '/fail')
  assert.equal(said.status, 'failed')
  assert.equal(said.error.code, 'upstream_error', JSON.stringify(said.error))
  const thread = await app.app.threads.get(app.db, project.scope, said.threadId)
  assert.equal(thread.status, 'error')
})

test('the input is checked: a message is required, or what the inputSchema says', async () => {
  const plain = await newAgent(project.member)
  const missing = await project.member.post(`${base}/execute/${plain}`, { input: {} })
  assert.deepEqual([missing.status, missing.body.error.code], [422, 'workflow_input_invalid'])
  const inputSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
  const strict = await newAgent(project.member, { inputSchema })
  const wrong = await project.member.post(`${base}/execute/${strict}`, { input: { city: 1 } })
  assert.deepEqual([wrong.status, wrong.body.error.code], [422, 'workflow_input_invalid'])
  const right = await project.member.post(`${base}/execute/${strict}`, {
    input: { city: 'Rome' },
    wait: 30_000,
  })
  assert.equal(right.body.data.status, 'completed', right.text)
})

test('an agent with an outputSchema returns what matches it', async () => {
  const outputSchema = {
    type: 'object',
    properties: { city: { type: 'string' }, people: { type: 'integer' } },
    required: ['city', 'people'],
  }
  const without = await newAgent(project.member, { outputSchema })
  const plain = await say(project.member, without, '/say {"city":"Rome","people":3}')
  assert.deepEqual(plain.outputData, { city: 'Rome', people: 3 })
  const withTools = await newAgent(project.member, {
    outputSchema,
    tools: { pinnedSlugs: ['text_change_case'] },
  })
  const submitted = await say(project.member, withTools, '/call submit_result {"city":"Rome","people":4}')
  assert.deepEqual(submitted.outputData, { city: 'Rome', people: 4 }, JSON.stringify(submitted))
  // The first response does not match; the demo model then says the smallest that does.
  const corrected = await say(project.member, without, '/say {"city":"Rome"}')
  assert.deepEqual(corrected.outputData, { city: '', people: 0 })
})

test('runs of a thread follow one another', async () => {
  const agent = await newAgent(project.member)
  const first = await say(project.member, agent, '/slow 30 /say one two three four five six seven', {
    wait: 0,
  })
  const second = await say(project.member, agent, '/say behind it', { threadId: first.threadId, wait: 0 })
  const done = await ended(project.member, second.executionId)
  assert.equal(done.status, 'completed')
  assert.deepEqual(
    (await messagesOf(first.threadId)).map(({ content }) => content),
    [
      '/slow 30 /say one two three four five six seven',
      'one two three four five six seven',
      '/say behind it',
      'behind it',
    ],
  )
})

test('a cancel stores the output so far', async () => {
  const agent = await newAgent(project.member)
  const { executionId, threadId } = await say(
    project.member,
    agent,
    '/slow 200 /say one two three four five six',
    {
      wait: 0,
    },
  )
  const stop = new AbortController()
  let heard = ''
  for await (const { type, data } of app.app.runs.follow(project.scope, executionId, 0, stop.signal)) {
    if (type === 'text') heard += (data as { d: string }).d
    if (heard.includes('two')) break
  }
  stop.abort()
  const cancelled = await project.member.post(`${base}/executions/${executionId}/cancel`)
  assert.equal(cancelled.status, 200, cancelled.text)
  assert.equal((await ended(project.member, executionId)).status, 'cancelled')
  const last = (await messagesOf(threadId)).at(-1)!
  assert.equal(last.status, 'cancelled')
  assert.ok(String(last.content).startsWith('one two'), String(last.content))
  assert.ok(!String(last.content).includes('six'))
})

test('test mode calls no tool and leaves no thread', async () => {
  const agent = await newAgent(project.member, { tools: { pinnedSlugs: ['http_get'] } })
  const said = await say(project.member, agent, '/call http_get {"url":"https://example.com"}', {
    mode: 'test',
  })
  assert.equal(said.status, 'completed', JSON.stringify(said))
  assert.match(said.outputData.text, /^Tool http_get returned: /)
  assert.equal(await app.app.threads.find(app.db, project.scope, said.threadId), null)
})
