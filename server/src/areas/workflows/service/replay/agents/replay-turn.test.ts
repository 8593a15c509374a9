import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, beforeEach, test } from 'node:test'
import { ended, newAgent, say } from '../../../../../../test/agents/api.ts'
import {
  type ModelRequest,
  obedient,
  startScriptedModel,
} from '../../../../../../test/agents/scripted-model.ts'
import { type Caller, startTestApp, type TestProject } from '../../../../../../test/harness.ts'
import { base } from '../../../../../../test/workflows/api.ts'

let visits = 0
const web = createServer(async (request, response) => {
  await request.toArray()
  visits++
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ visit: visits }))
}).listen(0, '127.0.0.1')
const model = await startScriptedModel((request: ModelRequest) => obedient(request))
const app = await startTestApp({ allowPrivate: '127.0.0.1', llm: model.llm })
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
  visits = 0
  model.requests.length = 0
})

const spec = (more: object = {}) => ({
  prompt: 'You help.',
  modelSettings: { model: 'openai/gpt-4o' },
  tools: { pinnedSlugs: ['http_get', 'http_request', 'text_change_case'] },
  ...more,
})
const order = (name: string, input: object) => `DO ${name} ${JSON.stringify(input)} END`
const shout = order('text_change_case', { text: 'word', to: 'upper' })
const change = async (id: string, agent: object) => {
  const { status, text } = await caller.patch(`${base}/update/${id}`, { agent })
  assert.equal(status, 200, text)
}
const replay = async (executionId: string) => {
  const before = [visits, model.requests.length]
  const { status, body, text } = await caller.post(`${base}/executions/${executionId}/replay`, {})
  assert.equal(status, 200, text)
  assert.deepEqual([visits, model.requests.length], before, 'no request is sent')
  return body.data
}
const verdicts = (nodes: { step: string; verdict: string }[]) =>
  nodes.map(({ step, verdict }) => `${step} ${verdict}`)

test('a turn is replayed call by call without a request, in the conversation that it was in', async () => {
  const agent = await newAgent(caller, spec())
  const first = await say(caller, agent, `${order('http_get', { url })} ${shout}`)
  const { threadId } = first
  const second = await say(caller, agent, shout, { threadId })
  assert.equal(second.status, 'completed', JSON.stringify(second))
  await say(caller, agent, 'later', { threadId })
  for (const { executionId } of [first, second]) {
    const same = await replay(executionId)
    assert.deepEqual([same.isGreen, same.result.verdict, same.agent.firstDivergence], [true, 'same', null])
    assert.ok(
      same.nodes.every(({ verdict }: { verdict: string }) => verdict === 'same'),
      JSON.stringify(same),
    )
    assert.deepEqual(same.agent.credits.after, same.agent.credits.before)
  }
  const { nodes, agent: summary } = await replay(first.executionId)
  assert.deepEqual(verdicts(nodes), ['model:0 same', 'tool:0:0 same', 'tool:0:1 same', 'model:1 same'])
  assert.deepEqual(
    summary.toolCalls.after.map(({ name }: { name: string }) => name),
    ['http_get', 'text_change_case'],
  )
})

test('another version shows where it first does something else: a request, a call, an approval', async () => {
  const agent = await newAgent(caller, spec())
  const { executionId } = await say(caller, agent, shout)
  await change(agent, spec({ prompt: 'You help briefly.' }))
  const prompt = await replay(executionId)
  assert.deepEqual(prompt.agent.firstDivergence, { step: 'model:0', reason: 'request' })
  assert.equal(prompt.isGreen, true, 'the responses are the recorded ones')
  await change(agent, spec({ capabilities: { humanApproval: { sensitiveToolNames: ['text_change_case'] } } }))
  const asking = await replay(executionId)
  assert.deepEqual(asking.agent.firstDivergence, { step: 'ask:0', reason: 'approval' })
  await change(agent, spec({ tools: { pinnedSlugs: ['http_get'] } }))
  const without = await replay(executionId)
  const call = without.nodes.find(({ step }: { step: string }) => step === 'tool:0:0')
  assert.deepEqual([call.verdict, call.after.status], ['changed', 'failed'])
  assert.match(call.after.error, /tool_not_offered/)
  await change(agent, spec({ capabilities: { modelCallLimit: { runLimit: 1 } } }))
  const limited = await replay(executionId)
  assert.ok(verdicts(limited.nodes).includes('tool:0:0 gone'), JSON.stringify(limited.nodes))
})

test('decisions of humans are those of then, and what was rejected is not made up', async () => {
  const agent = await newAgent(
    caller,
    spec({ capabilities: { humanApproval: { sensitiveToolNames: ['http_request'] } } }),
  )
  const said = await say(caller, agent, order('http_request', { url, method: 'POST' }))
  await project.admin
    .acrossUsers()
    .post(`${base}/executions/thread/${said.threadId}/resume`, { resumeValue: false })
  assert.equal((await ended(caller, said.executionId)).status, 'completed')
  const same = await replay(said.executionId)
  assert.deepEqual([same.isGreen, same.agent.firstDivergence], [true, null], JSON.stringify(same))
  await change(agent, spec({ capabilities: { humanApproval: { sensitiveToolNames: [] } } }))
  const open = await replay(said.executionId)
  assert.deepEqual([open.isGreen, open.counts.unmatched], [false, 1], JSON.stringify(open.nodes))
})

test('executions of agents are stored as evals, with checks on the results of tools', async () => {
  const agent = await newAgent(caller, spec())
  const said = await say(caller, agent, shout)
  const source = {
    executionId: said.executionId,
    checks: [{ name: 'shouts', expression: 'nodes.text_change_case.status == "completed"' }],
  }
  const stored = await caller.post(`${base}/${agent}/evals`, { executions: [source] })
  assert.equal(stored.status, 200, stored.text)
  // It stands by itself once it is stored.
  assert.equal((await caller.delete(`/api/v1/graphify/threads/${said.threadId}`)).status, 200)
  const run = async () => {
    const { status, body, text } = await caller.post(`${base}/${agent}/evals/run`, {})
    assert.equal(status, 200, text)
    return body.data
  }
  assert.deepEqual([(await run()).passed, visits], [1, 0])
  await change(agent, spec({ tools: { pinnedSlugs: [] } }))
  const { passed, results } = await run()
  assert.deepEqual([passed, results[0].checks[0].passed], [0, false])
  const missing = await caller.post(`${base}/executions/${said.executionId}/replay`, {})
  assert.ok(missing.status >= 400 && missing.status < 500, missing.text)
})
