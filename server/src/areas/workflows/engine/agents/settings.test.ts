import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, beforeEach, test } from 'node:test'
import { ended, newAgent, say } from '../../../../../test/agents/api.ts'
import {
  type ModelAnswer,
  type ModelRequest,
  obedient,
  startScriptedModel,
} from '../../../../../test/agents/scripted-model.ts'
import { type Behaviour, chunk, failing, sendFrames } from '../../../../../test/fakes/model-upstream.ts'
import { type Caller, startTestApp, type TestProject } from '../../../../../test/harness.ts'
import type { ParsedJson } from '../../../../../test/parsed-json.ts'
import { until } from '../../../../../test/until.ts'
import { base } from '../../../../../test/workflows/api.ts'
import { sql } from '../../../../kernel/db/db.ts'

let script: (request: ModelRequest) => ModelAnswer | Behaviour = () => ({ text: 'ok' })
const model = await startScriptedModel((request) => script(request))
/** Statuses that the service returns, the last one from then on. */
let statuses: number[] = []
const visits: string[] = []
const web = createServer(async (request, response) => {
  await request.toArray()
  visits.push(request.method ?? '')
  const status = statuses.length > 1 ? statuses.shift()! : statuses[0]!
  response.writeHead(status, { 'content-type': 'text/plain' }).end('page')
}).listen(0, '127.0.0.1')
const app = await startTestApp({
  allowPrivate: '127.0.0.1',
  llm: { providers: [...model.llm.providers, { name: 'compatible', keys: [], baseUrl: model.url }] },
})
app.app.runs.start()
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
  await model.stop()
  web.close()
  web.closeAllConnections()
})
const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`
let project: TestProject
let caller: Caller
beforeEach(async () => {
  project = await app.newProject()
  caller = project.member.as('ada')
  model.requests.length = 0
  visits.length = 0
  statuses = [200]
})

const agentWith = (agent: object = {}) =>
  newAgent(caller, { modelSettings: { model: 'openai/gpt-4o' }, ...agent })
const messagesOf = async (threadId: string) => {
  const thread = await app.app.threads.get(app.db, project.scope, threadId)
  return app.app.threads.entries.messages(app.db, thread)
}
const eventsOf = (executionId: string, type: string) =>
  app.db.rows<{ data: ParsedJson }>(
    sql`select data from run_event where run_id = ${executionId} and type = ${type} order by seq`,
  )

const settings = {
  minP: 0.1,
  topA: 0.2,
  repetitionPenalty: 1.1,
  logitBias: { '50256': -100 },
  topLogprobs: 5,
  reasoningEffort: 'none',
}

test('settings of the model are sent to providers that take them; for others validation says so', async () => {
  script = () => ({ text: 'ok' })
  const open = await agentWith({ modelSettings: { model: 'compatible/open-model', ...settings } })
  await say(caller, open, 'go')
  const sent = model.requests.at(-1)!.body
  assert.deepEqual([sent.min_p, sent.top_a, sent.repetition_penalty], [0.1, 0.2, 1.1])
  assert.deepEqual([sent.logit_bias, sent.top_logprobs], [{ '50256': -100 }, undefined])
  const closed = await agentWith({ modelSettings: { model: 'openai/gpt-4o', ...settings } })
  await say(caller, closed, 'go')
  const less = model.requests.at(-1)!.body
  assert.deepEqual(
    [less.logit_bias, less.min_p, less.repetition_penalty],
    [{ '50256': -100 }, undefined, undefined],
  )
  const { body, text } = await caller.post(`${base}/${closed}/validate`)
  const warned = body.data.problems.filter(({ code }: { code: string }) => code === 'setting_ignored')
  assert.deepEqual(
    warned.map(({ path, severity }: { path: string; severity: string }) => [
      severity,
      path.split('/').at(-1),
    ]),
    ['minP', 'topA', 'repetitionPenalty', 'reasoningEffort', 'topLogprobs'].map((name) => ['warning', name]),
    text,
  )
  assert.equal(body.data.valid, true)
})

test('a strict list sends responses back while items are open, twice at most', async () => {
  const write = (status: string): ModelAnswer => ({
    calls: [{ name: 'write_todos', arguments: { todos: [{ content: 'count words', status }] } }],
  })
  let isStubborn = false
  script = ({ messages, last }) => {
    if (messages.length < 3) return write('pending')
    if (last.startsWith('The list of todos has open items: count words') && !isStubborn)
      return write('completed')
    return { text: 'done' }
  }
  const agent = await agentWith({ capabilities: { todoList: { enabled: true, strict: true } } })
  const said = await say(caller, agent, 'go')
  assert.deepEqual([said.status, said.outputData.text, model.requests.length], ['completed', 'done', 4])
  isStubborn = true
  model.requests.length = 0
  assert.equal((await say(caller, agent, 'go')).outputData.text, 'done')
  assert.equal(model.requests.length, 4, 'a call, and three responses')
})

test('an agent passes work to a copy of itself, with its tools and a separate conversation', async () => {
  const agent = await agentWith({
    prompt: 'I help.',
    tools: { pinnedSlugs: ['text_change_case'] },
    capabilities: { generalPurpose: { enabled: true } },
  })
  const offered: string[][] = []
  script = ({ messages, tools, last }) => {
    offered.push(tools)
    const isTask = messages.some(({ content }) => content === 'shout it')
    if (isTask)
      return messages.at(-1).role === 'tool'
        ? { text: `copy: ${last}` }
        : { calls: [{ name: 'text_change_case', arguments: { text: 'word', to: 'upper' } }] }
    return messages.at(-1).role === 'tool'
      ? { text: last }
      : { calls: [{ name: 'delegate', arguments: { agent: 'general-purpose', task: 'shout it' } }] }
  }
  const said = await say(caller, agent, 'go')
  assert.match(said.outputData.text, /copy: .*WORD/, JSON.stringify(said))
  assert.deepEqual([offered[0]!.includes('delegate'), offered[1]!.includes('delegate')], [true, false])
  assert.ok(offered[1]!.includes('text_change_case'))
  assert.equal((await messagesOf(said.threadId)).length, 4)
})

test('what fails is said to users in words of the agent, and the execution has the details', async () => {
  script = () => failing(400, 'the deployment xyz-7 is misconfigured')
  const plain = await say(caller, await agentWith({ capabilities: { userFriendlyErrors: true } }), 'go')
  assert.deepEqual([plain.status, /xyz-7/.test(plain.error.message)], ['failed', true])
  const [error] = await eventsOf(plain.executionId, 'error')
  assert.deepEqual(error!.data, {
    code: plain.error.code,
    message: 'Something went wrong. Please try again.',
  })
  assert.equal((await messagesOf(plain.threadId)).at(-1)!.content, 'Something went wrong. Please try again.')
  const fallback = 'Please call us instead.'
  const agent = await agentWith({ behavior: { cannedResponses: { fallback } } })
  const failed = await say(caller, agent, 'go')
  const { threadId } = failed
  assert.deepEqual([failed.status, (await messagesOf(threadId)).at(-1)!.content], ['failed', fallback])
  script = () => ({ text: '' })
  const silent = await say(caller, agent, 'go', { threadId })
  assert.deepEqual([silent.status, silent.outputData.text], ['completed', fallback])
  script = () => failing(400, 'the deployment xyz-7 is misconfigured')
  const technical = await say(caller, await agentWith(), 'go')
  assert.equal((await messagesOf(technical.threadId)).length, 1)
})

test('a conversation that is too long for a provider is summarised, and the model is called once more', async () => {
  const limit = 9_000
  script = ({ messages, last }) => {
    if (last.startsWith('Summarise')) return { text: 'SUMMARY of it' }
    if (JSON.stringify(messages).length > limit)
      return failing(400, "This model's maximum context length is 2048 tokens")
    return { text: `answer ${'lorem '.repeat(150)}` }
  }
  const agent = await agentWith({ modelSettings: { model: 'compatible/open-model' } })
  let threadId: string | undefined
  const compacted: string[] = []
  for (let at = 0; at < 8; at++) {
    const said = await say(
      caller,
      agent,
      `message ${at} ${'ipsum '.repeat(100)}`,
      threadId ? { threadId } : {},
    )
    assert.equal(said.status, 'completed', JSON.stringify(said))
    threadId = said.threadId
    const events = await eventsOf(said.executionId, 'custom')
    compacted.push(...events.map(({ data }) => data.data.reason))
  }
  assert.deepEqual([...new Set(compacted)], ['context_length_exceeded'])
  const messages = await messagesOf(threadId!)
  assert.equal(messages.length, 16, 'all of them are there')
  assert.match(String(messages[0]!.content), /^message 0 /)
  const off = await agentWith({
    modelSettings: { model: 'compatible/open-model' },
    capabilities: { summarization: { enabled: false } },
  })
  const failed = await say(caller, off, 'x'.repeat(limit + 1))
  assert.deepEqual([failed.status, failed.error.code], ['failed', 'context_length_exceeded'])
})

test('a failed call is retried as the agent says, unless it may have had an effect', async () => {
  const agent = (toolRetry: object) =>
    agentWith({
      tools: { pinnedSlugs: ['http_get', 'http_request'] },
      capabilities: { toolRetry: { enabled: true, initialDelayMs: 1, ...toolRetry } },
    })
  const calling = (name: string, more: object = {}) => {
    script = ({ messages, last }) =>
      messages.at(-1).role === 'tool' ? { text: last } : { calls: [{ name, arguments: { url, ...more } }] }
  }
  calling('http_get')
  // The tool itself tries three times within a call.
  statuses = [503, 503, 503, 200]
  const healed = await say(caller, await agent({ maxRetries: 2 }), 'go')
  assert.deepEqual([healed.status, visits.length], ['completed', 4], JSON.stringify(healed))
  assert.equal((await messagesOf(healed.threadId)).filter(({ role }) => role === 'tool').length, 1)
  visits.length = 0
  statuses = [503]
  const failed = await say(caller, await agent({ maxRetries: 1, onFailure: 'error' }), 'go')
  assert.deepEqual([failed.status, failed.error.code, visits.length], ['failed', 'tool_failed', 6])
  visits.length = 0
  await say(caller, await agent({ tools: ['http_request'] }), 'go')
  assert.equal(visits.length, 3, 'only the named tools')
  visits.length = 0
  calling('http_request', { method: 'POST' })
  await say(caller, await agent({ maxRetries: 3 }), 'go')
  assert.equal(visits.length, 1, 'what may have been done is not repeated')
})

test('what a cancelled call has used is in the thread, the execution and the ledger', async () => {
  let isStreaming = false
  script = () => (response) => {
    sendFrames(response, [chunk({ content: 'thinking '.repeat(200) })], { isWhole: false })
    isStreaming = true
  }
  const agent = await agentWith()
  const { executionId, threadId } = await say(caller, agent, 'go', { wait: 0 })
  await until(async () => isStreaming && (await eventsOf(executionId, 'text')).length > 0, 'a streamed text')
  const cancelled = await caller.post(`${base}/executions/${executionId}/cancel`)
  assert.equal(cancelled.status, 200, cancelled.text)
  assert.equal((await ended(caller, executionId)).status, 'cancelled')
  const creditsOf = async () => (await app.app.threads.get(app.db, project.scope, threadId)).creditsMicro
  await until(async () => (await creditsOf()) > 0, 'the credits of the call in the thread')
  const { body } = await caller.get(`${base}/executions/${executionId}`)
  assert.equal(Math.round(body.data.usage.credits * 1e6), await creditsOf())
})

test('the computer of a conversation is found by a run on another node', async () => {
  script = obedient
  const order = (name: string, input: object) => `DO ${name} ${JSON.stringify(input)} END`
  const agent = await agentWith({ capabilities: { computer: { enabled: true } } })
  const first = await say(caller, agent, order('computer_write_file', { path: 'a.txt', content: 'kept' }))
  assert.equal((await ended(caller, first.executionId)).status, 'completed')
  const other = app.secondNode()
  await app.app.runs.stop(0)
  other.runs.start()
  try {
    const { threadId } = first
    const { executionId } = await say(caller, agent, order('computer_read_file', { path: 'a.txt' }), {
      threadId,
      wait: 0,
    })
    const read = await ended(caller, executionId)
    assert.match(read.outputData.text, /kept/, JSON.stringify(read))
    assert.doesNotMatch(read.outputData.text, /new computer/)
  } finally {
    await other.runs.stop(0)
    await other.http.close()
    await other.stop()
  }
})
